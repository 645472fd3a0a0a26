/** Compares docs/spec-coverage.md with the tests and with the calls of the contract. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allEndpoints } from '../contract/src/operations.ts';
import { read, root } from './lib/files.mjs';

/** Cells of each row, without headings. */
const rows = read('docs/spec-coverage.md')
  .replaceAll(/^\|.*\n\|[-| :]+\|$/gm, '')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|')),
  );

/** First arguments of calls that are texts, such as titles of tests, and the acts of `testMessages({ does })`. */
const titlesIn = (text: string) =>
  [...text.matchAll(/(?:\(|\bdoes: )\s*(['"`])((?:\\.|\$\{(?:[^{}]|\{[^}]*\})*\}|(?!\1)[^\\])*)\1/g)].map(
    ([, , title = '']) => title.replaceAll(/\\(.)/g, '$1'),
  );

/** Placeholder of a value in the title of many tests: `%s`, `$name`, `${name}`; a part of such a title names it. */
const placeholder = /%[sdijo#]|\$\{[^}]*\}|\$[a-z]\w*/i;
const isNamed = (title: string, named: string) =>
  title === named || (placeholder.test(title) && named.length > 5 && title.includes(named));

/** Call whose parameters have no names. */
const call = (method: string, url: string) => `${method} ${url.replaceAll(/:\w+|\{\w+\}/g, '{}').replace(/\/$/, '')}`;

/** Proofs of a row, `path › title`; without a path, the file of the proof before is meant. */
function proofsOf(cell: string): { file: string; title: string }[] {
  let file = '';
  return cell.split('<br>').map((proof) => {
    const [path, ...title] = proof.split('›').map((part) => part.trim());
    file = path || file;
    return { file, title: title.join(' › ') };
  });
}

const isThere = ({ file, title }: { file: string; title: string }) =>
  /\.(test|spec|suite)\.tsx?$/.test(file) &&
  existsSync(join(root, file)) &&
  titlesIn(read(file)).some((one) => isNamed(one, title));

test('every row has four cells and names tests that exist', () => {
  expect(rows.filter((cells) => cells.length !== 4)).toEqual([]);
  expect(rows.flatMap((cells) => proofsOf(cells[3]!)).filter((proof) => !isThere(proof))).toEqual([]);
});

test('every call of the contract has a row, and every row names a call of the contract', async () => {
  const covered = rows.flatMap(([spec = '']) =>
    [...spec.matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (\/[\w/{}-]+)/g)].map(([, method = '', url = '']) =>
      call(method, url),
    ),
  );
  const known = (await allEndpoints()).map(({ entry: { method, url } }) => call(method, url));
  expect(new Set(covered)).toEqual(new Set(known));
});
