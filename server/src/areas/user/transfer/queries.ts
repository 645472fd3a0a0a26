/** SQL of transfers: who can move, what their places count for, and the queue of those who wait. */
import { type RawBuilder, sql } from 'kysely';
import type { TransferCourse, listDeferred } from '#contract/user/transfer.ts';
import type { Reply, ValidatedInput } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { cappedCount, matchesAll, pagedList } from '#platform/list.ts';
import { isRunning } from '#shared/access/term.ts';
import { personPatterns } from '#shared/person-search.ts';

/** Course as transfers show it, without its price. */
export async function findCourse(db: Db, id: string) {
  const { rows } = await sql<
    Omit<TransferCourse, 'price'>
  >`select id, name, is_published, start_date, capacity, total_members,
      has_certificate, passing_score, exists (select from final_project where course_id = course.id) as has_project,
      (select count(*)::int from calendar_event event join course_section section on section.id = event.section_id
        where section.course_id = course.id and event.attendees is null and event.state <> 'cancelled' and section.end_at > now()) as invitations
    from course where id = ${id}`.execute(db);
  return rows[0];
}

/** Condition that a current transfer `moved` put a place into a course, or lets it wait after that course. */
const isIn = (courseId: string): RawBuilder<boolean> =>
  sql`moved.is_current and case when moved.is_deferred then moved.from_course_id else moved.to_course_id end = ${courseId}`;

export interface Place {
  userId: string;
  name: string;
  email: string;
  phoneNumber: string;
  isMember: boolean;
  isThere: boolean;
  hasPath: boolean;
  hasSubscription: boolean;
  /** Current transfer of the place, with its value. */
  transferId: string | null;
  isDeferred: boolean | null;
  value: number | null;
  boughtCourseId: string | null;
  order: {
    id: string;
    invoiceNumber: string;
    total: number;
    isSeat: boolean;
    isPaid: boolean;
    items: { productId: string; price: number; discountAmount: number; refunded: number }[];
  } | null;
}

/** Users with their places in a course, by the order of the ids; `toId`: course to move to. */
export async function findPlaces(db: Db, fromId: string, toId: string | null, userIds: readonly string[]) {
  const refunded = sql`(select coalesce(sum(part.amount), 0)::int from refund join refund_item part on part.refund_id = refund.id
    where refund.order_id = paid.id and refund.state = 'done' and part.line = item.line)`;
  const { rows } =
    await sql<Place>`select person.id as user_id, person.name, person.email, person.phone_number, member.user_id is not null as is_member,
      exists (select from course_user where course_id = ${toId} and user_id = person.id) as is_there,
      exists (select from learning_path_user taken join learning_path_course part on part.path_id = taken.path_id
        where taken.user_id = person.id and part.course_id = ${fromId} and ${isRunning('taken')}) as has_path,
      exists (select from subscription where user_id = person.id and cancelled_at is null
        and now() < (end_date + 1)::timestamp at time zone 'Asia/Jakarta') as has_subscription,
      place.id as transfer_id, place.is_deferred, place.value, place.bought_course_id,
      (select json_build_object('id', paid.id, 'invoiceNumber', invoice_number, 'total', total_amount, 'isSeat', seat_of is not null, 'isPaid', status = 'paid',
          'items', (select json_agg(json_build_object('productId', product_id, 'price', price, 'discountAmount', discount_amount,
            'refunded', ${refunded}) order by line) from order_item item where item.order_id = paid.id))
        from "order" paid where paid.id = coalesce(place.order_id, bought.id)) as "order"
    from unnest(${userIds}::uuid[]) with ordinality listed (id, n) join "user" person on person.id = listed.id
      left join course_user member on member.course_id = ${fromId} and member.user_id = person.id
      left join lateral (select * from place_transfer moved where moved.user_id = person.id and ${isIn(fromId)}
        order by id desc limit 1) place on true
      left join lateral (select one.id from "order" one join order_item item on item.order_id = one.id
        where place.id is null and one.user_id = person.id and one.status = 'paid' and one.company_id is null
          and item.product_type = 'courses' and item.product_id = ${fromId}
          and not exists (select from place_transfer gone where gone.order_id = one.id and gone.bought_course_id = ${fromId} and gone.is_current)
        order by item.is_opened desc, one.created_at desc, one.id desc limit 1) bought on true
    order by listed.n`.execute(db);
  return rows;
}

/** Locks users, then courses, each in a fixed order, as changes of orders do. */
export async function lockPlaces(db: Db, userIds: readonly string[], courseIds: readonly string[]): Promise<void> {
  await sql`select from "user" where id = any(${userIds}::uuid[]) order by id for no key update`.execute(db);
  await sql`select from course where id = any(${courseIds}::uuid[]) order by id for no key update`.execute(db);
}

/** Times of memberships, with microseconds. */
export async function findTimes(db: Db, courseId: string, userIds: readonly string[]) {
  const { rows } = await sql<{ userId: string; at: string }>`select user_id, assigned_at::text as at from course_user
    where course_id = ${courseId} and user_id = any(${userIds}::uuid[])`.execute(db);
  return new Map(rows.map(({ userId, at }) => [userId, at]));
}

/** Condition that a transfer lets a place wait; an order that is paid no longer has no place. */
export const isWaiting = sql<boolean>`place_transfer.is_current and place_transfer.is_deferred and not exists (
  select from "order" bought where bought.id = place_transfer.order_id and bought.status <> 'paid')`;

interface DeferredFilters {
  courseId: string;
  patterns: readonly string[] | undefined;
}

const deferredPage = pagedList((db, { courseId, patterns }: DeferredFilters, { limit, offset }) => {
  let matching = db
    .selectFrom('placeTransfer')
    .innerJoin('user', 'user.id', 'placeTransfer.userId')
    .where('placeTransfer.fromCourseId', '=', courseId)
    .where(isWaiting);
  if (patterns) matching = matching.where(matchesAll(sql`"user".search`, patterns));
  const rows = matching.orderBy('placeTransfer.id').limit(limit).offset(offset);
  return {
    rows: rows.select(['userId', 'user.name', 'user.email', 'movedAt as since']),
    total: cappedCount(matching),
  };
});

export async function findDeferred(
  db: Db,
  { params, query }: Pick<ValidatedInput<typeof listDeferred>, 'params' | 'query'>,
): Promise<Reply<typeof listDeferred>> {
  const filters = { courseId: params.id, patterns: personPatterns(query.search) };
  const { head, rows } = await deferredPage(db, filters, query);
  return { ...head, places: rows };
}
