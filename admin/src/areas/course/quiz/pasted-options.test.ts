/** Tests how pasted lines become options. */
import { expect, it } from 'vitest';
import { optionsIn, withPasted } from './pasted-options.ts';

it.each<[string, [string, boolean][]]>([
  [
    'Jakarta\nBandung',
    [
      ['Jakarta', false],
      ['Bandung', false],
    ],
  ],
  [
    'a. Jakarta\r\nb) Bandung\n\n3. Medan',
    [
      ['Jakarta', false],
      ['Bandung', false],
      ['Medan', false],
    ],
  ],
  [
    '*a. Jakarta\nBandung (benar)\nMedan (V)',
    [
      ['Jakarta', true],
      ['Bandung', true],
      ['Medan', true],
    ],
  ],
  [
    '- Jakarta\n• Bandung ✓',
    [
      ['Jakarta', false],
      ['Bandung', true],
    ],
  ],
  [
    '3.14 adalah pi\n  2 + 2 = 4  ',
    [
      ['3.14 adalah pi', false],
      ['2 + 2 = 4', false],
    ],
  ],
  ['A.I. itu apa', [['A.I. itu apa', false]]],
  ['* \n(benar)', []],
])('%j', (pasted, expected) => {
  expect(optionsIn(pasted).map(({ text, isCorrect }) => [text, isCorrect])).toEqual(expected);
});

const options = (...texts: string[]) =>
  texts.map((text) => ({ text: text.replace('*', ''), isCorrect: text.startsWith('*') }));

it.each<[string, string[], number, string, string, string[]]>([
  ['blank ones are replaced', ['', ''], 0, '', 'Jakarta\n*Bandung', ['Jakarta', '*Bandung']],
  ['what stands in the field stays', ['Jakarta', ''], 0, 'Jakarta', 'Bandung\nMedan', ['Jakarta', 'Bandung', 'Medan']],
  ['they stand where they are pasted', ['A', '', 'D'], 1, '', 'B\nC', ['A', 'B', 'C', 'D']],
  ['one is right at most', ['*A', ''], 1, '', '*B\nC', ['*A', 'B', 'C']],
  ['none is dropped for being too many', ['', ''], 0, '', '1\n2\n3\n4\n5\n6\n7', ['1', '2', '3', '4', '5', '6', '7']],
])('of pasted lines %s', (_, present, at, left, pasted, expected) =>
  expect(withPasted(options(...present), at, left, pasted, true)).toEqual(options(...expected)),
);
