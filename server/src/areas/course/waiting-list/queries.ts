/** SQL of waiting lists. */
import { type RawBuilder, sql } from 'kysely';
import type { WaitingEntry } from '#contract/course/waiting-list.ts';
import type { Db } from '#platform/database/database.ts';
import { matchesAll, offsetOf, type Page } from '#platform/list.ts';
import { notFound } from '#platform/errors.ts';
import { holdsOffer, isOpenStatus } from '#shared/course-places.ts';

/** Order of a list: who paid first, then by time. */
const inOrder = sql`order_id is null, added_at, id`;

/** Locks a course; 404 if there is none. Changes of its list, and of its members, wait for each other. */
export async function lockCourse(db: Db, courseId: string): Promise<void> {
  const { rows } = await sql`select from course where id = ${courseId} for no key update`.execute(db);
  if (rows.length === 0) throw notFound('course');
}

/** Condition that row `waiting`, of row `course`, waits for an offer. */
const isWaiting = sql<boolean>`(waiting.skipped is null and waiting.order_id is null and waiting.offer_ends_at is null)`;

/** State of row `waiting`; an offer that is over is one of a skipped person, before the job writes it too. */
const state = sql`case when waiting.skipped is not null then 'skipped' when waiting.order_id is not null then 'paid'
  when waiting.offer_ends_at is null then 'waiting' when ${holdsOffer} then 'offered' else 'skipped' end`;

const moment = (of: RawBuilder<unknown>) => sql`to_char(${of} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const entryColumns = sql`"user".id as user_id, "user".name, email, phone_number, waiting.position, ${state} as state, waiting.added_at, waiting.note,
  (select json_build_object('id', bought.id, 'invoiceNumber', invoice_number) from "order" bought where bought.id = waiting.order_id) as "order",
  (select json_build_object('id', placed.id, 'invoiceNumber', invoice_number) from order_item item join "order" placed on placed.id = item.order_id
    where item.product_id = waiting.course_id and item.product_type = 'courses' and placed.user_id = waiting.user_id
      and placed.company_id is null and ${isOpenStatus('placed.status')} order by placed.id desc limit 1) as open_order,
  case when offer_ends_at is not null then json_build_object('endsAt', ${moment(sql`offer_ends_at`)}, 'by', offered_by,
    'hours', offer_hours, 'reason', offer_reason) end as offer,
  case when ${state} = 'skipped' then coalesce(skipped, 'expired') end as skipped,
  case when ${isWaiting} then (select json_build_object('name', person.name, 'reason', later.offer_reason)
    from course_waiting later join "user" person on person.id = later.user_id
    where later.course_id = waiting.course_id and later.order_id is null and later.offer_reason <> ''
      and later.offered_at > waiting.added_at and (later.added_at, later.id) > (waiting.added_at, waiting.id)
    order by later.offered_at desc limit 1) end as passed_over`;

/** Page of a list, and the number of all that match. */
export async function findEntries(db: Db, courseId: string, patterns: readonly string[] | undefined, page: Page) {
  const matching = patterns ? matchesAll(sql`"user".search`, patterns) : sql`true`;
  const { rows } = await sql<WaitingEntry & { total: number }>`select ${entryColumns}, count(*) over ()::int as total
    from (select course_waiting.*, row_number() over (order by ${inOrder})::int as position
        from course_waiting where course_id = ${courseId} and left_at is null) waiting
      join course on course.id = waiting.course_id join "user" on "user".id = waiting.user_id
    where ${matching} order by waiting.position limit ${page.pageSize} offset ${offsetOf(page)}`.execute(db);
  return rows;
}

/** Number of members, and the capacity; 404 if there is no such course. */
export const findSize = (db: Db, courseId: string) =>
  db
    .selectFrom('course')
    .select(['capacity', 'totalMembers'])
    .where('id', '=', courseId)
    .executeTakeFirstOrThrow(() => notFound('course'));

/** Users among these: whether they are members of the brand. */
export const findPeople = (db: Db, userIds: readonly string[]) =>
  db.selectFrom('user').select(['id', 'role']).where('id', 'in', userIds).execute();

/** Adds people in their order, except those who are in the course or wait; returns the number of those who were added. */
export async function insertEntries(
  db: Db,
  courseId: string,
  userIds: readonly string[],
  note: string,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`insert into course_waiting (course_id, user_id, note, added_at)
    select ${courseId}, id, ${note}, clock_timestamp() + n * interval '1 microsecond'
    from unnest(${userIds}::uuid[]) with ordinality as person (id, n)
    where not exists (select from course_user where course_id = ${courseId} and user_id = person.id)
    on conflict (tenant, course_id, user_id) where left_at is null do nothing`.execute(db);
  return Number(numAffectedRows);
}

interface Entry {
  id: string;
  state: WaitingEntry['state'];
  isActive: boolean;
  /** People before this one who wait for an offer. */
  before: number;
}

/** Entry of a person, of a locked course; undefined: they do not wait. */
export async function findEntry(db: Db, courseId: string, userId: string): Promise<Entry | undefined> {
  const { rows } = await sql<Entry>`select waiting.id, ${state} as state, "user".status = 1 as is_active,
      (select count(*)::int from course_waiting waiting_before where course_id = waiting.course_id and left_at is null
        and skipped is null and order_id is null and offer_ends_at is null and (added_at, id) < (waiting.added_at, waiting.id)) as before
    from course_waiting waiting join course on course.id = waiting.course_id join "user" on "user".id = waiting.user_id
    where course_id = ${courseId} and user_id = ${userId} and left_at is null`.execute(db);
  return rows[0];
}

/** People of a course who paid and wait. */
export async function countPaid(db: Db, courseId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from course_waiting
    where course_id = ${courseId} and left_at is null and order_id is not null`.execute(db);
  return rows[0]!.n;
}

export const removeEntry = (db: Db, id: string) =>
  sql`update course_waiting set left_at = now(), left_as = 'removed' where id = ${id}`.execute(db);

const noOffer = sql`offered_at = null, offer_ends_at = null, offer_hours = null, offered_by = null, offer_reason = ''`;

/** Puts back who left last, unless they are in the course or wait; whether there was such an entry. */
export async function restoreEntry(db: Db, courseId: string, userId: string): Promise<boolean> {
  const { numAffectedRows = 0n } =
    await sql`update course_waiting waiting set left_at = null, left_as = null, skipped = null, ${noOffer},
      order_id = (select id from "order" where "order".id = order_id and status = 'paid')
    where id = (select id from course_waiting where course_id = ${courseId} and user_id = ${userId} order by left_at desc nulls first limit 1)
      and left_at is not null
      and not exists (select from course_user where course_id = ${courseId} and user_id = ${userId})`.execute(db);
  return numAffectedRows > 0n;
}

interface Offer {
  hours: number;
  by: 'mail' | 'link';
  reason: string;
}

/** Holds a place for an entry; returns the end of the offer. */
export async function writeOffer(db: Db, id: string, { hours, by, reason }: Offer): Promise<string> {
  const { rows } = await sql<{ endsAt: string }>`update course_waiting set skipped = null, offered_at = now(),
      offer_ends_at = now() + make_interval(hours => ${hours}::int), offer_hours = ${hours}, offered_by = ${by}, offer_reason = ${reason}
    where id = ${id} returning offer_ends_at as ends_at`.execute(db);
  return rows[0]!.endsAt;
}

export const clearOffer = (db: Db, id: string) =>
  sql`update course_waiting set ${noOffer} where id = ${id}`.execute(db);

/** Courses where the job has something to do: an offer is over, or who paid may get a place. */
export async function findMoving(db: Db): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select distinct course.id from course_waiting waiting join course on course.id = waiting.course_id
    where waiting.left_at is null and (
      waiting.order_id is not null and coalesce(course.total_members < course.capacity, true)
      or waiting.skipped is null and waiting.offer_ends_at <= now() and not ${holdsOffer}) order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** Marks offers of a locked course that are over; returns their hours. */
export async function endOffers(db: Db, courseId: string): Promise<number[]> {
  const { rows } = await sql<{ hours: number }>`update course_waiting waiting set skipped = 'expired' from course
    where course.id = ${courseId} and waiting.course_id = course.id and waiting.left_at is null and waiting.skipped is null
      and waiting.order_id is null and waiting.offer_ends_at <= now() and not ${holdsOffer}
    returning offer_hours as hours`.execute(db);
  return rows.map(({ hours }) => hours);
}

/** Next person of a locked course who waits for an offer. */
export async function findNext(db: Db, courseId: string): Promise<{ id: string; isActive: boolean } | undefined> {
  const { rows } = await sql<{
    id: string;
    isActive: boolean;
  }>`select waiting.id, status = 1 and role = 'member' as is_active
    from course_waiting waiting join "user" on "user".id = waiting.user_id
    where course_id = ${courseId} and left_at is null and ${isWaiting} order by added_at, waiting.id limit 1`.execute(
    db,
  );
  return rows[0];
}

export const skipInactive = (db: Db, id: string) =>
  sql`update course_waiting set skipped = 'inactive' where id = ${id}`.execute(db);

/** People of a course who paid, in order. */
export async function findPaid(db: Db, courseId: string): Promise<{ id: string; userId: string; orderId: string }[]> {
  const { rows } = await sql<{
    id: string;
    userId: string;
    orderId: string;
  }>`select id, user_id, order_id from course_waiting
    where course_id = ${courseId} and left_at is null and order_id is not null order by added_at, id`.execute(db);
  return rows;
}

/** Whether an entry still waits with a paid order. */
export async function isPaidEntry(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from course_waiting waiting join "order" on "order".id = waiting.order_id
    where waiting.id = ${id} and left_at is null and "order".status = 'paid'`.execute(db);
  return rows.length > 0;
}

/** Letter of an offer that still stands. */
export async function findLetter(db: Db, id: string) {
  const { rows } = await sql<{
    name: string;
    email: string;
    course: string;
    endsAt: string;
  }>`select "user".name, "user".email,
      course.name as course, offer_ends_at as ends_at
    from course_waiting waiting join course on course.id = waiting.course_id join "user" on "user".id = waiting.user_id
    where waiting.id = ${id} and ${holdsOffer} and offered_by = 'mail'`.execute(db);
  return rows[0];
}
