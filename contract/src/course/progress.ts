/** Progress of members in a course (ours). It comes from the members' site. */
import { z } from 'zod';
import { byIdOf, idOf } from '../kernel/fields.ts';
import { endpoint } from '../kernel/endpoint.ts';
import type { Progress } from '../kernel/progress.ts';

/** Percentage of a course that is done, rounded down; 0 for an empty course. */
export const percentDone = ({ items, completed }: Pick<Progress, 'items' | 'completed'>): number =>
  items === 0 ? 0 : Math.floor((100 * completed) / items);

/** Gets the progress of a member; 404 unless they have the course, directly or through a learning path. */
export const getProgress = endpoint({
  area: 'course',
  roles: ['admin', 'instructor'],
  method: 'GET',
  url: '/admin/course/:id/progress/:userId/',
  params: z.object({ id: idOf('course'), userId: idOf('user') }),
  reply: z.object({
    userId: idOf('user'),
    name: z.string(),
    completed: z.array(idOf('section-item')),
    /** Completed quizzes whose best attempt reaches the passing score. */
    passed: z.array(idOf('quiz')),
    /** Last day in Jakarta on which the course is open to them; null: no end. The latest of what opens it, directly and by learning paths. */
    accessEndsOn: z.string().nullable(),
    /**
     * Drip that applies to the member, if they have the course only through learning paths with a drip: interval in
     * days and start. Of several paths, the one that opens it soonest.
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

/**
 * Gets how far the members of a course get (ours), over all who have it directly or through a learning path. Zeros
 * for a course without members.
 */
export const getCourseProgress = endpoint({
  area: 'course',
  roles: ['admin', 'instructor'],
  method: 'GET',
  url: '/admin/course/:id/progress/',
  params: byIdOf('course'),
  reply: z.object({
    members: z.int(),
    /** Members who have done something in it, and those who have done every item. */
    started: z.int(),
    finished: z.int(),
    /** Median of the members' best scores in its quizzes, rounded, from 0 to 100; null without attempts. */
    medianScore: z.int().nullable(),
    /** In course order. */
    items: z.array(
      z.object({
        id: idOf('section-item'),
        /** Members who came to it: they did something in it or in a later item. */
        started: z.int(),
        /** Members whose last completed item it is, without those who completed all. */
        stopped: z.int(),
        /** Members who completed the lesson, attended the live class, passed the quiz or answered the survey. */
        finished: z.int(),
        /** Median of the members' best scores; null for all but quizzes, and without attempts. */
        medianScore: z.int().nullable(),
      }),
    ),
  }),
});
