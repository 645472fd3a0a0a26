import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
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
  await cp(join(root, 'package.json'), join(folder, 'package.json'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A process of its own: the checker changes how `typescript` resolves. */
async function check(files: Record<string, string>): Promise<Found> {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  const code = `const { checkImports } = await import(${JSON.stringify(join(import.meta.dirname, 'imports.mjs'))});
    console.log(JSON.stringify(await checkImports(${JSON.stringify(folder)})));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { cwd: root });
  return JSON.parse(stdout) as Found;
}

const right = {
  'contract/src/kernel.ts': 'export interface Kernel { n: number }',
  'server/src/platform/database.ts': `import type { Kernel } from '#contract/kernel.ts'; export const database: Kernel = { n: 1 };`,
  'server/src/areas/user/routes.ts': `import { database } from '#platform/database.ts'; export const routes = database;`,
  'server/src/areas/course/routes.ts': 'export const routes = 2;',
  'server/src/app.ts': `import { routes } from './areas/user/routes.ts'; export const app = routes;`,
  'admin/src/kit/list.tsx': `import type { Kernel } from '#contract/kernel.ts'; export const list = (kernel: Kernel) => <b>{kernel.n}</b>;`,
  'admin/src/areas/user/page.tsx': `import { list } from '#kit/list.tsx'; export const page = list;`,
};

test('what points the right way passes, and every file is seen', async () => {
  expect(await check(right)).toEqual({ seen: 7, onDisk: 7, violations: [] });
});

const wrong: [rule: string, file: string, text: string][] = [
  ['cycle', 'contract/src/kernel.ts', `import type { Other } from './other.ts'; export interface Kernel { n: number; other: Other }`],
  ['unresolved', 'server/src/app.ts', `import './no-such-file.ts';`],
  ['barrel', 'server/src/app.ts', `export { routes } from './areas/user/routes.ts';`],
  ['contract-alone', 'contract/src/kernel.ts', `import '../../server/src/app.ts';`],
  ['contract-pure', 'contract/src/kernel.ts', `import 'node:fs';`],
  ['server-not-admin', 'server/src/app.ts', `import '#kit/list.tsx';`],
  ['admin-not-server', 'admin/src/areas/user/page.tsx', `import type { database } from '#platform/database.ts'; export type A = typeof database;`],
  ['platform-below', 'server/src/platform/database.ts', `import '../areas/course/routes.ts';`],
  ['kit-below', 'admin/src/kit/list.tsx', `import '../areas/user/page.tsx';`],
  ['area-below', 'server/src/areas/course/routes.ts', `import '../../app.ts';`],
  ['area-apart', 'server/src/areas/user/routes.ts', `export const load = () => import('../course/routes.ts');`],
  ['product-not-test', 'server/src/app.ts', `import './testing/app.ts';`],
  ['toasts-once', 'admin/src/areas/user/page.tsx', `import { notifications } from '@mantine/notifications'; notifications.show({ message: '' });`],
  ['firestore-once', 'admin/src/areas/user/page.tsx', `import { getFirestore } from 'firebase/firestore/lite'; getFirestore();`],
];

test('every rule has its counter-example here', () => {
  expect(wrong.map(([rule]) => rule).toSorted()).toEqual(rules.map(({ name }) => name as string).toSorted());
});

test('each wrong import is caught by its rule', async () => {
  await cp(join(root, 'node_modules/@mantine/notifications/package.json'), join(folder, 'node_modules/@mantine/notifications/package.json'), { recursive: true });
  for (const [rule, file, text] of wrong) {
    const { violations, seen, onDisk } = await check({
      ...right, 'server/src/testing/app.ts': 'export const testApp = 1;',
      'contract/src/other.ts': `import type { Kernel } from './kernel.ts'; export type Other = Kernel;`, [file]: text,
    });
    expect.soft(violations.filter(({ from }) => from === file).map((found) => found.rule), `${file}: ${text}`).toContain(rule);
    expect.soft(seen).toBe(onDisk);
  }
});
