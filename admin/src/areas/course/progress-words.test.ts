/** Tests durations in words. */
import { expect, it } from 'vitest';
import { durationInWords } from './progress-words.ts';

it.each([
  [0, '–'],
  [40, '40 min'],
  [60, '1 h'],
  [85, '1 h 25 min'],
  [90_000, '1.500 h'],
])('%i minutes are %s', (minutes, words) => {
  expect(durationInWords(minutes)).toBe(words);
});
