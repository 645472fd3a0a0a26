/**
 * Leaves out what makes JSON Schema of a schema: every schema of zod refers to it, so that no bundler drops it, and
 * nothing in the browser asks for it (4 kB of every page, compressed). Who calls it all the same is told.
 */
import type { Plugin } from 'vite';

const modules = ['/zod/v4/core/to-json-schema.js', '/zod/v4/core/json-schema-processors.js'];

const left = `const left = () => () => { throw new Error('JSON Schema is not part of this build'); };`;

/** The same names, each of them standing for the one that tells. */
function standIn(code: string): string {
  const names = [...code.matchAll(/^export (?:const|function) (\w+)|^export \{ \w+ as (\w+) \}/gm)].map(
    ([, name, alias]) => name ?? alias,
  );
  return `${left}\nexport { ${names.map((name) => `left as ${name}`).join(', ')} };`;
}

const met = new Set<string>();

export const leanZod: Plugin = {
  name: 'lean-zod',
  apply: 'build',
  transform(code, id) {
    const found = modules.find((module) => id.endsWith(module));
    if (!found) return;
    met.add(found);
    return { code: standIn(code), map: null };
  },
  buildEnd(error) {
    if (!error && met.size < modules.length) this.error('zod has its JSON Schema elsewhere: see build/lean-zod.ts');
  },
};
