/** How far members of a course have come (ours). Their own site writes it; here it is read. */
import { z } from 'zod';
import { idOf } from './fields.ts';
import { endpoint } from './kernel.ts';

/** In figures. Done is a lesson that was completed, a quiz that was passed, a survey that was answered. */
export const progress = z.object({
  /** Lessons, quizzes and surveys of the course, and how many of them are done. */
  items: z.int(),
  completed: z.int(),
  /** The quizzes among them. */
  quizzes: z.int(),
  passed: z.int(),
});
export type Progress = z.output<typeof progress>;

/** The share of a course that is done, in whole hundredths; of a course with nothing in it nothing is. */
export const percentDone = ({ items, completed }: Pick<Progress, 'items' | 'completed'>): number =>
  items === 0 ? 0 : Math.floor((100 * completed) / items);

/** What one member has done; 404 unless they have the course, themselves or by a learning path. */
export const getProgress = endpoint({
  area: 'course',
  embeds: ['order'],
  roles: ['admin', 'instructor'],
  method: 'GET',
  url: '/admin/course/:id/progress/:userId/',
  params: z.object({ id: idOf('course'), userId: idOf('user') }),
  reply: z.object({
    userId: idOf('user'),
    name: z.string(),
    completed: z.array(idOf('section-item')),
    /** Those of them that are quizzes: the best attempt has the passing score. */
    passed: z.array(idOf('quiz')),
    /**
     * Where they have it by a learning path that opens it bit by bit, and neither by one that opens it at once nor
     * themselves: every how many days, and since when. Of several such paths the one that opens it soonest.
     */
    drip: z
      .object({
        pathId: idOf('learning-path'),
        name: z.string(),
        interval: z.union([z.literal(1), z.literal(7), z.literal(30)]),
        since: z.string(),
      })
      .nullable(),
  }),
});
