/** Access that an order grants when it is paid, and revokes when it is no longer paid (domain.md, Order). */
import { type RawBuilder, sql } from 'kysely';
import { assignments } from '#contract/assignment/table.ts';
import type { ProductType } from '#contract/pricing/product-type.ts';
import type { OrderStatus } from '#contract/order/status.ts';
import type { Db } from '#platform/database/database.ts';
import { assignItems, unassignItems } from './assignment/assign.ts';
import { linkOf } from './assignment/link.ts';
import { endAsOf, renewEnded } from './access/term.ts';
import { courseUsers, lockPlaces } from './course-places.ts';
import { today } from './subscription-status.ts';
import { waitAsPaid } from './waiting-list.ts';

/** Order as needed for changing what it opens. */
export interface Bought {
  orderId: string;
  userId: string;
  status: OrderStatus;
  /** Rupiah paid by the order. */
  totalAmount: number;
  items: { productType: ProductType; productId: string; isOpened: boolean }[];
}
type Item = Bought['items'][number];
type OrderOf = Pick<Bought, 'orderId' | 'userId'>;
/** Product, of whatever order. */
export type OpenedItem = Pick<Item, 'productType' | 'productId'>;

/** Links that assign products to users, with their rules. */
const links = {
  courses: { assignment: assignments.courseUsers, rules: courseUsers },
  'learning paths': { assignment: assignments.pathUsers, rules: {} },
} as const;
/** Assignment and rules that grant access to a product; undefined for subscriptions and other products. */
export const linkOfItem = ({ productType }: OpenedItem) =>
  productType in links ? links[productType as keyof typeof links] : undefined;

const isThere = async (db: Db, table: string, id: string) =>
  (await sql`select 1 from ${sql.table(table)} where id = ${id}`.execute(db)).rows.length > 0;

/** Records whether an order opened an item, so that a refund closes it. */
export const setOpened = (db: Db, orderId: string, { productId }: OpenedItem, isOpened: boolean) =>
  db
    .updateTable('orderItem')
    .set({ isOpened })
    .where('orderId', '=', orderId)
    .where('productId', '=', productId)
    .execute();

/** First day in Jakarta that no subscription of the user to this plan covers. */
const firstDay = (userId: string, planId: string): RawBuilder<string> => sql`greatest(
  ${today},
  (select max(end_date) + 1 from subscription where user_id = ${userId} and plan_id = ${planId} and cancelled_at is null))`;

/** Adds a subscription that follows the current one of the plan; false if the plan no longer exists. */
async function subscribe(db: Db, { orderId, userId }: OrderOf, { productId }: OpenedItem): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`insert into subscription (user_id, plan_id, order_id, start_date, end_date)
    select ${userId}, id, ${orderId}, ${firstDay(userId, productId)},
      (${firstDay(userId, productId)} + duration_months * interval '1 month')::date - 1
    from subscription_plan where id = ${productId}`.execute(db);
  return numAffectedRows > 0n;
}

/** Course in which the place of an order's item is now; null: it waits for one. Another product is what it is. */
async function placeOf(db: Db, orderId: string, { productId }: OpenedItem): Promise<string | null> {
  const { rows } = await sql<{ courseId: string | null }>`select to_course_id as course_id from place_transfer
    where order_id = ${orderId} and bought_course_id = ${productId} and is_current`.execute(db);
  return rows[0] ? rows[0].courseId : productId;
}

/**
 * Gives a member access to an item, also anew after it has ended. False if the member has it already, it no longer exists, or its type gives no
 * access. A subscription is always added, after those of the same plan.
 */
export async function openItem(db: Db, order: OrderOf, item: OpenedItem): Promise<boolean> {
  if (item.productType === 'subscriptions') return subscribe(db, order, item);
  const link = linkOfItem(item);
  if (!link) return false;
  const place = await placeOf(db, order.orderId, item);
  // The place waits on.
  if (place === null) return true;
  if (!(await isThere(db, link.assignment.owner === 'course' ? 'course' : 'learning_path', place))) return false;
  const added = await assignItems(db, link.assignment, link.rules, place, [order.userId]);
  if (added.length > 0) return true;
  return renewEnded(db, linkOf(link.assignment), place, order.userId);
}

/**
 * Whether a paid item has to wait, as its course has no place left; then its member is the first on the waiting list.
 * Money is never refused for it (docs/decisions/0133); what costs nothing is.
 */
async function mustWait(db: Db, { orderId, userId, totalAmount }: Bought, item: Item): Promise<boolean> {
  if (totalAmount === 0 || item.productType !== 'courses') return false;
  const courseId = await placeOf(db, orderId, item);
  if (courseId === null) return false;
  await lockPlaces(db, [courseId]);
  const [conflict] = (await courseUsers.conflicts?.(db, courseId, [userId])) ?? [];
  if (conflict) await waitAsPaid(db, { orderId, userId, courseId });
  return conflict !== undefined;
}

/** Opens the items of an order. 409 if a course of an order of Rp0 has no place left; then nothing is opened. */
export async function openItems(db: Db, order: Bought): Promise<void> {
  for (const item of order.items)
    if (!(await mustWait(db, order, item)) && (await openItem(db, order, item)))
      await setOpened(db, order.orderId, item, true);
}

/** Makes the subscriptions that the order had opened valid again, if they were cancelled; false if it opened none to the plan. */
async function resubscribe(db: Db, { orderId }: Bought, { productId }: Item): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`update subscription set cancelled_at = null
    where order_id = ${orderId} and plan_id = ${productId}`.execute(db);
  return numAffectedRows > 0n;
}

/** Opens the items of an order whose closing is undone; subscriptions keep their days. */
export async function reopenItems(db: Db, order: Bought): Promise<void> {
  for (const item of order.items) {
    const isBack = item.productType === 'subscriptions' && (await resubscribe(db, order, item));
    if (isBack || (!(await mustWait(db, order, item)) && (await openItem(db, order, item))))
      await setOpened(db, order.orderId, item, true);
  }
}

/** Transfers an opened product to another paid order of the member that contains it, and returns that; undefined if there is none. */
async function handOver(db: Db, { orderId, userId }: Bought, { productId }: Item): Promise<string | undefined> {
  const { rows } = await sql<{ orderId: string }>`update order_item set is_opened = true
    where product_id = ${productId} and order_id = (
      select o.id from order_item i join "order" o on o.id = i.order_id
      where i.product_id = ${productId} and o.user_id = ${userId} and o.status = 'paid' and o.company_id is null and o.id <> ${orderId}
      order by o.id limit 1) returning order_id`.execute(db);
  return rows[0]?.orderId;
}

async function closeItem(db: Db, order: Bought, item: Item): Promise<void> {
  await setOpened(db, order.orderId, item, false);
  if (item.productType === 'subscriptions') {
    await sql`update subscription set cancelled_at = now()
      where order_id = ${order.orderId} and plan_id = ${item.productId} and cancelled_at is null`.execute(db);
    return;
  }
  const link = linkOfItem(item);
  if (!link) return;
  const place = await placeOf(db, order.orderId, item);
  if (place === null) return;
  const heir = place === item.productId ? await handOver(db, order, item) : undefined;
  if (heir === undefined) await unassignItems(db, link.assignment, link.rules, place, [order.userId]);
  else await endAsOf(db, linkOf(link.assignment), item.productId, heir);
}

/** Closes the items that this order opened. */
export async function closeItems(db: Db, order: Bought): Promise<void> {
  for (const item of order.items) if (item.isOpened) await closeItem(db, order, item);
}
