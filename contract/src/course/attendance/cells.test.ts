/** Tests the cells of delimited texts. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellsOf, maxLines } from './cells.ts';

test.each([
  [
    'a,b\r\nc,d\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a,b\rc', [['a', 'b'], ['c']]],
  ['"a, b","say ""hi""",""', [['a, b', 'say "hi"', '']]],
  ['"a\nb",c', [['a\nb', 'c']]],
  ['a "b" c,d', [['a "b" c', 'd']]],
  ['"a" b,c', [['"a" b', 'c']]],
  ['"a,b\nc', [['"a', 'b'], ['c']]],
  ['\n , \n\na', [['a']]],
  ['a,', [['a', '']]],
  ['', []],
])('%j', (text, rows) => {
  expect(cellsOf(text, ',')).toEqual(rows);
});

test('what is written with quotes is read back', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ';', '\n', ' ') });
  const lines = fc.array(fc.array(cell, { minLength: 1 }).filter((cells) => cells.some((one) => one.trim() !== '')));
  fc.assert(
    fc.property(lines, (rows) => {
      const text = rows.map((cells) => cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(';')).join('\r\n');
      expect(cellsOf(text, ';')).toEqual(rows);
    }),
  );
});

test('no more lines than the limit are read', () => {
  expect(cellsOf('a\n'.repeat(maxLines + 10), ',')).toHaveLength(maxLines + 1);
});
