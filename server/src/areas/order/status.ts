/** Status changes of an order, with their effects on access and voucher use (contract/src/order/rules.ts). */
import { sql } from 'kysely';
import { type SetStatus, holdsVoucher, nextStatuses, opensItems } from '#contract/order/rules.ts';
import { type OrderStatus, orderStatusLabels } from '#contract/order/status.ts';
import { lockForUpdate, updateRecord } from '#platform/records.ts';
import type { Db } from '#platform/database/database.ts';
import { conflict } from '#platform/errors.ts';
import { closeItems, openItems, reopenItems } from '#shared/order-access.ts';
import { findOrderForStatus, findOrder } from './queries.ts';

/** Holds or releases the use of the order's voucher. Holding it again is subject to the voucher's limits: 409. */
const setVoucherHeld = (db: Db, orderId: string, isHeld: boolean) =>
  isHeld
    ? sql`update voucher_redemption set released_at = null where order_id = ${orderId} and released_at is not null`.execute(
        db,
      )
    : sql`update voucher_redemption set released_at = now() where order_id = ${orderId} and released_at is null`.execute(
        db,
      );

/** Payment time that a status change sets, if any. An undone payment leaves none, and an undone refund the former one. */
function paidAtOf(from: OrderStatus, to: OrderStatus, isUndo: boolean): { paidAt?: string | null } {
  if (!isUndo) return opensItems(to) ? { paidAt: new Date().toISOString() } : {};
  return opensItems(from) ? { paidAt: null } : {};
}

/**
 * Sets any status and applies its effects; the order must be locked. `isUndo`: gives back the former status, with what
 * the order had opened.
 */
export async function applyStatus(db: Db, id: string, to: OrderStatus, isUndo = false): Promise<void> {
  const order = await findOrderForStatus(db, id);
  if (holdsVoucher(order.status) !== holdsVoucher(to)) await setVoucherHeld(db, id, holdsVoucher(to));
  if (opensItems(to) && !opensItems(order.status)) await (isUndo ? reopenItems : openItems)(db, order);
  await updateRecord(db, 'order', id, { status: to, ...paidAtOf(order.status, to, isUndo) });
  if (opensItems(order.status) && !opensItems(to)) await closeItems(db, order);
}

/** Locks the member, before the order is locked: orders of one member can open and close the same products. */
export const lockMember = (db: Db, orderId: string) =>
  sql`select 1 from "user" where id = (select user_id from "order" where id = ${orderId}) for no key update`.execute(
    db,
  );

/** Sets a status; 409 if the transition is not allowed. */
export async function setStatus(db: Db, id: string, to: SetStatus, ifMatch: number | null) {
  await lockMember(db, id);
  await lockForUpdate(db, 'order', id, ifMatch);
  const { status } = await findOrderForStatus(db, id);
  if (status === to) return findOrder(db, id);
  if (!nextStatuses[status].includes(to))
    throw conflict(`An order that is ${orderStatusLabels[status]} cannot become ${orderStatusLabels[to]}`, 'status');
  await applyStatus(db, id, to);
  return findOrder(db, id);
}
