/**
 * Part of `npm run check`: every source file begins with a sentence that states its purpose, and imports only what its
 * layer may (ARCHITECTURE.md). oxlint checks the rest: cycles, packages, names.
 */
import { dirname, join } from 'node:path/posix';
import { filesUnder, read } from './lib/files.mjs';

/** Layers: a file imports from its own folder and from earlier ones; `*` keeps neighbours apart. */
const chains = [
  [
    'contract/src/kernel',
    'contract',
    'server/src/tables.ts',
    'server/src/platform',
    'server/src/shared',
    'server/src/services/*',
    'server/src/areas/*',
    'server',
  ],
  [
    'contract/src/kernel',
    'admin/src/kit',
    'contract',
    'admin/src/shared',
    'admin/src/services/*',
    'admin/src/areas/*',
    'admin',
  ],
];

const isTest = (/** @type {string} */ file) => /\.(test|suite)\.tsx?$|\/testing\/|^server\/src\/tests\//.test(file);

/** @type {[string, string][]} */
const aliases = Object.entries(JSON.parse(read('package.json')).imports);

/** Path from the root of what `file` imports as `name`; undefined for a package. */
function targetOf(/** @type {string} */ file, /** @type {string} */ name) {
  if (name.startsWith('.')) return join(dirname(file), name);
  for (const [alias, target] of aliases) {
    const start = alias.replace('*', '');
    if (name.startsWith(start)) return join(target.replace('*', ''), name.slice(start.length));
  }
  return undefined;
}

/** Whether a file may import another; tools and browser tests may import everything. */
function mayImport(/** @type {string} */ from, /** @type {string} */ to) {
  if (!/^(contract|server|admin)\//.test(from)) return true;
  if (isTest(to) && !isTest(from)) return false;
  return chains.every((chain) => {
    const [own, other] = [from, to].map((file) => {
      const starts = chain.map((layer) => new RegExp(`^${layer.replace('*', '[^/]+')}(?=/|$)`).exec(file)?.[0]);
      return { level: starts.findIndex(Boolean), folder: starts.find(Boolean) };
    });
    if (!own?.folder) return true;
    return other?.folder !== undefined && (other.level < own.level || other.folder === own.folder);
  });
}

/** Number in a template or in JSX before a plural noun, which would read "1 courses". */
const plural =
  /\{[^{}]*\b(?:count|length|size|total\w*|used\w*|(?:format(?:Number|Total)|sum)\((?:[^{}]|\{[^{}]*\})*\))\s*\} (?!is\b|was\b|has\b|as\b|its\b)[a-z]+s\b(?!=)/i;
/** The same in a message; the specification's have nouns with capitals. */
const pluralInMessage = /\{(?:changed|created|deleted)\} (?:[a-z]+ )?(?:[a-z]+s\b|\$\{)/;

/**
 * Faults of a source file.
 * @param {string} file path from the root
 * @param {string} text
 */
export function faultsOf(file, text) {
  const [, block, lines] = /^(?:#!.*\n)?\s*(?:\/\*\*?([^]*?)\*\/|((?:\/\/.*\n)+))/.exec(text) ?? [];
  const comment = (block ?? lines ?? '').replace(/^\s*(\*|\/\/) ?/gm, '').trim();
  const isSentence = /^[\p{Lu}`'"‘“\d][^]*?\s[^]*?\S[.?!:](\s|$)/u.test(comment);
  const [, word] = /^\s*\/\*\*[\s*]*(Of|Who|What|Whoever)\b/m.exec(text) ?? [];
  const imports = [...text.matchAll(/(?:\bfrom|\bimport\(?)\s*['"`]([^'"`]+)/g)].map(([, name = '']) => name);
  const wrong = imports.filter((name) => {
    const target = targetOf(file, name);
    return target !== undefined && !mayImport(file, target);
  });
  const uncounted =
    /^(contract|server|admin)\//.test(file) && !isTest(file) ? (plural.exec(text) ?? pluralInMessage.exec(text)) : null;
  return [
    ...(isSentence ? [] : ['does not begin with a sentence that states its purpose']),
    ...(word ? [`has a doc comment that begins with "${word}"; begin with a noun phrase or a verb`] : []),
    ...(/^export\b[^;'"(=]*\bfrom '[.#]/m.test(text) ? ['exports from another file; import from the file itself'] : []),
    ...(uncounted
      ? [`has a number and a plural in a text: "${uncounted[0]}"; use counted, or {changed row|rows} in a message`]
      : []),
    ...wrong.map((name) => `must not import ${name} (ARCHITECTURE.md, imports go one way)`),
  ];
}

/**
 * Areas that do not have their folder on all three sides, and areas without an area.ts.
 * @param {string[]} files paths from the root
 */
export function misplacedAreas(files) {
  const sides = ['contract/src', 'server/src/areas', 'admin/src/areas'];
  const areas = new Set(files.flatMap((file) => /^(?:server|admin)\/src\/areas\/([^/]+)\//.exec(file)?.[1] ?? []));
  return [...areas].flatMap((area) => [
    ...sides
      .filter((side) => !files.some((file) => file.startsWith(`${side}/${area}/`)))
      .map((side) => `The area ${area} has no folder in ${side}.`),
    ...(files.includes(`server/src/areas/${area}/area.ts`) ? [] : [`server/src/areas/${area} has no area.ts.`]),
  ]);
}

if (import.meta.main) {
  const faults = misplacedAreas(['contract', 'server', 'admin'].flatMap((folder) => filesUnder(folder)));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
  for (const folder of ['contract', 'server', 'admin', 'conformance', 'e2e', 'bench', 'scripts', 'examples']) {
    const files = filesUnder(folder).filter((file) => /\.(ts|tsx|mjs)$/.test(file));
    const faults = files.flatMap((file) => faultsOf(file, read(file)).map((fault) => `${file} ${fault}.`));
    if (files.length === 0) faults.push(`No file was checked in ${folder}.`);
    for (const fault of faults) console.error(fault);
    if (faults.length > 0) process.exitCode = 1;
  }
}
