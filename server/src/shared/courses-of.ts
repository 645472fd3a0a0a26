/** Courses that a user has, and users who have a course, as SQL. */
import { type RawBuilder, sql } from 'kysely';
import { dayOf, grants, isOpenUntil, isRunning } from './access/term.ts';

/** Subquery of the `course_id` of each course that a user has, directly or through a learning path, also after the access has ended. */
export const coursesOf = (userId: string): RawBuilder<unknown> => coursesWhere(userId, sql`true`);

/** Those of them whose access had not ended at a moment, default now. */
export const coursesOpenTo = (userId: string, at?: string | null): RawBuilder<unknown> =>
  coursesWhere(userId, isOpenUntil(sql`access_ends_on`, dayOf(at)));

const coursesWhere = (userId: string, condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select distinct course_id from ${grants} given where user_id = ${userId} and ${condition})`;

/** Subquery of the `path_id` of each learning path of a user whose access had not ended at a moment, default now. */
export const pathsOpenTo = (userId: string, at?: string | null): RawBuilder<unknown> =>
  sql`(select path_id from learning_path_user where user_id = ${userId} and ${isRunning('learning_path_user', dayOf(at))})`;

/** Subquery of the `user_id` of each person who has a course, directly or through a learning path. */
export const holdersOf = (courseId: string): RawBuilder<unknown> =>
  sql`(select distinct user_id from ${grants} given where course_id = ${courseId})`;
