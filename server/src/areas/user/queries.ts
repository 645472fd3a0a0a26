/** SQL of users. Each sort is served by an index. */
import { sql } from 'kysely';
import type { ValidatedInput } from '#contract/kernel.ts';
import type { listUsers } from '#contract/user.ts';
import { oneById } from '#platform/database/compiled.ts';
import type { Db } from '#platform/database/database.ts';
import { type Page, cappedCount, likePattern, tableCount, paginate, offsetOf, pageOf } from '#platform/list.ts';

type UserQuery = ValidatedInput<typeof listUsers>['query'];

const orders = {
  name: sql`name_key, id`,
  '-name': sql`name_key desc, id desc`,
  joined: sql`joined_at, id`,
  empty: sql`total_courses, name_key, id`,
} as const satisfies Record<UserQuery['sort'], unknown>;

export async function findUsers(db: Db, query: UserQuery) {
  const users = db.selectFrom('user');
  const matching = query.search ? users.where('search', 'like', likePattern(query.search)) : users;
  const rows = pageOf(matching, users, orders[query.sort], query).select([
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
  return paginate(db, rows, query.search ? cappedCount(matching) : tableCount('user'), query);
}

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

/** Courses of a user, latest assignment first. */
export function findUserCourses(db: Db, userId: string, query: Page & { search: string }) {
  let matching = db
    .selectFrom('courseUser')
    .innerJoin('course', 'course.id', 'courseUser.courseId')
    .where('courseUser.userId', '=', userId);
  if (query.search) matching = matching.where('course.search', 'like', likePattern(query.search));
  const rows = matching
    .select(['course.id', 'course.name', 'course.thumbnail', 'course.category', 'course.type', 'courseUser.assignedAt'])
    .orderBy('courseUser.assignedAt', 'desc')
    .orderBy('course.id', 'desc')
    .limit(query.pageSize)
    .offset(offsetOf(query));
  return paginate(db, rows, cappedCount(matching), query);
}

/** Everybody who matches, by name, with whether this course is theirs. */
export function findCourseUsers(db: Db, courseId: string, query: Page & { search: string }) {
  let matching = db.selectFrom('user').where('role', '=', 'member');
  if (query.search) matching = matching.where('search', 'like', likePattern(query.search));
  const isAssigned = sql<boolean>`exists (select 1 from course_user where course_id = ${courseId} and user_id = "user".id)`;
  const rows = matching
    .select(['id', 'name', 'email', 'image', isAssigned.as('isAssigned')])
    .orderBy('nameKey')
    .orderBy('id')
    .limit(query.pageSize)
    .offset(offsetOf(query));
  return paginate(db, rows, cappedCount(matching), query);
}

/** The most members that a course takes (null: any number), and how many it has. */
export const findPlaces = (db: Db, courseId: string) =>
  db
    .selectFrom('course')
    .where('id', '=', courseId)
    .select([
      'capacity',
      sql<number>`(select count(*)::int from course_user where course_id = course.id)`.as('members'),
    ])
    .executeTakeFirstOrThrow();

/** Answers whether the link is new. */
export async function linkCourse(db: Db, courseId: string, userId: string): Promise<boolean> {
  const result = await db
    .insertInto('courseUser')
    .values({ courseId, userId })
    .onConflict((link) => link.doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows) > 0;
}

/** Answers whether there was a link. */
export async function unlinkCourse(db: Db, courseId: string, userId: string): Promise<boolean> {
  const result = await db
    .deleteFrom('courseUser')
    .where('courseId', '=', courseId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return Number(result.numDeletedRows) > 0;
}
