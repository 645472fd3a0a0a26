/** Access to courses and learning paths that ends, as SQL: the last day, whether it has passed, and its renewal (docs/decisions/0134). */
import { type RawBuilder, sql } from 'kysely';
import { endedInWords, soonDays } from '#contract/kernel/access-term.ts';
import type { Db } from '#platform/database/database.ts';
import { today } from '../subscription-status.ts';

/** Table of memberships that end, and the table of what they open. */
export interface Termed {
  table: string;
  owner: { table: string; column: string };
}

/** Last day of access that is given on a day: the same day of a later month, or the last one of that month; null without months. */
export const lastDayOf = (day: RawBuilder<unknown>, months: RawBuilder<unknown>) =>
  sql<string | null>`(${day} + make_interval(months => ${months}))::date`;

/** Last day of access that is given on a day, default today, to a row of `course` or `learning_path`; null: no end. */
export const termOf = ({ owner }: Pick<Termed, 'owner'>, day: RawBuilder<unknown> = today) =>
  lastDayOf(day, sql.ref(`${owner.table}.access_months`));

/** Condition that access with this last day, null for none, has not ended on a day in Jakarta. */
export const isOpenUntil = (lastDay: RawBuilder<unknown>, day: RawBuilder<unknown> = today) =>
  sql<boolean>`coalesce(${lastDay} >= ${day}, true)`;

/** Condition that a membership itself has not ended. `link`: name of the row of course_user or learning_path_user. */
export const isRunning = (link = 'course_user', day: RawBuilder<unknown> = today) =>
  isOpenUntil(sql.ref(`${link}.access_ends_on`), day);

/** Day in Jakarta of a moment; of one to come, and without one, today. */
export const dayOf = (moment: string | null | undefined) =>
  sql`(least(${moment ?? null}::timestamptz, now()) at time zone 'Asia/Jakarta')::date`;

/** Subquery of all that opens courses to users, directly and by learning paths: `user_id`, `course_id`, `access_ends_on`. */
export const grants = sql`(
  select user_id, course_id, access_ends_on from course_user where tenant = current_tenant()
  union all select taken.user_id, part.course_id, taken.access_ends_on from learning_path_user taken
    join learning_path_course part on part.tenant = taken.tenant and part.path_id = taken.path_id where taken.tenant = current_tenant())`;

const latest = sql`max(coalesce(access_ends_on, 'infinity'))`;

/** Aggregate of the latest last day of {@link grants}; no end is the latest of all, and null. */
export const latestEnd = sql<string | null>`nullif(${latest}, 'infinity')`;

/**
 * Latest last day of the learning paths by which a user has a course, `infinity` for no end; null: by none. The fence
 * (`offset 0`) makes the planner begin with the paths of the user, which are few.
 */
const latestOfPaths = (userId: RawBuilder<unknown>, courseId: RawBuilder<unknown>) => sql`(select ${latest}
  from (select path_id, access_ends_on from learning_path_user where tenant = current_tenant() and user_id = ${userId} offset 0) taken
    join learning_path_course part on part.tenant = current_tenant() and part.path_id = taken.path_id and part.course_id = ${courseId})`;

/** Last day on which a course is open to a user, by whatever opens it; null: no end. */
export const lastDayOfCourse = (userId: RawBuilder<unknown>, courseId: RawBuilder<unknown>) =>
  sql<string | null>`nullif(greatest(
    (select ${latest} from course_user where tenant = current_tenant() and user_id = ${userId} and course_id = ${courseId}),
    ${latestOfPaths(userId, courseId)}), 'infinity')`;

/** Last day on which a learning path is open to a user; null: no end. */
export const lastDayOfPath = (userId: RawBuilder<unknown>, pathId: RawBuilder<unknown>) =>
  sql<string | null>`(select access_ends_on from learning_path_user where user_id = ${userId} and path_id = ${pathId})`;

/** Latest last day of what opens the same as a membership; see {@link latestOfPaths}. */
const latestBeside = (link: string, table: string) =>
  table === 'course_user' ? latestOfPaths(sql.ref(`${link}.user_id`), sql.ref(`${link}.course_id`)) : sql`null::date`;

/** Last day on which what a membership opens is open to its member: a learning path may keep a course open for longer. */
export const lastDayIn = (link: string, table = 'course_user'): RawBuilder<unknown> => {
  const own = sql.ref(`${link}.access_ends_on`);
  return sql`case when ${own} is not null then nullif(greatest(${own}, ${latestBeside(link, table)}), 'infinity') end`;
};

/** Conditions of a membership by the last day on which what it opens is open. */
export const byTerm = (link: string, table = 'course_user') => {
  // The membership's own day, which an index has, comes first.
  const own = sql.ref(`${link}.access_ends_on`);
  const other = latestBeside(link, table);
  const soon = sql`${today} + ${sql.lit(soonDays)}`;
  return {
    soon: sql<boolean>`(${own} <= ${soon} and coalesce(${other} <= ${soon}, true) and (${own} >= ${today} or ${other} >= ${today}))`,
    ended: sql<boolean>`(${own} < ${today} and coalesce(${other} < ${today}, true))`,
  };
};

/** Reason why the course or learning path that a user had is closed; undefined: it has no end. */
export async function endOfAccess(
  db: Db,
  userId: string,
  { courseId, pathId }: { courseId?: string | null; pathId?: string | null },
): Promise<string | undefined> {
  const user = sql`${userId}::uuid`;
  const lastDay = courseId ? lastDayOfCourse(user, sql`${courseId}::uuid`) : lastDayOfPath(user, sql`${pathId}::uuid`);
  const { rows } = await sql<{ day: string | null }>`select ${lastDay} as day`.execute(db);
  return rows[0]?.day ? endedInWords(rows[0].day) : undefined;
}

/** Gives a member whose access has ended access from now on; false if it has not. */
export async function renewEnded(db: Db, link: Termed, ownerId: string, userId: string): Promise<boolean> {
  const owner = sql.table(link.owner.table);
  const { numAffectedRows = 0n } = await sql`update ${sql.table(link.table)} link
    set assigned_at = now(), access_ends_on = ${termOf(link)}
    from ${owner} where ${owner}.id = ${ownerId} and link.${sql.ref(link.owner.column)} = ${ownerId} and link.user_id = ${userId}
      and not ${isRunning('link')}`.execute(db);
  return numAffectedRows > 0n;
}

/** Gives a membership that began after the payment of a paid order the last day that follows from that payment. */
export function endAsOf(db: Db, link: Termed, ownerId: string, orderId: string): Promise<unknown> {
  const owner = sql.table(link.owner.table);
  return sql`update ${sql.table(link.table)} link
    set access_ends_on = ${termOf(link, sql`(paid.paid_at at time zone 'Asia/Jakarta')::date`)}
    from ${owner}, "order" paid
    where ${owner}.id = ${ownerId} and link.${sql.ref(link.owner.column)} = ${ownerId} and paid.id = ${orderId} and link.user_id = paid.user_id
      and paid.paid_at < link.assigned_at and link.access_ends_on is not null and ${owner}.access_months is not null`.execute(
    db,
  );
}
