/** Progress of a member as figures. */
import { z } from 'zod';

/** Progress in numbers. Counts as done: a completed lesson, an attended live class, a passed quiz, an answered survey. */
export const progress = z.object({
  /** Number of lessons, quizzes and surveys in the course, and of those done. */
  items: z.int(),
  completed: z.int(),
  /** Number of quizzes among them, and of those passed. */
  quizzes: z.int(),
  passed: z.int(),
});
export type Progress = z.output<typeof progress>;
