/** Capacity rules of a course, for assignments (domain.md, Course). */
import { sql } from 'kysely';
import { assignments } from '#contract/assignment/table.ts';
import type { Db } from '#platform/database/database.ts';
import { conflict } from '#platform/errors.ts';
import { type LinkRules, countItems } from './assignment/link.ts';
import { termOfCourse } from './access/term.ts';
import { progressOf } from './progress.ts';

const members = countItems(assignments.courseUsers);

/** Courses among these with fewer than `places` free places, with the number of places taken. */
export const findFullCourses = (db: Db, courseIds: readonly string[], places = 1) =>
  db
    .selectFrom('course')
    .select(['id', 'capacity', members.as('members')])
    .where('id', 'in', courseIds)
    .where('capacity', '<', sql<number>`${members} + ${places}::int`)
    .execute();

/** Users among these who are not in the course. */
async function findNewcomers(db: Db, courseId: string, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from unnest(${userIds}::uuid[]) as candidate (id)
    where not exists (select 1 from course_user where course_id = ${courseId} and user_id = candidate.id)`.execute(db);
  return rows.map(({ id }) => id);
}

/** Message of the error that a course is full. */
export const isFull = ({ members, capacity }: { members: number; capacity: number | null }) =>
  `This course is full: ${members} of ${capacity} places are taken`;

/**
 * Rules for assigning users to a course. The course is locked, so that concurrent assignments of the last place wait.
 */
export const courseUsers: LinkRules = {
  // Each user may fit alone, as the list shows, but not all together.
  check: async (db, courseId, userIds) => {
    if (userIds.length === 1) return;
    const newcomers = await findNewcomers(db, courseId, userIds);
    const [full] = await findFullCourses(db, [courseId], newcomers.length);
    if (!full || newcomers.length === 0) return;
    const { members, capacity } = full;
    throw conflict(
      `This course has no room for ${newcomers.length} more: ${members} of ${capacity} places are taken`,
      assignments.courseUsers.together?.wireKey,
    );
  },
  conflicts: async (db, courseId, userIds) => {
    const [full] = await findFullCourses(db, [courseId]);
    if (!full) return [];
    const newcomers = await findNewcomers(db, courseId, userIds);
    return newcomers.map((itemId) => ({ itemId, message: isFull(full) }));
  },
  endsOn: (courseId) => sql`(select ${termOfCourse} from course where id = ${courseId})`,
  details: async (db, courseId, userIds) => {
    const figures = await progressOf(db, [courseId], userIds);
    return new Map(figures.map(({ courseId: _, userId, ...progress }) => [userId, { progress }]));
  },
};
