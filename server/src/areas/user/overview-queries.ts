/** SQL of a user's overview. */
import { sql } from 'kysely';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { trackingCollections } from '#contract/order-tracking/endpoints.ts';
import { type getUserOverview, maxOverviewItems } from '#contract/user/overview.ts';
import type { Db } from '#platform/database/database.ts';
import { classEnd, classStart } from '#shared/classes.ts';
import { coursesOpenTo } from '#shared/courses-of.ts';

type Overview = Reply<typeof getUserOverview>;
type ItemOf<Key extends 'orders' | 'submissions'> = Overview[Key]['items'][number];
const most = sql.lit(maxOverviewItems);

export async function findOrders(db: Db, userId: string): Promise<Overview['orders']> {
  const { rows } = await sql<ItemOf<'orders'> & Omit<Overview['orders'], 'items'>>`
    select id as order_id, invoice_number, total_amount, status, created_at,
      array(select product_name from order_item where order_id = placed.id order by line) as product_names,
      count(*) over ()::int as total, (count(*) filter (where waits) over ())::int as unpaid,
      coalesce(sum(total_amount) filter (where waits) over (), 0)::float8 as due
    from (select *, status in ('unpaid', 'pending') as waits from "order" where user_id = ${userId}) placed
    order by waits desc, created_at desc, id desc limit ${most}`.execute(db);
  const { total = 0, unpaid = 0, due = 0 } = rows[0] ?? {};
  return { total, unpaid, due, items: rows };
}

export async function findMissingAccess(db: Db, userId: string): Promise<Overview['missing']> {
  const { rows } = await sql<Overview['missing'][number]>`
    select gap.id as gap_id, amount, since,
      json_build_object('productType', product_type, 'productId', product_id, 'name', product_name) as product,
      case when paid.id is not null then
        json_build_object('orderId', paid.id, 'invoiceNumber', paid.invoice_number, 'status', paid.status) end as "order"
    from access_gap gap left join "order" paid on paid.id = gap.order_id
    where gap.user_id = ${userId} and kind = 'paid-no-access' and intended_reason is null
    order by since desc, gap.id desc limit ${most}`.execute(db);
  return rows;
}

export async function findSubmissions(db: Db, userId: string): Promise<Overview['submissions']> {
  const { rows } = await sql<ItemOf<'submissions'> & { total: number; waiting: number; isWaiting: boolean }>`
    select one.id, submitted_at, attempt, coalesce(course.name, path.name) as product_name,
      count(*) over ()::int as total, (count(*) filter (where is_waiting) over ())::int as waiting, is_waiting
    from (select *, status is not distinct from 'not-reviewed' as is_waiting from project_submission where user_id = ${userId}) one
      left join course on course.id = one.course_id left join learning_path path on path.id = one.path_id
    order by is_waiting desc, submitted_at, one.id limit ${most}`.execute(db);
  const { total = 0, waiting = 0 } = rows[0] ?? {};
  return { total, waiting, items: rows.filter(({ isWaiting }) => isWaiting) };
}

export const findCertificates = (db: Db, userId: string): Promise<Overview['certificates']> =>
  db
    .selectFrom('certificate')
    .where('userId', '=', userId)
    .orderBy('issuedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .select(['id', 'code as certificateId', 'courseId', 'courseName', 'score', 'issuedAt', 'fileUrl'])
    .select([
      sql<Overview['certificates'][number]['grade']>`grade`.as('grade'),
      sql<Overview['certificates'][number]['status']>`status`.as('status'),
    ])
    .execute();

export async function findNextClass(db: Db, userId: string): Promise<Overview['nextClass'] | undefined> {
  const { rows } = await sql<NonNullable<Overview['nextClass']>>`with mine as ${coursesOpenTo(userId)}
    select lesson.id as lesson_id, section.id as section_id, coalesce(lesson.name, section.name) as name, course.id as course_id,
      course.name as course_name, course.type, ${classStart} as start_at, ${classEnd} as end_at,
      coalesce(lesson.meeting_url, section.gmeet_url, course.meeting_url) as meeting_url
    from mine join course on course.id = mine.course_id and course.is_published
      join course_section section on section.course_id = course.id
      left join lesson on lesson.section_id = section.id and lesson.type = 'LIVE_CLASS'
    where coalesce(${classEnd}, ${classStart}) > now() and ${classStart} is not null
    order by ${classStart}, section.id, lesson.id limit 1`.execute(db);
  return rows[0];
}

/**
 * SQL array of the spellings in which tracked orders may have a user's e-mail, or that of an account merged into it; like
 * Firestore, the desk compares whole addresses.
 */
export const addressesOf = (userId: string) =>
  sql<
    string[]
  >`array(select unnest(array[email, email_key]) from "user" where id = ${userId} or merged_into = ${userId})`;

/** A document without a text as status is unpaid (spec §3); one without `timestamp` is in no list. */
export async function countTrackedUnpaid(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from tracking_document
    where collection = ${trackingCollections.orders} and user_email = any(${addressesOf(userId)}) and order_key is not null
      and coalesce(nullif(status_text, ''), 'unpaid') in ('unpaid', 'pending')`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function findDeskWork(db: Db, userId: string): Promise<Overview['desk'] | undefined> {
  const { rows } = await sql<NonNullable<Overview['desk']>>`
    select min(follow_up_at) as follow_up_at, max(contacted_at) as contacted_at,
      (array_agg(last_template order by contacted_at desc nulls last))[1] as last_template,
      (select json_build_object('id', holder.id, 'name', holder.name) from "user" holder
        where holder.id = (array_agg(claimed_by order by claimed_at desc nulls last))[1]) as claimed_by
    from desk_order where user_email = any(${addressesOf(userId)}) and is_open having count(*) > 0`.execute(db);
  return rows[0];
}
