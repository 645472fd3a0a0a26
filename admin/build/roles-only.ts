/**
 * Replaces the contract by its roles in the modules that ask only who may call an endpoint: the navigation and the
 * paths of record pages. They would otherwise create the schemas of every area before the first page.
 */
import { isAbsolute, join } from 'node:path';
import type { Plugin } from 'vite';

const contract = join(import.meta.dirname, '../../contract/src');
const importers = /\/admin\/src\/(?:areas\/[^/]+\/menu|kit\/format\/record-pages)\.ts$/;
/** Modules that these importers need whole; neither creates schemas. */
const whole = new Set(['kernel.ts', 'records.ts']);
const prefix = '\0roles:';

/** Roles of an endpoint, or of each endpoint in an object of them; undefined for anything else. */
function rolesIn(value: unknown): object | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('roles' in value && 'url' in value) return { roles: value.roles };
  if (Object.getPrototypeOf(value) !== Object.prototype) return undefined;
  const parts = Object.entries(value).flatMap(([key, part]) => {
    const roles = rolesIn(part);
    return roles ? [[key, roles] as const] : [];
  });
  return parts.length > 0 ? Object.fromEntries(parts) : undefined;
}

/** Source of a module with the same exports as a contract file, reduced to roles. Other exports are absent. */
export async function rolesSource(file: string): Promise<string> {
  const exported = Object.entries((await import(file)) as Record<string, unknown>);
  return exported
    .flatMap(([name, value]) => {
      const roles = rolesIn(value);
      return roles ? [`export const ${name} = ${JSON.stringify(roles)};`] : [];
    })
    .join('\n');
}

export const rolesOnly: Plugin = {
  name: 'roles-only',
  apply: 'build',
  enforce: 'pre',
  resolveId(source, importer) {
    const name = source.startsWith('#contract/') ? source.slice('#contract/'.length) : '';
    if (!name || whole.has(name) || !importer || !importers.test(importer)) return undefined;
    return prefix + join(contract, name);
  },
  async load(id) {
    const file = id.startsWith(prefix) ? id.slice(prefix.length) : '';
    return isAbsolute(file) ? { code: await rolesSource(file), moduleSideEffects: false } : undefined;
  },
};
