/** Gradebook of a course: results of each member in lessons, quizzes, classes and the final project (domain.md, Cohorts). */
import { z } from 'zod';
import { choice } from '../kernel/draft.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { byIdOf, filter, flag, idOf, listQuery, listReply } from '../kernel/fields.ts';
import { listSize } from '../kernel/page-size.ts';
import { sorted } from '../kernel/sorts.ts';
import { risk } from './risk.ts';

/** States of a final project; `none`: not handed in. */
export const projectStates = { none: 'Not handed in', waiting: 'To review', reviewed: 'Reviewed' } as const;

const member = z.object({
  userId: idOf('user'),
  name: z.string(),
  email: z.string(),
  /** Completed lessons, without live classes. */
  lessons: z.int(),
  /** Best score in each quiz, in the order of `quizzes`; null without an attempt. */
  scores: z.array(z.int().nullable()),
  /** Number of passed quizzes. */
  passed: z.int(),
  /** Number of classes attended. */
  attended: z.int(),
  /** State of the final project, and the score of its latest reviewed attempt; null: the course has none. */
  project: z.object({ state: choice(projectStates), score: z.int().nullable() }).nullable(),
  /** Mean of the quizzes and the final project as on certificates, from 0 to 100; null if the course has neither. */
  score: z.int().nullable(),
  /** Null: not at risk. */
  risk: risk.nullable(),
  /** Public code of the certificate; null without a valid one. */
  certificate: z.string().nullable(),
});

/**
 * Lists the results of the members of a course, including those who have it through a learning path. `lessons`,
 * `quizzes` and `held` (classes whose attendance was taken) are those of the course.
 */
export const getGradebook = endpoint({
  area: 'course',
  roles: ['admin', 'instructor'],
  method: 'GET',
  url: '/admin/course/:id/gradebook/',
  params: byIdOf('course'),
  query: listQuery(
    {
      isAtRisk: filter(flag, 'At risk'),
      hasCertificate: filter(flag, 'Certificate'),
      sort: sorted(['name', '-name']),
    },
    listSize(2),
  ),
  reply: listReply('members', member).extend({
    lessons: z.int(),
    quizzes: z.array(z.object({ id: idOf('quiz'), name: z.string(), passingScore: z.int() })),
    held: z.int(),
    hasProject: z.boolean(),
  }),
});
