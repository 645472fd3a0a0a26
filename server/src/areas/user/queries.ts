/** SQL of users. Each sort is served by an index. */
import { sql } from 'kysely';
import type { ValidatedInput } from '#contract/kernel.ts';
import type { listUsers } from '#contract/user.ts';
import { oneById } from '#platform/database/compiled.ts';
import type { Db } from '#platform/database/database.ts';
import { cappedCount, compiledList, likePattern, pageOf, tableCount } from '#platform/list.ts';

const members = sql<number>`(select count(*)::int from course_user where course_id = course.id)`;

type UserQuery = ValidatedInput<typeof listUsers>['query'];

const orders = {
  name: sql`name_key, id`,
  '-name': sql`name_key desc, id desc`,
  joined: sql`joined_at, id`,
  empty: sql`total_courses, name_key, id`,
} as const satisfies Record<UserQuery['sort'], unknown>;

interface Filters extends Record<string, string | undefined> {
  pattern: string | undefined;
}

const userPage = compiledList((db, { pattern }: Filters, window, sort: UserQuery['sort']) => {
  const users = db.selectFrom('user');
  const matching = pattern ? users.where('search', 'like', pattern) : users;
  const rows = pageOf(matching, users, orders[sort], window).select([
    'id',
    'uoc',
    'name',
    'email',
    'phoneNumber',
    'image',
    'role',
    'totalCourses',
    'joinedAt',
    'lastLoginAt',
  ]);
  return { rows, total: pattern ? cappedCount(matching) : tableCount('user') };
});

export const findUsers = (db: Db, query: UserQuery) =>
  userPage(db, { pattern: query.search ? likePattern(query.search) : undefined }, query, query.sort);

export const findProfile = oneById((db, id) =>
  db
    .selectFrom('user')
    .where('id', '=', id)
    .select([
      'id',
      'uoc',
      'name',
      'email',
      'location',
      'job',
      'image',
      'phoneNumber',
      'role',
      'joinedAt',
      'lastLoginAt',
      'version',
    ]),
);

/** Of these courses those without a free place, and how many places are taken. */
export const findFullCourses = (db: Db, courseIds: readonly string[]) =>
  db
    .selectFrom('course')
    .select(['id', 'capacity', members.as('members')])
    .where('id', 'in', courseIds)
    .where('capacity', '<=', members)
    .execute();

/** Of these users those who are not in the course. */
export async function findNewcomers(db: Db, courseId: string, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from unnest(${userIds}::uuid[]) as asked (id)
    where not exists (select 1 from course_user where course_id = ${courseId} and user_id = asked.id)`.execute(db);
  return rows.map(({ id }) => id);
}
