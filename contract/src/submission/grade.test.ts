/** Tests grade letters at and around each bound (spec §5). */
import { describe, expect, it } from 'vitest';
import { gradeOf } from './grade.ts';

describe('gradeOf', () => {
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
  ])('returns for %i the grade %s', (score, letter) => {
    expect(gradeOf(score)).toBe(letter);
  });
});
