/** Proves the grade letters of the specification (§5), at each bound and beside it. */
import { describe, expect, it } from 'vitest';
import { gradeOf } from './grade.ts';

describe('the grade of a score', () => {
  it.each([
    [100, 'A'],
    [91, 'A'],
    [90, 'A-'],
    [86, 'A-'],
    [85, 'B+'],
    [81, 'B+'],
    [80, 'B'],
    [76, 'B'],
    [75, 'B-'],
    [71, 'B-'],
    [70, 'C'],
    [1, 'C'],
    [0, 'C'],
  ])('of %i is %s', (score, letter) => {
    expect(gradeOf(score)).toBe(letter);
  });
});
