/**
 * Leaves out code of packages that no bundler drops, because other code refers to it, and that the app never calls: JSON
 * Schema of zod (4 kB of every page, compressed), infinite queries, and the router's own format of search params
 * (router.tsx has another). A call throws. Also edits two packages whose loading has V8 parse whole files again.
 */
import type { Plugin } from 'vite';

const modules = [
  '/zod/v4/core/to-json-schema.js',
  '/zod/v4/core/json-schema-processors.js',
  '/query-core/build/modern/infiniteQueryBehavior.js',
  '/router-core/dist/esm/searchParams.js',
];

/** Edits by module: text to replace, and its replacement. */
const edits: readonly (readonly [module: string, text: RegExp, replacement: string])[] = [
  // The content security policy refuses `new Function`, and the report of the violation contains a stack trace.
  ['/zod/v4/core/util.js', /const F = Function;\s*new F\(""\);\s*return true;/, 'return false;'],
  // Marks that React throws. With an inspector attached (browser tests, the benchmark, open developer tools) each error
  // that is created contains a stack trace.
  [
    '/react-dom/cjs/react-dom-client.production.js',
    /= Error\(formatProdErrorMessage\((?:460|461|474|519|542)\)\)/g,
    '= Object.create(Error.prototype)',
  ],
];

const left = `const left = () => () => { throw new Error('This code of a package is not part of the build'); };`;

/** Module with the same exports, each of which is the function that throws. */
function standIn(code: string): string {
  const declared = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
  const listed = [...code.matchAll(/^export \{(.*?)\}/gms)].flatMap(([, names = '']) => names.split(','));
  const names = [...declared, ...listed.map((name) => name.trim().split(' as ').at(-1))].filter(Boolean);
  return `${left}\nexport { ${names.map((name) => `left as ${name}`).join(', ')} };`;
}

const expected = [...modules, ...edits.map(([module]) => module)];
const met = new Set<string>();

export const leanPackages: Plugin = {
  name: 'lean-packages',
  apply: 'build',
  transform(code, id) {
    const found = expected.find((module) => id.endsWith(module));
    if (!found) return;
    const edit = edits.find(([module]) => module === found);
    const edited = edit ? code.replace(edit[1], edit[2]) : standIn(code);
    if (edited !== code) met.add(found);
    return { code: edited, map: null };
  },
  buildEnd(error) {
    const missing = expected.filter((module) => !met.has(module));
    if (!error && missing.length > 0) this.error(`Not found: ${missing.join(', ')}. See build/lean-packages.ts`);
  },
};
