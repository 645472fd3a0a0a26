/** Status of many orders in a few statements, for those whose effects need no decision per order. */
import { type RawBuilder, sql } from 'kysely';
import { holdsVoucher, opensItems } from '#contract/order/rules.ts';
import { type OrderStatus, orderStatuses } from '#contract/order/status.ts';
import type { Db } from '#platform/database/database.ts';
import { isRunning, termOfCourse } from '#shared/access/term.ts';
import { chargeDue, isBeingRefunded, isRefunded, refundHeld, reverseLast } from '#shared/order/ledger.ts';

const anyOf = (ids: readonly string[]) => sql`any(${ids}::uuid[])`;
const holding = orderStatuses.filter(holdsVoucher);

/**
 * Another paid order of the member that contains an item: that one takes its access over. The fence (`offset 0`) keeps
 * the planner from reading all paid orders, whose number it underestimates while a batch changes them.
 */
const isPaidElsewhere = sql<boolean>`exists (select from (
    select id, status, company_id from "order" own where own.user_id = "order".user_id offset 0) other
  join order_item same on same.order_id = other.id
  where other.id <> "order".id and other.status = 'paid' and other.company_id is null and same.product_id = item.product_id)`;

/** Places that moved to another course follow their transfer, one order at a time. */
const isMoved = sql<boolean>`exists (select from place_transfer where order_id = "order".id and is_current)`;

/** Items that one order at a time must open: courses with places, learning paths and subscriptions. */
const isOpenedAlone = sql<boolean>`item.product_type <> 'products' and (item.product_type <> 'courses' or course.capacity is not null)`;
const isClosedAlone = sql<boolean>`item.is_opened and (item.product_type <> 'courses' or ${isPaidElsewhere})`;

/**
 * Orders that can get a status together; claims of seats follow a company's, one at a time. A voucher that is used again is subject to its limits, one by one.
 * `isClosing`: the orders take access back.
 */
async function findFitting(
  db: Db,
  ids: readonly string[],
  to: OrderStatus,
  { isClosing, isUndo }: { isClosing: boolean; isUndo: boolean },
): Promise<{ id: string; status: OrderStatus }[]> {
  const isAlone = opensItems(to) ? isOpenedAlone : isClosing ? isClosedAlone : sql<boolean>`false`;
  const isMembers = sql<boolean>`exists (select from "user" where id = "order".user_id and role = 'member')`;
  const { rows } = await sql<{
    id: string;
    status: OrderStatus;
  }>`select id, status from "order" where id = ${anyOf(ids)} and company_id is null and not ${isMoved}
    and (not ${holdsVoucher(to)} or status = any(${holding}) or not exists (
      select from voucher_redemption used where used.order_id = "order".id))
    and not exists (select from order_item item left join course on course.id = item.product_id
      where item.order_id = "order".id and ${isAlone})
    and (not ${opensItems(to)} or ${isMembers})
    and (${opensItems(to)} or status <> 'paid' or not ${isBeingRefunded})
    and (not ${isUndo} or status <> 'paid' or not ${isRefunded})`.execute(db);
  return rows;
}

/** Assigns the courses of orders to their members; an order has opened those that its member did not have any more. */
const openCourses = (db: Db, ids: readonly string[]) =>
  sql`with bought as (
      select "order".id, "order".user_id, course.id as course_id from "order"
        join order_item item on item.order_id = "order".id and item.product_type = 'courses'
        join course on course.id = item.product_id
      where "order".id = ${anyOf(ids)}),
    opened as (
      insert into course_user (course_id, user_id, access_ends_on)
        select distinct course_id, user_id, ${termOfCourse} from bought join course on course.id = course_id
      on conflict (tenant, course_id, user_id) do update set assigned_at = now(), access_ends_on = excluded.access_ends_on
        where not ${isRunning()} returning course_id, user_id),
    opener as (
      select distinct on (course_id, user_id) bought.id, course_id from opened join bought using (course_id, user_id)
      order by course_id, user_id, bought.id)
    update order_item set is_opened = true from opener
    where order_item.order_id = opener.id and order_item.product_id = opener.course_id`.execute(db);

/** Unassigns the courses that orders opened. */
const closeCourses = (db: Db, ids: readonly string[]) =>
  sql`with closed as (
      update order_item set is_opened = false where order_id = ${anyOf(ids)} and is_opened returning order_id, product_id)
    delete from course_user using closed join "order" on "order".id = closed.order_id
    where course_user.course_id = closed.product_id and course_user.user_id = "order".user_id`.execute(db);

/** Locks the courses of orders in a fixed order, as assigning does, after their members and the orders. */
const lockCourses = (db: Db, ids: readonly string[]) =>
  sql`select 1 from course where id in (
      select product_id from order_item where order_id = ${anyOf(ids)} and product_type = 'courses')
    order by id for no key update`.execute(db);

/** Time of payment that the status sets: see `paidAtOf` (status.ts). */
function paidAt(to: OrderStatus, isUndo: boolean): RawBuilder<unknown> {
  if (opensItems(to)) return isUndo ? sql`paid_at` : sql`now()`;
  return isUndo ? sql`case when status = 'paid' then null else paid_at end` : sql`paid_at`;
}

/** Entries of the ledger, see `recordPayment` (status.ts); `wasPaid`: the orders that were paid. */
async function recordPayments(
  db: Db,
  ids: readonly string[],
  to: OrderStatus,
  isUndo: boolean,
  wasPaid: readonly string[],
) {
  if (opensItems(to)) await (isUndo ? reverseLast(db, ids, 'refund') : chargeDue(db, ids));
  else if (wasPaid.length > 0) await (isUndo ? reverseLast(db, wasPaid, 'charge') : refundHeld(db, wasPaid));
}

/** Sets the status of those locked orders that fit, with all effects; returns their ids. */
export async function setStatusInBulk(
  db: Db,
  ids: readonly string[],
  to: OrderStatus,
  { isUndo, removeAccess }: { isUndo: boolean; removeAccess: boolean },
): Promise<readonly string[]> {
  await lockCourses(db, ids);
  const isClosing = !opensItems(to) && (removeAccess || isUndo);
  const orders = await findFitting(db, ids, to, { isClosing, isUndo });
  const fitting = orders.map(({ id }) => id);
  if (fitting.length === 0) return fitting;
  if (!holdsVoucher(to))
    await sql`update voucher_redemption set released_at = now()
      where order_id = ${anyOf(fitting)} and released_at is null`.execute(db);
  if (opensItems(to)) await openCourses(db, fitting);
  if (isClosing) await closeCourses(db, fitting);
  await sql`update "order" set status = ${to}, paid_at = ${paidAt(to, isUndo)} where id = ${anyOf(fitting)}`.execute(
    db,
  );
  const wasPaid = orders.filter(({ status }) => opensItems(status)).map(({ id }) => id);
  await recordPayments(db, fitting, to, isUndo, wasPaid);
  return fitting;
}
