/** Tests that the tally of `npm test` hides no failure. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './files.mjs';
import { type Tally, countPlaywright, countVitest, sum } from './tally.mjs';

const stats = { expected: 0, flaky: 0, unexpected: 0 };
const failing = { title: 'a page opens', file: 'page.spec.ts', line: 7, ok: false };

test('adds up both runners and names each failed and each flaky test', () => {
  const units = countVitest({
    passed: 10,
    failures: ['a.test.ts › adds', 'b.test.ts › waits'],
    flaky: ['c.test.ts › polls'],
  });
  const flaky = { title: 'a row moves', file: 'row.spec.ts', line: 3, ok: true, tests: [{ status: 'flaky' }] };
  const pages = countPlaywright({
    stats: { expected: 3, flaky: 1, unexpected: 1 },
    suites: [
      { title: 'page.spec.ts', suites: [{ title: 'inner', specs: [failing, { ...failing, ok: true }, flaky] }] },
    ],
    errors: [],
  });
  expect(sum(units, pages)).toEqual({
    passed: 14,
    failures: ['a.test.ts › adds', 'b.test.ts › waits', 'e2e/page.spec.ts:7 › a page opens'],
    flaky: ['c.test.ts › polls', 'e2e/row.spec.ts:3 › a row moves'],
  });
});

test.each([
  ['no report', undefined],
  ['a report without tests', { passed: 0, failures: [], flaky: [] }],
])('counts %s of vitest as a failure', (_, report) => {
  expect(countVitest(report)).toEqual({ passed: 0, failures: ['vitest reported no test'], flaky: [] });
});

test.each([
  ['no report', undefined, 'Playwright reported no test'],
  ['a report without tests', { stats, suites: [], errors: [] }, 'Playwright reported no test'],
  [
    'an error outside the tests',
    { stats, suites: [], errors: [{ message: 'no server' }] },
    'outside the browser tests: no server',
  ],
  [
    'a failure that is nowhere listed',
    { stats: { ...stats, unexpected: 1 }, suites: [], errors: [] },
    'a browser test without a name',
  ],
])('counts %s of Playwright as a failure', (_, report, failure) => {
  expect(countPlaywright(report)).toEqual({ passed: 0, failures: [failure], flaky: [] });
});

test('names each failure that vitest reports: a test, a hook, a file that does not load, an uncaught error', () => {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache/report-'));
  const out = join(folder, 'report.json');
  const lines = [
    "import { beforeAll, describe, test } from 'vitest';",
    "test('is right', () => {});",
    "let tries = 0; test('is unlucky', { retry: 1 }, () => { if (tries++ === 0) throw new Error('first try'); });",
    "test('is wrong', () => { throw new Error('one is not two\\nmore'); });",
    "describe('a hook', () => { beforeAll(() => { throw new Error('no database'); }); test('never runs', () => {}); });",
    "let starts = 0; describe('a lost set-up', () => { beforeAll(() => { if (starts++ === 0) throw new Error('no connection'); }); test('runs', () => {}); });",
    "test('leaves something behind', () => { setTimeout(() => { throw new Error('too late'); }, 1); return new Promise((done) => setTimeout(done, 50)); });",
  ];
  writeFileSync(join(folder, 'a.test.js'), lines.join('\n'));
  writeFileSync(join(folder, 'b.test.js'), "throw new Error('does not load');");
  const runner = join(root, 'server/src/platform/testing/repeated-set-up.ts');
  writeFileSync(join(folder, 'vitest.config.js'), `export default ${JSON.stringify({ test: { runner } })};`);
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const reporter = `--reporter=${join(root, 'scripts/lib/vitest-report.mjs')}`;
  const { status } = spawnSync(process.execPath, [vitest, 'run', `--root=${folder}`, reporter], {
    cwd: root,
    env: { ...process.env, VITEST_REPORT: out },
  });
  expect(status).toBe(1);
  const { passed, failures, flaky } = JSON.parse(readFileSync(out, 'utf8')) as Tally;
  expect(passed).toBe(4);
  expect(flaky.map((name) => name.replace(/^.*(?=a\.test)/, ''))).toEqual([
    'a.test.js › set-up\n  no connection',
    'a.test.js › is unlucky\n  first try',
  ]);
  expect(failures.map((failure) => failure.replace(/^.*(?=[ab]\.test)/, '')).toSorted()).toEqual([
    'a.test.js › a hook\n  no database',
    'a.test.js › is wrong\n  one is not two\n  more',
    'b.test.js\n  does not load',
    'outside the tests: too late',
  ]);
  rmSync(folder, { recursive: true });
});
