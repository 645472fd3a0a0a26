/** Grade letters by score (spec §5). */
import { z } from 'zod';

const bounds = [
  [90, 'A'],
  [85, 'A-'],
  [80, 'B+'],
  [75, 'B'],
  [70, 'B-'],
] as const;
const lowest = 'C';

export const grade = z.enum(['A', 'A-', 'B+', 'B', 'B-', 'C']);
export type Grade = z.infer<typeof grade>;

/** The letter of a score from 0 to 100: a score at a bound has the lower letter. */
export const gradeOf = (score: number): Grade => bounds.find(([above]) => score > above)?.[1] ?? lowest;
