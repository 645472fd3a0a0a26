/** Tests the rules for source files, those of oxlint included, on scratch files in every folder of the product. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { faultsOf, misplacedAreas } from './check-sources.mjs';
import { read, root } from './lib/files.mjs';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-sources-'));
  for (const file of ['package.json', 'scripts']) await cp(join(root, file), join(folder, file), { recursive: true });
  // Type-aware rules would load the types of all packages.
  await writeFile(
    join(folder, '.oxlintrc.json'),
    read('.oxlintrc.json').replace('"typeAware": true', '"typeAware": false'),
  );
});
afterEach(() => rm(folder, { recursive: true }));

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), text);
}

/** Lines that a program writes about the scratch files. */
const run = async (program: string, ...args: string[]): Promise<string[]> => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, ...args], {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: { stdout: string; stderr: string }) => error);
  return `${stdout}${stderr}`.split('\n');
};
const check = () => run('scripts/check-sources.mjs');
const lint = () => run(join(root, 'node_modules/oxlint/bin/oxlint'), '--format=unix');

const begun = (text: string) => `/** The price of a course. */\n${text}`;
const forms = (name: string) =>
  begun(`import {
  a,
} from '${name}';
import type { A } from '${name}';
import '${name}';
export const load = async () => import('${name}');
`);

const product = (
  await Promise.all(
    ['contract/src', 'server/src', 'admin/src'].map(async (part) => [
      part,
      ...(await readdir(join(root, part), { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isDirectory())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
    ]),
  )
).flat();

test('reports each form of a forbidden import in every folder, in .ts and .tsx, by path and by alias', async () => {
  const files: string[] = [];
  for (const place of product) {
    const up = '../'.repeat(place.split('/').length);
    const [alias, path] = place.startsWith('server') ? ['#kit', 'admin/src/kit'] : ['#platform', 'server/src/platform'];
    for (const [name, end] of [
      [`${alias}/x.ts`, 'alias.ts'],
      [`${alias}/x.ts`, 'alias.tsx'],
      [`${up}${path}/x.ts`, 'path.ts'],
      [`${up}${path}/x.ts`, 'path.test.tsx'],
    ]) {
      files.push(`${place}/${end}`);
      await write(`${place}/${end}`, forms(name!));
    }
  }
  const found = await check();
  expect(files.length).toBeGreaterThan(400);
  for (const file of files)
    expect
      .soft(
        found.filter((line) => line.startsWith(`${file} must not import `)),
        file,
      )
      .toHaveLength(4);
});

test.each([
  ['contract/src/pricing/price.ts', '../../../server/src/app.ts'],
  ['contract/src/pricing/price.ts', '../../../bench/run.ts'],
  ['server/src/tables.ts', './platform/errors.ts'],
  ['server/src/platform/http/body.ts', '#shared/pricing/pricing.ts'],
  ['server/src/platform/http/body.ts', '../../app.ts'],
  ['server/src/platform/testing/app.ts', '../../areas/user/routes.ts'],
  ['server/src/platform/body.test.ts', '../tests/app.ts'],
  ['server/src/shared/slug.ts', '../areas/user/routes.ts'],
  ['server/src/shared/slug.ts', '#platform/../areas/user/routes.ts'],
  ['contract/src/kernel/draft.ts', '../pricing/price.ts'],
  ['server/src/areas/user/routes.ts', '../course/routes.ts'],
  ['server/src/services/upload/routes.ts', '../video/routes.ts'],
  ['server/src/services/upload/routes.ts', '../../areas/user/routes.ts'],
  ['server/src/shared/slug.ts', '../services/upload/service.ts'],
  ['admin/src/kit/list/list.tsx', '#contract/pricing/price.ts'],
  ['admin/src/kit/list/list.tsx', '#admin-shared/pricing/price.tsx'],
  ['admin/src/shared/pricing/price.tsx', '../../areas/user/page.tsx'],
  ['server/src/areas/user/routes.ts', '../user-group/routes.ts'],
  ['server/src/areas/user/user.test.ts', '../course/testing/course.ts'],
  ['server/src/areas/user/sub/routes.ts', '../../course/routes.ts'],
  ['server/src/areas/user/routes.ts', '../../app.ts'],
  ['server/src/app.ts', './tests/app.ts'],
  ['server/src/app.ts', '#platform/testing/app.ts'],
  ['server/src/app.ts', './areas/user/user.test.ts'],
  ['admin/src/kit/list/list.tsx', '../../areas/user/page.tsx'],
  ['admin/src/kit/list/list.test.tsx', '../../app/router.ts'],
  ['admin/src/areas/user/page.tsx', '../course/page.tsx'],
  ['admin/src/areas/user/page.tsx', '../../app/router.ts'],
  ['admin/src/areas/user/page.tsx', '#kit/testing/page.ts'],
])('refuses in %s the import of %s', (file, name) => {
  expect(faultsOf(file, forms(name))).toEqual(
    Array.from({ length: 4 }, () => `must not import ${name} (ARCHITECTURE.md, imports go one way)`),
  );
});

test.each([
  ['server/src/tables.ts', '#contract/pricing/price.ts'],
  ['server/src/platform/http/body.ts', '#tables'],
  ['server/src/platform/body.test.ts', './testing/app.ts'],
  ['server/src/areas/user/sub/routes.ts', '../service.ts'],
  ['server/src/areas/user/routes.ts', '#shared/pricing/pricing.ts'],
  ['server/src/app.ts', './areas/user/routes.ts'],
  ['server/src/tests/app.ts', '#platform/testing/app.ts'],
  ['admin/src/kit/list.tsx', '#contract/kernel/draft.ts'],
  ['admin/src/shared/pricing/price.tsx', '#contract/pricing/price.ts'],
  ['admin/src/areas/user/page.tsx', '#admin-shared/pricing/price.tsx'],
  ['contract/src/pricing/price.ts', '../kernel/days.ts'],
  ['admin/src/areas/user/page.tsx', '@mantine/core'],
  ['admin/src/app/router.ts', '../areas/user/area.ts'],
  ['e2e/user.spec.ts', '#contract/kernel/testing/workbook.ts'],
])('accepts in %s the import of %s', (file, name) => expect(faultsOf(file, forms(name))).toEqual([]));

test.each([
  begun(`import x from 'x';`),
  `/**\n * The price of a course: whole rupiah,\n * never below 0.\n *\n * @type {number}\n */\nexport const price = 1;`,
  `// The price of a course,\n// in rupiah.\nexport const price = 1;`,
  `#!/usr/bin/env node\n/** Starts the server. */\nstart();`,
  '/** `npm run check`: all of it. */',
  begun('/** Offers of the list; what they cost is in `price`. */'),
  begun('// Of no doc comment.'),
  begun(`export { z } from 'zod';`),
])('accepts %j', (text) => expect(faultsOf('x.ts', text)).toEqual([]));

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
])('refuses the beginning of %j', (text) => {
  expect(faultsOf('x.ts', text)).toEqual(['does not begin with a sentence that states its purpose']);
});

test.each([
  ['/** Of the list. */\nexport const size = 1;', '"Of"'],
  ['interface Row {\n  /**\n   * What it costs.\n   */\n  price: number;\n}', '"What"'],
  ['export type Kind =\n  /** Who pays. */\n  | { a: 1 };', '"Who"'],
  [`export {\n  a,\n} from './a.ts';`, 'exports from another file'],
  [`export * from '#contract/a.ts';`, 'exports from another file'],
])('refuses %j', (text, fault) => expect(faultsOf('x.ts', begun(text))).toEqual([expect.stringContaining(fault)]));

test.each([
  ['const text = `Delete ${rows.length} rows`;', true],
  ['const text = <b>{formatNumber(total)} courses</b>;', true],
  ['const text = <b>{formatNumber(sum(rows, ({ orders }) => orders))} orders, net</b>;', true],
  ["const ok = '{changed} unused codes deleted';", true],
  ['const ok = `Took {changed} ${many} out`;', true],
  ["const ok = '{changed code|codes} made';", false],
  ["const ok = 'Assigned {changed} Courses from Discount';", false],
  ['const text = `Delete ${counted(count, "row", "rows")}`;', false],
  ['const text = `${total} is too much`;', false],
  ['const text = `At most ${max} rows`;', false],
])('a text that names a number and a plural uses counted: %j', (text, isRefused) => {
  const faults = isRefused ? [expect.stringContaining('use counted')] : [];
  expect(faultsOf('admin/src/areas/user/page.tsx', begun(text))).toEqual(faults);
});

test('an area has a folder of its name on all three sides, and exports itself from area.ts', () => {
  const whole = ['contract/src/room/endpoints.ts', 'server/src/areas/room/area.ts', 'admin/src/areas/room/area.ts'];
  expect(misplacedAreas(whole)).toEqual([]);
  expect(misplacedAreas(whole.slice(1))).toEqual(['The area room has no folder in contract/src.']);
  expect(misplacedAreas(whole.slice(0, 2))).toEqual(['The area room has no folder in admin/src/areas.']);
  expect(misplacedAreas([whole[0]!, whole[2]!])).toEqual([
    'The area room has no folder in server/src/areas.',
    'server/src/areas/room has no area.ts.',
  ]);
});

test('fails for a folder without files', async () => {
  expect((await check()).filter((line) => line.startsWith('No file'))).toHaveLength(7);
});

test('oxlint reads every source file of this repository', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['node_modules/oxlint/bin/oxlint', '--debug=files'], {
    cwd: root,
  });
  const files = (
    await Promise.all(
      product.map((place) => readdir(join(root, place)).then((names) => names.map((name) => `${place}/${name}`))),
    )
  )
    .flat()
    .filter((file) => /\.tsx?$/.test(file));
  expect(stdout.split('\n')).toEqual(expect.arrayContaining(files));
});

test('oxlint reports cycles of types and of aliases, packages out of place, and names that say too little', async () => {
  await write('contract/src/a.ts', begun(`import type { B } from './b.ts';\nexport type A = B | 1;`));
  await write('contract/src/b.ts', begun(`import type { A } from './a.ts';\nexport type B = A | 2;`));
  await write('admin/src/kit/c.tsx', begun(`import { d } from '#kit/d.tsx';\nexport const c = () => d;`));
  await write('admin/src/kit/d.tsx', begun(`import { c } from './c.tsx';\nexport const d = c;`));
  await write('contract/src/e.ts', forms('node:fs'));
  await write('admin/src/kit/e.tsx', forms('@mantine/notifications'));
  await write('admin/src/areas/user/e.ts', forms('firebase/firestore/lite'));
  await write('admin/src/shared/order-tracking/e.ts', forms('@mantine/notifications'));
  await write('admin/src/shared/order-tracking/f.ts', forms('firebase/firestore/lite'));
  await write('admin/src/app/e.ts', forms('firebase/app'));
  await write('admin/src/app/f.ts', forms('@mantine/notifications'));
  await write('scripts/g.ts', begun(`export const row = { said: 1 };\nexport type Asked = (typeof row)['said'];`));
  const found = await lint();
  const count = (rule: string) => {
    const files = found.filter((line) => line.includes(`(${rule})`)).map((line) => line.split(':')[0] ?? '');
    return Object.fromEntries([...Map.groupBy(files, (file) => file)].map(([file, lines]) => [file, lines.length]));
  };
  expect(count('no-cycle')).toEqual({
    'contract/src/a.ts': 1,
    'contract/src/b.ts': 1,
    'admin/src/kit/c.tsx': 1,
    'admin/src/kit/d.tsx': 1,
  });
  expect(count('no-restricted-imports')).toEqual({
    'contract/src/e.ts': 4,
    'admin/src/kit/e.tsx': 4,
    'admin/src/areas/user/e.ts': 4,
    'admin/src/shared/order-tracking/e.ts': 4,
    'admin/src/app/e.ts': 4,
  });
  expect(count('id-denylist')).toEqual({ 'scripts/g.ts': 2 });
});
