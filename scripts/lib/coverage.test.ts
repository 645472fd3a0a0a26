/** Tests the check of the specification's coverage table. */
import { expect, test } from 'vitest';
import { coverageFaults, rowsOf, stringsOf, titlesIn } from './coverage.mjs';

const tests = `
  describe('a discount', () => {
    it('is saved', () => {});
    it.each([1])('of %s is refused', () => {});
    it.skip('is skipped', () => {});
    it.skipIf(process.env['X'])('is sometimes skipped', () => {});
  });
  for (const path of paths) test(\`the list \${path} fits\`, { tag: '@system' }, () => {});
  testMessages({ does: 'deleting a quiz', ok: 'Deleted' });
  label('no test');
`;
const row = (proof: string, spec = '§1') =>
  `| spec | says | where | proof |\n|---|---|---|---|\n| ${spec} | x | y | ${proof} |`;
const faults = (markdown: string, calls: { method: string; url: string }[] = [], texts: string[] = []) =>
  coverageFaults(markdown, { read: (file) => (file === 'a.test.ts' ? tests : undefined), calls, texts });

test('reads titles of tests, of groups and of testMessages', () => {
  expect(titlesIn('a.test.ts', tests)).toEqual([
    'a discount',
    'is saved',
    'of %s is refused',
    'is sometimes skipped',
    'the list ${path} fits',
    'deleting a quiz',
  ]);
});

test('compares a row with its tests; without a path the previous file is meant', () => {
  expect(faults(row('a.test.ts › is saved<br>› of %s is refused<br>› is refused<br>› deleting a quiz'))).toEqual([]);
});

test.each([
  ['', 'it has no proof'],
  ['b.test.ts › is saved', 'b.test.ts is not there'],
  ['a.ts › is saved', '"a.ts" is no file of tests'],
  ['a.test.ts › is', 'a.test.ts has no test "is"'],
  ['a.test.ts › is skipped', 'a.test.ts has no test "is skipped"'],
  ['a.test.ts › is saved | more', 'it has 5 cells instead of 4'],
])('refuses the proof "%s": %s', (proof, fault) => {
  expect(faults(row(proof))).toEqual([`Line 3 (§1): ${fault}.`]);
});

test('reports calls without a row, whatever their parameters are named, and rows of unknown calls', () => {
  const calls = [{ method: 'PUT', url: '/admin/discount/:id/courses/' }];
  expect(faults(row('a.test.ts › is saved', '`PUT /admin/discount/{discountId}/courses/`'), calls)).toEqual([]);
  expect(faults(row('a.test.ts › is saved', '`PUT /admin/discount/`'), calls)).toEqual([
    'Line 3: there is no call PUT /admin/discount.',
    'No row has the call PUT /admin/discount/{}/courses.',
  ]);
});

test('reports texts of the catalogue without a row', () => {
  const texts = stringsOf(`const other = ['No']; const catalogue = { a: ['Saved', 'Not saved'] };`, 'catalogue');
  expect(texts).toEqual(['Saved', 'Not saved']);
  expect(faults(row('a.test.ts › is saved', "'Saved'"), [], texts)).toEqual(['No row has the text "Not saved".']);
});

test('skips headings and rules, and accepts an escaped bar', () => {
  expect(rowsOf(`text\n${row('a.test.ts › is saved', 'a \\| b')}`).map(({ spec, line }) => [spec, line])).toEqual([
    ['a | b', 4],
  ]);
});
