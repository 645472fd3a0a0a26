/** Proves the letters of scores, at the edges that the specification names. */
import { expect, it } from 'vitest';
import { gradeOf } from './grade.ts';

it.each([
  [100, 'A'],
  [91, 'A'],
  [90.5, 'A'],
  [90, 'A-'],
  [86, 'A-'],
  [85, 'B+'],
  [81, 'B+'],
  [80, 'B'],
  [76, 'B'],
  [75, 'B-'],
  [71, 'B-'],
  [70, 'C'],
  [0, 'C'],
])('%s is %s', (score, grade) => {
  expect(gradeOf(score)).toBe(grade);
});
