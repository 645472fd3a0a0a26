/** Statuses of orders, with their effects on access and voucher use. */
import { type RawBuilder, type Updateable, sql } from 'kysely';
import { holdsVoucher, opensItems } from '#contract/order/rules.ts';
import type { OrderStatus } from '#contract/order/status.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { conflict } from '#platform/errors.ts';
import { updateRecord } from '#platform/records.ts';
import type { Db } from '#platform/database/database.ts';
import type { Tables } from '#tables';
import { setStatusInBulk } from './bulk-status.ts';
import { type Bought, closeItems, openItems, reopenItems } from '../order-access.ts';
import {
  type PaymentFacts,
  chargeDue,
  findDue,
  hasRefund,
  isBeingRefunded,
  refundHeld,
  reverseLast,
} from './ledger.ts';

/** Existing order with its items sorted by product, so that orders of the same products are locked in the same order. */
export async function findOrderForStatus(db: Db, orderId: string): Promise<Bought> {
  const { userId, status, companyId, totalAmount } = await db
    .selectFrom('order')
    .select(['userId', 'status', 'companyId', 'totalAmount'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const bought = await db
    .selectFrom('orderItem')
    .select(['productType', 'productId', 'isOpened'])
    .where('orderId', '=', orderId)
    .orderBy('productId')
    .execute();
  // Seats open nothing to who bought them.
  return { orderId, userId, status, totalAmount, items: companyId === null ? bought : [] };
}

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

/** Payment that makes an order paid; default: now, by the order's provider and method, of what is due. */
export type Payment = PaymentFacts &
  Partial<Pick<Updateable<Tables['order']>, 'paidAt' | 'paymentProvider' | 'paymentMethod'>> & {
    /** Rupiah that came in: 409 unless it is what is due. */
    amount?: number;
  };

/**
 * How a status is set. `isUndo`: gives back the former status, with what the order had opened. `removeAccess`: takes the
 * access back that a paid order gave; an undo always does.
 */
interface Way {
  isUndo?: boolean;
  removeAccess?: boolean;
  payment?: Payment;
}

/** 409 if another amount came in than what is due. */
async function checkAmount(db: Db, id: string, amount: number | undefined): Promise<void> {
  if (amount === undefined) return;
  const due = await findDue(db, id);
  if (amount !== due) throw conflict(`${formatMoney(due)} is due, not ${formatMoney(amount)}`, 'amount');
}

/** 409 while the gateway pays a part back, and for the undo of a payment of which a part was refunded. */
async function checkRefunds(db: Db, id: string, isUndo: boolean): Promise<void> {
  const { isRefunding } = await db
    .selectFrom('order')
    .select(isBeingRefunded.as('isRefunding'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (isRefunding) throw conflict('The gateway is paying a refund of this order back: wait for its end', 'status');
  if (isUndo && (await hasRefund(db, id))) throw conflict('Part of this payment was refunded', 'status');
}

/** Entries of the ledger for a change from or to paid; an undo takes back what the change wrote. */
async function recordPayment(
  db: Db,
  id: string,
  from: OrderStatus,
  to: OrderStatus,
  isUndo: boolean,
  facts: PaymentFacts,
) {
  if (opensItems(from) === opensItems(to)) return;
  if (isUndo) await reverseLast(db, [id], opensItems(to) ? 'refund' : 'charge');
  else if (opensItems(to)) await chargeDue(db, [id], facts);
  else await refundHeld(db, [id]);
}

/** Orders that claim seats of an order with this status, locked behind their members. */
async function lockClaims(db: Db, orderId: string, condition: RawBuilder<boolean>): Promise<string[]> {
  const claims = sql`from "order" where seat_of = ${orderId} and ${condition}`;
  await sql`select 1 from "user" where id in (select user_id ${claims}) order by id for no key update`.execute(db);
  const { rows } = await sql<{ id: string }>`select id ${claims} order by id for no key update`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Sets any status with its effects and its entries of the ledger; the order must be locked. Claims of a company's seats
 * lose their access with it, and get it back when that is undone.
 */
export async function applyStatus(
  db: Db,
  id: string,
  to: OrderStatus,
  { isUndo = false, removeAccess = true, payment = {} }: Way = {},
): Promise<void> {
  const { amount, reference, note, evidence, noticeId, ...paid } = payment;
  const order = await findOrderForStatus(db, id);
  const cancelled = isUndo && opensItems(to) ? await lockClaims(db, id, isCancelledWith(id)) : [];
  await checkAmount(db, id, amount);
  const isLeavingPaid = opensItems(order.status) && !opensItems(to);
  if (isLeavingPaid) await checkRefunds(db, id, isUndo);
  if (holdsVoucher(order.status) !== holdsVoucher(to)) await setVoucherHeld(db, id, holdsVoucher(to));
  if (opensItems(to) && !opensItems(order.status)) await (isUndo ? reopenItems : openItems)(db, order);
  await updateRecord(db, 'order', id, { status: to, ...paidAtOf(order.status, to, isUndo), ...paid });
  await recordPayment(db, id, order.status, to, isUndo, { reference, note, evidence, noticeId });
  if (isLeavingPaid && (removeAccess || isUndo)) {
    await closeItems(db, order);
    await cancelClaims(db, id);
  }
  await setClaims(db, cancelled, 'paid', isUndo);
}

/** Cancels the claims of an order's seats; `among`: of these codes. */
export async function cancelClaims(db: Db, orderId: string, among?: readonly string[]): Promise<void> {
  const isAmong = among ? sql`voucher_code = any(${among}::text[])` : sql`true`;
  await setClaims(db, await lockClaims(db, orderId, sql`status = 'paid' and ${isAmong}`), 'cancelled', false);
}

/** Sets the status of locked claims: together, or one by one where that takes a decision for each. */
async function setClaims(db: Db, claims: readonly string[], to: OrderStatus, isUndo: boolean): Promise<void> {
  if (claims.length === 0) return;
  const done = new Set(await setStatusInBulk(db, claims, to, { isUndo, removeAccess: true, areClaims: true }));
  for (const claim of claims) if (!done.has(claim)) await applyStatus(db, claim, to, { isUndo });
}

/** Condition on claims of a seat: they were cancelled in the transaction that took its order's payment back. */
const isCancelledWith = (orderId: string) => sql<boolean>`status = 'cancelled'
  and refunded_at = (select refunded_at from "order" bought where bought.id = ${orderId})`;

/** Locks the member, before the order is locked: orders of one member can open and close the same products. */
export const lockMember = (db: Db, orderId: string) =>
  sql`select 1 from "user" where id = (select user_id from "order" where id = ${orderId}) for no key update`.execute(
    db,
  );
