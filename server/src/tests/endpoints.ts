/** Lists every endpoint of the contract by importing its modules, so that no test can miss one. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '#contract/kernel/endpoint.ts';

export interface NamedEndpoint {
  /** Name as imported, such as `user.listUsers`. */
  name: string;
  entry: Endpoint;
}

const folder = join(import.meta.dirname, '../../../contract/src');

const isEndpoint = (value: object): value is Endpoint =>
  ['area', 'method', 'url', 'roles', 'reply'].every((key) => key in value);

/** Endpoints are exported directly or inside tables such as the assignments. */
function endpointsIn(name: string, value: unknown): NamedEndpoint[] {
  if (typeof value !== 'object' || value === null || '_zod' in value || value instanceof Set) return [];
  if (isEndpoint(value)) return [{ name, entry: value }];
  return Object.entries(value).flatMap(([key, inner]) => endpointsIn(`${name}.${key}`, inner));
}

/** Every endpoint that a module of the contract exports; some appear under several names. */
export async function everyEndpoint(): Promise<NamedEndpoint[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/(^|\/)testing\//.test(file),
  );
  const modules = await Promise.all(
    files.map(async (file) => {
      const name = file.slice(0, -3).replace(/\/endpoints$/, '');
      return [name, { ...((await import(join(folder, file))) as object) }] as const;
    }),
  );
  return modules.flatMap(([name, exported]) => endpointsIn(name, exported));
}
