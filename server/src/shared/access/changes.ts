/** Changes of one member's access to one product, and their reversal. */
import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { conflict } from '#platform/errors.ts';
import { assignItems, unassignItems } from '#shared/assignment/assign.ts';
import { linkOf } from '#shared/assignment/link.ts';
import { formerLinks } from '#shared/batch/assigning.ts';
import { type OpenedItem, linkOfItem, openItem, setOpened } from '#shared/order-access.ts';
import { today } from '#shared/subscription-status.ts';
import type { Gap, Mend, MendResult } from './mend-queries.ts';

type Link = NonNullable<ReturnType<typeof linkOfItem>>;
type Held = Pick<Gap, 'userId' | 'productId'>;

/** Time of an assignment, with microseconds; undefined: there is none. */
async function assignedAtOf(db: Db, { assignment }: Link, { productId, userId }: Held): Promise<string | undefined> {
  const { table, owner, item } = linkOf(assignment);
  const { rows } = await sql<{ at: string }>`select assigned_at::text as at from ${sql.table(table)}
    where ${sql.ref(owner.column)} = ${productId} and ${sql.ref(item.column)} = ${userId}`.execute(db);
  return rows[0]?.at;
}

const unassign = (db: Db, { assignment, rules }: Link, { productId, userId }: Held) =>
  unassignItems(db, assignment, rules, productId, [userId]);

/** Gives access to a paid product, and records in its order that the product was opened. 409 if it no longer exists. */
export async function grantAccess(db: Db, { userId, orderId, productName, ...item }: Gap): Promise<MendResult> {
  const link = linkOfItem(item);
  if (orderId !== null) {
    if (!(await openItem(db, { orderId, userId }, item))) throw conflict(`“${productName}” no longer exists`);
    await setOpened(db, orderId, item, true);
  } else if (link) await assignItems(db, link.assignment, link.rules, item.productId, [userId]);
  if (link) return {};
  const { rows } = await sql<{ id: string }>`select id from subscription where order_id = ${orderId}
    and plan_id = ${item.productId} and cancelled_at is null`.execute(db);
  return { subscriptions: rows.map(({ id }) => id) };
}

/** Cancels the running subscriptions of a plan. */
async function cancel(db: Db, { userId, productId }: Held): Promise<MendResult> {
  const { rows } = await sql<{ id: string }>`update subscription set cancelled_at = now()
    where user_id = ${userId} and plan_id = ${productId} and cancelled_at is null
      and end_date >= ${today} returning id`.execute(db);
  return { subscriptions: rows.map(({ id }) => id) };
}

/** Unassigns a product, or cancels the running subscriptions of a plan. */
export async function revokeAccess(db: Db, gap: Gap): Promise<MendResult> {
  const link = linkOfItem(gap);
  if (!link) return cancel(db, gap);
  const assignedAt = await assignedAtOf(db, link, gap);
  await unassign(db, link, gap);
  return { assignedAt: assignedAt ?? null };
}

const changed = ({ numAffectedRows = 0n }: { numAffectedRows?: bigint }) => Number(numAffectedRows);

/** Takes back what was given, unless it was removed or given anew meanwhile. */
async function undoGive(db: Db, { subscriptions, doneAt, orderId, ...held }: Mend): Promise<void> {
  const item: OpenedItem = held;
  const link = linkOfItem(item);
  if (link) {
    if ((await assignedAtOf(db, link, held)) !== doneAt) throw conflict('The access was changed meanwhile');
    await unassign(db, link, held);
  } else {
    const removed = await sql`delete from subscription where id = any(${subscriptions}::uuid[]) and cancelled_at is null
      and not exists (select from event_voucher voucher where voucher.subscription_id = subscription.id)`.execute(db);
    if (changed(removed) === 0)
      throw conflict('The subscription was cancelled, or an event voucher of it was redeemed meanwhile');
  }
  if (orderId !== null) await setOpened(db, orderId, item, false);
}

/** Restores what was removed, with the time at which it had been assigned. */
async function undoRemove(db: Db, { subscriptions, assignedAt, userId, ...removed }: Mend): Promise<void> {
  const link = linkOfItem(removed);
  if (link) {
    const { assignment } = link;
    const last = (await formerLinks({ assignment, ownerId: removed.productId }, db, [userId])).get(userId);
    const rules = {
      ...link.rules,
      ...(assignedAt !== null && { former: new Map([[userId, { ...last, assignedAt }]]) }),
    };
    const added = await assignItems(db, link.assignment, rules, removed.productId, [userId]);
    if (added.length === 0) throw conflict('The access was given again meanwhile');
    return;
  }
  const restored = await sql`update subscription set cancelled_at = null
    where id = any(${subscriptions}::uuid[]) and cancelled_at is not null`.execute(db);
  if (changed(restored) === 0) throw conflict('The subscription was restored or deleted meanwhile');
}

/** Reverses a change. 409 if the access was changed otherwise meanwhile. */
export const undoChange = (db: Db, mend: Mend): Promise<void> =>
  mend.action === 'give' ? undoGive(db, mend) : undoRemove(db, mend);
