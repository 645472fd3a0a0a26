/** Tests which files count as beginning with a sentence, and that the check reads every folder. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from './files.mjs';
import { beginsWithSentence } from './first-sentence.mjs';

test.each([
  `/** The price of a course. */\nimport x from 'x';`,
  `/**\n * The price of a course: whole rupiah,\n * never below 0.\n *\n * @type {number}\n */\nexport const price = 1;`,
  `// The price of a course,\n// in rupiah.\nexport const price = 1;`,
  `#!/usr/bin/env node\n/** Starts the server. */\nstart();`,
  '/** `npm run check`: all of it. */',
])('accepts %j', (text) => expect(beginsWithSentence(text)).toBe(true));

test.each([
  '',
  'export const price = 1;',
  `import x from 'x';\n\n/** The price of a course. */\nexport const price = x;`,
  '/** @typedef {{ passed: number }} Tally. */',
  '// @ts-expect-error -- It has no types.\nimport x from "x";',
  '/* oxlint-disable no-console. */\nconsole.log(1);',
  '/** price */\nexport const price = 1;',
  '/** Price. */\nexport const price = 1;',
  '/** */',
])('refuses %j', (text) => expect(beginsWithSentence(text)).toBe(false));

const check = (folder: string) =>
  promisify(execFile)(process.execPath, [join(folder, 'scripts/check-first-sentences.mjs')]).then(
    () => '',
    ({ stderr }: { stderr: string }) => stderr,
  );

test('passes for this repository, names a file without a sentence, and fails for a folder without files', async () => {
  expect(await check(root)).toBe('');
  const folder = await mkdtemp(join(tmpdir(), 'lectern-sentences-'));
  for (const part of ['contract', 'conformance', 'e2e', 'bench', 'scripts'])
    await cp(join(root, part), join(folder, part), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'contract/src/silent.ts'), 'export const silent = 1;');
  expect((await check(folder)).trim().split('\n')).toEqual([
    'contract/src/silent.ts does not begin with a sentence that states its purpose.',
    'No file was checked in server.',
    'No file was checked in admin.',
  ]);
  await rm(folder, { recursive: true });
});
