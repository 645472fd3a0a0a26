/** Status of many orders in a few statements, for those whose effects need no decision per order. */
import { type RawBuilder, sql } from 'kysely';
import { holdsVoucher, opensItems } from '#contract/order/rules.ts';
import { type OrderStatus, orderStatuses } from '#contract/order/status.ts';
import type { Db } from '#platform/database/database.ts';
import { isRunning, termOf } from '../access/term.ts';
import { refuseConflicts } from '../assignment/assign.ts';
import { courseUsers } from '../course-places.ts';
import { chargeDue, isBeingRefunded, isRefunded, refundHeld, reverseLast } from './ledger.ts';

const anyOf = (ids: readonly string[]) => sql`any(${ids}::uuid[])`;

/**
 * A condition that is checked by key for each row. Without the subquery, the planner expects so many rows that it reads all
 * members, items and payments instead, which takes longer the more there are.
 */
const forEachRow = (condition: RawBuilder<boolean>) => sql<boolean>`(select ${condition})`;
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

/** Products whose access is a link, in the order in which their tables are locked. */
const linked = [
  { type: 'courses', product: 'course', link: 'course_user', column: 'course_id' },
  { type: 'learning paths', product: 'learning_path', link: 'learning_path_user', column: 'path_id' },
] as const;
type Linked = (typeof linked)[number];
const isLinked = sql<boolean>`item.product_type = any(${linked.map(({ type }) => type)})`;

/** Items that one order at a time must open: courses with places, and subscriptions. */
const isOpenedAlone = sql<boolean>`item.product_type <> 'products' and (not ${isLinked} or course.capacity is not null)`;
const isClosedAlone = sql<boolean>`item.is_opened and (not ${isLinked} or ${isPaidElsewhere})`;

/**
 * How statuses are set together. `removeAccess`: takes access back that paid orders gave. `areClaims`: claims of a
 * company's seats, which are refused or changed all together.
 */
interface Way {
  isUndo: boolean;
  removeAccess: boolean;
  areClaims?: boolean;
}

/**
 * Orders that can get a status together; claims of seats follow a company's, which is set alone. A voucher that is used
 * again and a course with places are subject to their limits, one order by one.
 */
async function findFitting(
  db: Db,
  ids: readonly string[],
  to: OrderStatus,
  { isUndo, removeAccess, areClaims = false }: Way,
): Promise<{ id: string; status: OrderStatus }[]> {
  const isOpening = areClaims ? sql<boolean>`item.product_type = 'subscriptions'` : isOpenedAlone;
  const isClosing = removeAccess || isUndo ? isClosedAlone : sql<boolean>`false`;
  const isMembers = sql<boolean>`exists (select from "user" where id = "order".user_id and role = 'member')`;
  const hasUsedVoucher = sql<boolean>`exists (select from voucher_redemption used where used.order_id = "order".id)`;
  const hasOther = sql<boolean>`exists (select from order_item item left join course on course.id = item.product_id
      where item.order_id = "order".id and ${opensItems(to) ? isOpening : isClosing})`;
  const { rows } = await sql<{
    id: string;
    status: OrderStatus;
  }>`select id, status from "order" where id = ${anyOf(ids)} and company_id is null and not ${forEachRow(isMoved)}
    and (${areClaims || !holdsVoucher(to)} or status = any(${holding}) or not ${forEachRow(hasUsedVoucher)})
    and not ${forEachRow(hasOther)}
    and (not ${opensItems(to)} or ${forEachRow(isMembers)})
    and (${opensItems(to)} or status <> 'paid' or not ${forEachRow(isBeingRefunded)})
    and (not ${isUndo} or status <> 'paid' or not ${forEachRow(isRefunded)})`.execute(db);
  return rows;
}

/** Refuses claims that a course with a limit has no places for. @throws HttpError 409 */
async function checkPlaces(db: Db, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ courseId: string; userIds: string[] }>`
    select course.id as "courseId", array_agg(distinct user_id::text) as "userIds"
    from "order" join order_item item on item.order_id = "order".id join course on course.id = item.product_id
    where "order".id = ${anyOf(ids)} and capacity is not null group by course.tenant, course.id order by course.id`.execute(
    db,
  );
  for (const { courseId, userIds } of rows) {
    await courseUsers.check?.(db, courseId, userIds);
    refuseConflicts((await courseUsers.conflicts?.(db, courseId, userIds)) ?? []);
  }
}

/** Assigns the products of orders to their members; an order has opened those that its member did not have any more. */
async function openLinks(db: Db, ids: readonly string[], { type, product, link, column }: Linked): Promise<void> {
  const [its, own] = [sql.ref(column), sql.table(link)];
  await sql`with bought as (
      select "order".id, "order".user_id, product.id as product_id from "order"
        join order_item item on item.order_id = "order".id and item.product_type = ${type}
        join ${sql.table(product)} product on product.id = item.product_id
      where "order".id = ${anyOf(ids)}),
    opened as (
      insert into ${own} (${its}, user_id, access_ends_on)
        select distinct product_id, user_id, ${termOf({ owner: { table: product, column } })}
        from bought join ${sql.table(product)} on ${sql.ref(`${product}.id`)} = product_id
      on conflict (tenant, ${its}, user_id) do update set assigned_at = now(), access_ends_on = excluded.access_ends_on
        where not ${isRunning(link)} returning ${its} as product_id, user_id),
    opener as (
      select distinct on (product_id, user_id) bought.id, product_id from opened join bought using (product_id, user_id)
      order by product_id, user_id, bought.id)
    update order_item set is_opened = true from opener
    where order_item.order_id = opener.id and order_item.product_id = opener.product_id`.execute(db);
}

/** Unassigns the products that orders opened. */
const closeLinks = (db: Db, ids: readonly string[], { type, link, column }: Linked) =>
  sql`with closed as (
      update order_item set is_opened = false where order_id = ${anyOf(ids)} and product_type = ${type} and is_opened
      returning order_id, product_id)
    delete from ${sql.table(link)} link using closed join "order" on "order".id = closed.order_id
    where link.${sql.ref(column)} = closed.product_id and link.user_id = "order".user_id`.execute(db);

/** Locks the products of orders in a fixed order, as assigning does, after their members and the orders. */
const lockProducts = (db: Db, ids: readonly string[], { type, product }: Linked) =>
  sql`select 1 from ${sql.table(product)} where id in (
      select product_id from order_item where order_id = ${anyOf(ids)} and product_type = ${type})
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
  way: Way,
): Promise<readonly string[]> {
  for (const kind of linked) await lockProducts(db, ids, kind);
  const orders = await findFitting(db, ids, to, way);
  const fitting = orders.map(({ id }) => id);
  if (fitting.length === 0) return fitting;
  await sql`update voucher_redemption set released_at = ${holdsVoucher(to) ? sql`null` : sql`now()`}
    where order_id = ${anyOf(fitting)} and (released_at is null) <> ${holdsVoucher(to)}`.execute(db);
  if (opensItems(to) && way.areClaims) await checkPlaces(db, fitting);
  for (const kind of linked) {
    if (opensItems(to)) await openLinks(db, fitting, kind);
    else if (way.removeAccess || way.isUndo) await closeLinks(db, fitting, kind);
  }
  await sql`update "order" set status = ${to}, paid_at = ${paidAt(to, way.isUndo)} where id = ${anyOf(fitting)}`.execute(
    db,
  );
  const wasPaid = orders.filter(({ status }) => opensItems(status)).map(({ id }) => id);
  await recordPayments(db, fitting, to, way.isUndo, wasPaid);
  return fitting;
}
