/** Proves how pasted lines become options. */
import { expect, it } from 'vitest';
import { optionsIn } from './pasted-options.ts';

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
