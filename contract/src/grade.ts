/** The letter of a score, of a reviewed project and of a certificate (spec §5). */

export const grades = ['A', 'A-', 'B+', 'B', 'B-', 'C'] as const;
export type Grade = (typeof grades)[number];

/** The score that each letter is above, from the best down. */
const above: readonly (readonly [score: number, grade: Grade])[] = [
  [90, 'A'],
  [85, 'A-'],
  [80, 'B+'],
  [75, 'B'],
  [70, 'B-'],
];

/** `score` is from 0 to 100. */
export const gradeOf = (score: number): Grade => above.find(([least]) => score > least)?.[1] ?? 'C';
