/** Courses that a user has, and users who have a course, as SQL. */
import { type RawBuilder, sql } from 'kysely';

/** Subquery of the `course_id` of each course that a user has, directly or through a learning path. */
export const coursesOf = (userId: string): RawBuilder<unknown> => sql`(
  select course_id from course_user where user_id = ${userId}
  union select part.course_id from learning_path_user taken
    join learning_path_course part on part.path_id = taken.path_id where taken.user_id = ${userId})`;

/** Subquery of the `user_id` of each person who has a course, directly or through a learning path. */
export const holdersOf = (courseId: string): RawBuilder<unknown> => sql`(
  select user_id from course_user where course_id = ${courseId}
  union select link.user_id from learning_path_course its join learning_path_user link on link.path_id = its.path_id
    where its.course_id = ${courseId})`;
