/** SQL of users. */
import { sql } from 'kysely';
import { assignments } from '#contract/assignment.ts';
import { listUsers, userProfile, userRow } from '#contract/user.ts';
import { columnsOf } from '#platform/database/columns.ts';
import { recordById } from '#platform/database/compiled.ts';
import type { Db } from '#platform/database/database.ts';
import { cappedCount, pageOf, queriedList, tableCount } from '#platform/list.ts';
import { ordersOf } from '#platform/sorts.ts';
import { personPattern } from '#shared/person-search.ts';
import { countItems } from '#shared/assignment-link.ts';

const members = countItems(assignments.courseUsers);

const orders = ordersOf('user', listUsers, {
  name: ['nameKey'],
  joined: ['joinedAt'],
  empty: ['totalCourses', 'nameKey'],
});

const columns = columnsOf('user', userRow, {});

export const findUsers = queriedList(
  listUsers,
  (db, { pattern }, window, sort) => {
    const users = db.selectFrom('user');
    const matching = pattern ? users.where('search', 'like', pattern) : users;
    const total = pattern ? cappedCount(matching) : tableCount('user');
    return { rows: pageOf(matching, users, orders[sort], window).select(columns), total };
  },
  personPattern,
);

/** 404 unless the user is this tenant's. */
export const findProfile = recordById('user', (db, id) =>
  db
    .selectFrom('user')
    .where('id', '=', id)
    .select(columnsOf('user', userProfile, {})),
);

/** Of these courses those without a free place, or so many of them, and how many places are taken. */
export const findFullCourses = (db: Db, courseIds: readonly string[], wanted = 1) =>
  db
    .selectFrom('course')
    .select(['id', 'capacity', members.as('members')])
    .where('id', 'in', courseIds)
    .where('capacity', '<', sql<number>`${members} + ${wanted}::int`)
    .execute();

/** Of these users those who are not in the course. */
export async function findNewcomers(db: Db, courseId: string, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from unnest(${userIds}::uuid[]) as asked (id)
    where not exists (select 1 from course_user where course_id = ${courseId} and user_id = asked.id)`.execute(db);
  return rows.map(({ id }) => id);
}
