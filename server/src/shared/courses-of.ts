/** Courses that a user has, and users who have a course, as SQL. */
import { type RawBuilder, sql } from 'kysely';
import { dayOf, isRunning } from './access/term.ts';

/** Subquery of the `course_id` of each course that a user has, directly, also after the access has ended, or through a learning path. */
export const coursesOf = (userId: string): RawBuilder<unknown> => coursesWhere(userId, sql`true`);

/** Those of them whose access had not ended at a moment, default now. */
export const coursesOpenTo = (userId: string, at?: string | null): RawBuilder<unknown> =>
  coursesWhere(userId, isRunning('course_user', dayOf(at)));

const coursesWhere = (userId: string, condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select course_id from course_user where user_id = ${userId} and ${condition}
  union select part.course_id from learning_path_user taken
    join learning_path_course part on part.path_id = taken.path_id where taken.user_id = ${userId})`;

/** Subquery of the `user_id` of each person who has a course, directly or through a learning path. */
export const holdersOf = (courseId: string): RawBuilder<unknown> => sql`(
  select user_id from course_user where course_id = ${courseId}
  union select link.user_id from learning_path_course its join learning_path_user link on link.path_id = its.path_id
    where its.course_id = ${courseId})`;
