/**
 * Leaves out code of packages that no bundler drops, because other code refers to it, and that the app never calls: JSON
 * Schema of zod (4 kB of every page, compressed), infinite queries, and the router's own format of search params
 * (router.tsx has another). A call throws.
 */
import type { Plugin } from 'vite';

const modules = [
  '/zod/v4/core/to-json-schema.js',
  '/zod/v4/core/json-schema-processors.js',
  '/query-core/build/modern/infiniteQueryBehavior.js',
  '/router-core/dist/esm/searchParams.js',
];

const left = `const left = () => () => { throw new Error('This code of a package is not part of the build'); };`;

/** Module with the same exports, each of which is the function that throws. */
function standIn(code: string): string {
  const declared = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
  const listed = [...code.matchAll(/^export \{(.*?)\}/gms)].flatMap(([, names = '']) => names.split(','));
  const names = [...declared, ...listed.map((name) => name.trim().split(' as ').at(-1))].filter(Boolean);
  return `${left}\nexport { ${names.map((name) => `left as ${name}`).join(', ')} };`;
}

const met = new Set<string>();

export const leanPackages: Plugin = {
  name: 'lean-packages',
  apply: 'build',
  transform(code, id) {
    const found = modules.find((module) => id.endsWith(module));
    if (!found) return;
    met.add(found);
    return { code: standIn(code), map: null };
  },
  buildEnd(error) {
    const missing = modules.filter((module) => !met.has(module));
    if (!error && missing.length > 0) this.error(`Not found: ${missing.join(', ')}. See build/lean-packages.ts`);
  },
};
