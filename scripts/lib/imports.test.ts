/** Tests that each import rule catches its violation, and that every file is read. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Found } from './imports.mjs';
import { root } from './files.mjs';
import { rules } from './import-rules.mjs';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-imports-'));
});
afterEach(() => rm(folder, { recursive: true }));

type Files = Record<string, string>;

/**
 * Runs in its own process, because the checker changes how `typescript` resolves; in one process for all, because it
 * loads slowly.
 */
async function check(trees: Files[]): Promise<Found[]> {
  const folders = await Promise.all(trees.map((files, index) => write(join(folder, String(index)), files)));
  const code = `const { checkImports } = await import(${JSON.stringify(join(import.meta.dirname, 'imports.mjs'))});
    const found = [];
    for (const folder of ${JSON.stringify(folders)}) found.push(await checkImports(folder));
    console.log(JSON.stringify(found));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { cwd: root });
  return JSON.parse(stdout) as Found[];
}

async function write(place: string, files: Files): Promise<string> {
  const all = {
    'package.json': await readFile(join(root, 'package.json'), 'utf8'),
    'node_modules/@mantine/notifications/package.json': '{ "main": "index.js" }',
    'node_modules/@mantine/notifications/index.js': '',
    ...files,
  };
  for (const [file, text] of Object.entries(all)) {
    await mkdir(dirname(join(place, file)), { recursive: true });
    await writeFile(join(place, file), text);
  }
  return place;
}

const right = {
  'contract/src/kernel.ts': 'export interface Kernel { n: number }',
  'server/src/tables.ts': `import type { Kernel } from '#contract/kernel.ts'; export type Tables = Kernel;`,
  'server/src/platform/database.ts': `import type { Tables } from '#tables'; export const database: Tables = { n: 1 };`,
  'server/src/areas/user/routes.ts': `import { database } from '#platform/database.ts'; export const routes = database;`,
  'server/src/areas/course/routes.ts': 'export const routes = 2;',
  'server/src/app.ts': `import { routes } from './areas/user/routes.ts'; export const app = routes;`,
  'admin/src/kit/list.tsx': `import type { Kernel } from '#contract/kernel.ts'; export const list = (kernel: Kernel) => <b>{kernel.n}</b>;`,
  'admin/src/areas/user/page.tsx': `import { list } from '#kit/list.tsx'; export const page = list;`,
};

test('accepts imports in allowed directions, and reads every file', async () => {
  expect(await check([right])).toEqual([{ seen: 8, onDisk: 8, violations: [] }]);
});

const wrong: [rule: string, file: string, text: string][] = [
  [
    'cycle',
    'contract/src/kernel.ts',
    `import type { Other } from './other.ts'; export interface Kernel { n: number; other: Other }`,
  ],
  ['unresolved', 'server/src/app.ts', `import './no-such-file.ts';`],
  ['barrel', 'server/src/app.ts', `export { routes } from './areas/user/routes.ts';`],
  ['contract-alone', 'contract/src/kernel.ts', `import '../../server/src/app.ts';`],
  ['product-below-tools', 'server/src/app.ts', `import '../../bench/run.ts';`],
  ['contract-pure', 'contract/src/kernel.ts', `import 'node:fs';`],
  ['server-not-admin', 'server/src/app.ts', `import '#kit/list.tsx';`],
  [
    'admin-not-server',
    'admin/src/areas/user/page.tsx',
    `import type { database } from '#platform/database.ts'; export type A = typeof database;`,
  ],
  ['shared-below', 'server/src/shared/pricing.ts', `import '../areas/course/routes.ts';`],
  ['platform-below', 'server/src/platform/database.ts', `import '../areas/course/routes.ts';`],
  ['tables-below', 'server/src/tables.ts', `import './platform/database.ts';`],
  ['kit-below', 'admin/src/kit/list.tsx', `import '../areas/user/page.tsx';`],
  ['area-below', 'server/src/areas/course/routes.ts', `import '../../app.ts';`],
  ['area-apart', 'server/src/areas/user/routes.ts', `export const load = () => import('../course/routes.ts');`],
  ['product-not-test', 'server/src/app.ts', `import './tests/app.ts';`],
  ['product-not-test', 'server/src/platform/database.ts', `import './testing/app.ts';`],
  // The rules hold for tests, too.
  ['platform-below', 'server/src/platform/database.test.ts', `import '../app.ts';`],
  ['platform-below', 'server/src/platform/testing/app.ts', `import type { routes } from '../../areas/user/routes.ts';`],
  ['shared-below', 'server/src/shared/pricing.test.ts', `import '../tests/app.ts';`],
  ['area-below', 'server/src/areas/user/user.test.ts', `import '../../tests/app.ts';`],
  ['area-apart', 'server/src/areas/user/user.test.ts', `import '../course/routes.ts';`],
  ['kit-below', 'admin/src/kit/list.test.tsx', `import '../areas/user/page.tsx';`],
  [
    'toasts-once',
    'admin/src/areas/user/page.tsx',
    `import { notifications } from '@mantine/notifications'; notifications.show({ message: '' });`,
  ],
  [
    'firestore-once',
    'admin/src/areas/user/page.tsx',
    `import { getFirestore } from 'firebase/firestore/lite'; getFirestore();`,
  ],
];

test('has a counter-example for every rule', () => {
  expect(new Set(wrong.map(([rule]) => rule))).toEqual(new Set(rules.map(({ name }) => name)));
});

test('reports each wrong import with its rule', async () => {
  const more = {
    'server/src/tests/app.ts': 'export const testApp = 1;',
    'server/src/platform/testing/app.ts': 'export const testAppOf = 1;',
    'bench/run.ts': '',
    'contract/src/other.ts': `import type { Kernel } from './kernel.ts'; export type Other = Kernel;`,
  };
  const found = await check(wrong.map(([, file, text]) => ({ ...right, ...more, [file]: text })));
  const caught = found.map(({ violations }, index) =>
    violations.filter(({ from }) => from === wrong[index]?.[1]).map(({ rule }) => rule),
  );
  for (const [index, [rule, file, text]] of wrong.entries())
    expect.soft(caught[index], `${file}: ${text}`).toContain(rule);
  expect(found.map(({ seen }) => seen)).toEqual(found.map(({ onDisk }) => onDisk));
});
