/** Access to courses that ends, as SQL: the last day of a membership, whether it has passed, and its renewal (docs/decisions/0134). */
import { type RawBuilder, sql } from 'kysely';
import { endedInWords, soonDays } from '#contract/kernel/access-term.ts';
import type { Db } from '#platform/database/database.ts';
import { today } from '../subscription-status.ts';

/** Last day of access that is given on a day: the same day of a later month, or the last one of that month; null without months. */
export const lastDayOf = (day: RawBuilder<unknown>, months: RawBuilder<unknown>) =>
  sql<string | null>`(${day} + make_interval(months => ${months}))::date`;

/** Last day of access that is given now to a row of `course`; null: no end. */
export const termOfCourse = lastDayOf(today, sql`course.access_months`);

/** Condition that the access of a membership has not ended on a day in Jakarta. `link`: name of the row of course_user. */
export const isRunning = (link = 'course_user', day: RawBuilder<unknown> = today) =>
  sql<boolean>`coalesce(${sql.ref(`${link}.access_ends_on`)} >= ${day}, true)`;

/** Condition that the member of a row `link` of course_user has its course through a learning path, too. */
export const hasPathTo = (link: string) => sql<boolean>`exists (select from learning_path_user taken
  join learning_path_course part on part.path_id = taken.path_id
  where taken.user_id = ${sql.ref(`${link}.user_id`)} and part.course_id = ${sql.ref(`${link}.course_id`)})`;

/** Day in Jakarta of a moment; of one to come, and without one, today. */
export const dayOf = (moment: string | null | undefined) =>
  sql`(least(${moment ?? null}::timestamptz, now()) at time zone 'Asia/Jakarta')::date`;

/** Last day of a membership; null, too, while a learning path keeps its course open. */
export const lastDayIn = (link: string) =>
  sql`case when not ${hasPathTo(link)} then ${sql.ref(`${link}.access_ends_on`)} end`;

/** Conditions of a membership by its end, which it does not have while a learning path keeps its course open. */
export const byTerm = (link: string) => {
  const lastDay = sql.ref(`${link}.access_ends_on`);
  return {
    soon: sql<boolean>`(${lastDay} between ${today} and ${today} + ${sql.lit(soonDays)} and not ${hasPathTo(link)})`,
    ended: sql<boolean>`(${lastDay} < ${today} and not ${hasPathTo(link)})`,
  };
};

/** Reason why a course of a member is closed that their access has ended to; undefined: it has no end. */
export async function endOfAccess(db: Db, courseId: string, userId: string): Promise<string | undefined> {
  const held = await db
    .selectFrom('courseUser')
    .where('courseId', '=', courseId)
    .where('userId', '=', userId)
    .select('accessEndsOn')
    .executeTakeFirst();
  return held?.accessEndsOn ? endedInWords(held.accessEndsOn) : undefined;
}

/** Gives the members of courses whose access has ended access from now on; returns them. */
export async function renewEnded(db: Db, of: RawBuilder<unknown>): Promise<{ courseId: string; userId: string }[]> {
  const { rows } = await sql<{ courseId: string; userId: string }>`update course_user link
    set assigned_at = now(), access_ends_on = ${termOfCourse}
    from course, (${of}) bought (course_id, user_id)
    where course.id = link.course_id and bought.course_id = link.course_id and bought.user_id = link.user_id and not ${isRunning('link')}
    returning link.course_id, link.user_id`.execute(db);
  return rows;
}

/** Gives a membership that began after the payment of a paid order the last day that follows from that payment. */
export const endAsOf = (db: Db, courseId: string, orderId: string): Promise<unknown> =>
  sql`update course_user link
    set access_ends_on = ${lastDayOf(sql`(paid.paid_at at time zone 'Asia/Jakarta')::date`, sql`course.access_months`)}
    from course, "order" paid
    where course.id = ${courseId} and link.course_id = course.id and paid.id = ${orderId} and link.user_id = paid.user_id
      and paid.paid_at < link.assigned_at and link.access_ends_on is not null and course.access_months is not null`.execute(
    db,
  );
