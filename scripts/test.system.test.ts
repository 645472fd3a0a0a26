/** Tests what `npm test` does after its unit tests, with programs that stand in for npm, Vite and both runners. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-npm-test-'));
  await cp(import.meta.dirname, join(folder, 'scripts'), { recursive: true });
  await write('package.json', '{ "type": "module" }');
  await write('package-lock.json', '{}');
  await write('npm.mjs', '');
  await write('node_modules/vite/bin/vite.js', '');
  await write('node_modules/@playwright/test/cli.js', `require('node:fs').writeFileSync('pages-began', '');`);
});
afterEach(() => rm(folder, { recursive: true }));

async function write(file: string, content: string): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), content);
}

const units = (then: string) =>
  write(
    'node_modules/vitest/vitest.mjs',
    `import { writeFileSync } from 'node:fs';
    writeFileSync(process.env.VITEST_REPORT, JSON.stringify({ passed: 3, failures: [], flaky: [] }));
    ${then}
    console.log('units began');`,
  );

function run(chromium: string) {
  const child = spawn(process.execPath, ['scripts/test.mjs'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], npm_execpath: join(folder, 'npm.mjs'), CHROMIUM: chromium },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { child, ended: once(child, 'close') };
}

test.each([
  ['SIGINT', 130, 'dies of it', ''],
  ['SIGINT', 130, 'ends well just then', `process.on('SIGINT', () => process.exit(0));`],
  ['SIGHUP', 129, 'dies of it', ''],
  ['SIGTERM', 143, 'dies of it', ''],
] as const)('after %s exits with %d and starts nothing else, when the runner %s', async (signal, code, _, then) => {
  await units(`${then} setInterval(() => undefined, 1_000);`);
  const { child, ended } = run(process.execPath);
  for await (const line of createInterface(child.stdout)) if (line === 'units began') child.kill(signal);
  expect(await ended).toEqual([code, null]);
  expect(existsSync(join(folder, 'pages-began'))).toBe(false);
});

test('without a browser runs the unit tests, names the missing program and fails', async () => {
  await units('');
  const { child, ended } = run('/nowhere/chromium');
  const lines: string[] = [];
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  for await (const line of createInterface(child.stdout)) lines.push(line);
  expect(await ended).toEqual([1, null]);
  expect(lines).toContain('units began');
  expect(complaint.trim()).toBe('CHROMIUM names /nowhere/chromium, which does not exist.');
  expect(lines.at(-1)).toBe('3 passed, 1 failed');
});
