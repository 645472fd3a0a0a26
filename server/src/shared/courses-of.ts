/** Courses that a user has, as SQL. */
import { type RawBuilder, sql } from 'kysely';

/** Subquery of the `course_id` of each course that a user has, directly or through a learning path. */
export const coursesOf = (userId: string): RawBuilder<unknown> => sql`(
  select course_id from course_user where user_id = ${userId}
  union select part.course_id from learning_path_user taken
    join learning_path_course part on part.path_id = taken.path_id where taken.user_id = ${userId})`;
