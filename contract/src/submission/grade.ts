/** Grade letters by score (spec §5). */
import { z } from 'zod';

/** Letters, best first. */
export const grades = ['A', 'A-', 'B+', 'B', 'B-', 'C'] as const;
export const grade = z.enum(grades);
export type Grade = (typeof grades)[number];

/** Exclusive lower bound of each letter, best first. */
const bounds: readonly (readonly [score: number, grade: Grade])[] = [
  [90, 'A'],
  [85, 'A-'],
  [80, 'B+'],
  [75, 'B'],
  [70, 'B-'],
];

/** Letter of a score from 0 to 100; a score equal to a bound gets the lower letter. */
export const gradeOf = (score: number): Grade => bounds.find(([above]) => score > above)?.[1] ?? 'C';
