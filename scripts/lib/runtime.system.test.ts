/** Tests which Node Lectern runs on. */
import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-runtime-'));
  await cp(import.meta.dirname, join(folder, 'scripts/lib'), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));

const found = () => {
  const code = `import { findNode } from ${JSON.stringify(join(folder, 'scripts/lib/runtime.mjs'))}; console.log(findNode());`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }).trim();
};

async function bring(major: number): Promise<string> {
  const bin = join(folder, `node_modules/node-${process.platform}-${process.arch}/bin`);
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, 'node'), `#!/bin/sh\necho ${major}\n`, { mode: 0o755 });
  return join(bin, 'node');
}

test('finds the installed Node without a link in node_modules/.bin, which npm 10 removes', async () => {
  const own = await bring(24);
  expect(found()).toBe(own);
});

test.each([
  ['too old', () => bring(22)],
  ['not there', async () => undefined],
])('falls back to the Node of the system when the installed one is %s', async (_, prepare) => {
  await prepare();
  expect(found()).toBe(process.execPath);
});
