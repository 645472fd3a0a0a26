/** What becomes of an order: what it opens and closes, and the use of its voucher (contract/src/order-rules.ts). */
import { sql } from 'kysely';
import { type SetStatus, holdsVoucher, nextStatuses, opensItems } from '#contract/order-rules.ts';
import { type OrderStatus, orderStatusLabels } from '#contract/order-status.ts';
import { lockForUpdate, updateRecord } from '#platform/change.ts';
import type { Db } from '#platform/database/database.ts';
import { conflict } from '#platform/errors.ts';
import { close, open } from './access.ts';
import { findBought, findOrder } from './queries.ts';

/** A use that was given back is taken again by the same rules: the table refuses with 409 what is one too many. */
const setVoucherHeld = (db: Db, orderId: string, isHeld: boolean) =>
  isHeld
    ? sql`update voucher_redemption set released_at = null where order_id = ${orderId} and released_at is not null`.execute(
        db,
      )
    : sql`update voucher_redemption set released_at = now() where order_id = ${orderId} and released_at is null`.execute(
        db,
      );

/** Writes the status and all that follows from it, whatever was before; the order is locked. */
export async function become(db: Db, id: string, to: OrderStatus): Promise<void> {
  const order = await findBought(db, id);
  if (holdsVoucher(order.status) !== holdsVoucher(to)) await setVoucherHeld(db, id, holdsVoucher(to));
  if (opensItems(to) && !opensItems(order.status)) await open(db, order);
  await updateRecord(db, 'order', id, { status: to, ...(opensItems(to) && { paidAt: new Date().toISOString() }) });
  if (opensItems(order.status) && !opensItems(to)) await close(db, order);
}

/** Before the order is locked. Two orders of one member open and close the same things: one after the other, so that each sees the other's. */
export const lockMember = (db: Db, orderId: string) =>
  sql`select 1 from "user" where id = (select user_id from "order" where id = ${orderId}) for no key update`.execute(
    db,
  );

/** 409 for what cannot become of it. */
export async function setStatus(db: Db, id: string, to: SetStatus, ifMatch: number | null) {
  await lockMember(db, id);
  await lockForUpdate(db, 'order', id, ifMatch);
  const { status } = await findBought(db, id);
  if (status === to) return findOrder(db, id);
  if (!nextStatuses[status].includes(to))
    throw conflict(`An order that is ${orderStatusLabels[status]} cannot become ${orderStatusLabels[to]}`, 'status');
  await become(db, id, to);
  return findOrder(db, id);
}
