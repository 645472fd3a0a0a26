/** Payment notices of programs and gateways, and the statuses of orders that follow from them (docs/decisions/0100). */
import { type noticeStatuses, outranks } from '#contract/integration/orders.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import type { OrderStatus } from '#contract/order/status.ts';
import type { Db } from '#platform/database/database.ts';
import { type HttpError, conflict } from '#platform/errors.ts';
import { lockForUpdate } from '#platform/records.ts';
import { attempt } from '../attempt.ts';
import { findDue } from './ledger.ts';
import { applyStatus, lockMember } from './status.ts';

export interface Notice {
  /** Id of the payment; it has one notice of each status. */
  reference: string;
  amount: number;
  status: (typeof noticeStatuses)[number];
  method: string;
  paidAt: string | null;
}

interface Order {
  orderId: string;
  status: OrderStatus;
  /** Rupiah that are left to pay. */
  due: number;
}

const findNotices = (db: Db, { reference }: Notice) =>
  db
    .selectFrom('paymentNotice')
    .select(['orderId', 'status', 'amount', 'refusal'])
    .where('reference', '=', reference)
    .execute();

const isCancelledByNotice = async (db: Db, { orderId }: Order) =>
  (await db
    .selectFrom('paymentNotice')
    .select('id')
    .where('orderId', '=', orderId)
    .where('status', '=', 'cancelled')
    .where('isApplied', '=', true)
    .executeTakeFirst()) !== undefined;

/** 409 if the order cannot be paid by this payment. */
async function checkPayment(db: Db, order: Order, { amount }: Notice): Promise<void> {
  if (order.status === 'cancelled' && !(await isCancelledByNotice(db, order)))
    throw conflict('Staff cancelled this order: return the payment', 'status');
  if (order.status === 'paid' || order.status === 'refunded')
    throw conflict(`The order was ${order.status} already: return this payment if it is a second one`, 'status');
  if (amount !== order.due) throw conflict(`${formatMoney(order.due)} is due, not ${formatMoney(amount)}`, 'amount');
}

const pathOf = ({ amount, status }: Notice, order: Order) =>
  status === 'paid' && amount !== order.due ? 'amount' : 'status';

/** Origin of a notice, and what arrived. */
export interface Report {
  provider: string;
  raw: object;
}

/** Adds a notice and, if it outranks the order's status, sets it. */
async function apply(db: Db, order: Order, notice: Notice, report: Report, refusal: string | null): Promise<void> {
  const { status, reference, amount, method, paidAt } = notice;
  const { provider, raw } = report;
  if (refusal === null && status === 'paid') await checkPayment(db, order, notice);
  const isApplied = refusal === null && outranks(status, order.status);
  const row = { orderId: order.orderId, provider, reference, status, amount, method, paidAt, isApplied, refusal };
  const { id: noticeId } = await db
    .insertInto('paymentNotice')
    .values({ ...row, raw: JSON.stringify(raw) })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (!isApplied) return;
  const payment = { reference, noticeId, paymentProvider: provider, paymentMethod: method, ...(paidAt && { paidAt }) };
  await applyStatus(db, order.orderId, status, status === 'paid' ? { payment } : {});
}

/** Records a notice of a locked order with its effect. A recorded notice keeps the refusal that it had. */
async function record(db: Db, order: Order, notice: Notice, report: Report): Promise<HttpError | undefined> {
  const known = await findNotices(db, notice);
  if (known.some(({ orderId }) => orderId !== order.orderId))
    throw conflict('Another order has a payment with this reference', 'reference');
  const same = known.find(({ status }) => status === notice.status);
  if (same && same.amount !== notice.amount) throw conflict('This was reported with another amount', 'reference');
  if (same) return same.refusal === null ? undefined : conflict(same.refusal, pathOf(notice, order));
  const refusal = await attempt(db, () => apply(db, order, notice, report, null));
  if (!refusal) return undefined;
  await apply(db, order, notice, report, refusal.message);
  return conflict(refusal.message, pathOf(notice, order));
}

/**
 * Records a payment notice and sets the order's status, in the caller's transaction. Returns the refusal of a notice
 * that was recorded without effect; throws 409 for one that contradicts a recorded notice.
 */
export async function recordNotice(db: Db, orderId: string, notice: Notice, report: Report) {
  await lockMember(db, orderId);
  await lockForUpdate(db, 'order', orderId, null);
  const order = await db
    .selectFrom('order')
    .select(['id as orderId', 'status'])
    .where('id', '=', orderId)
    .$narrowType<{ status: OrderStatus }>()
    .executeTakeFirstOrThrow();
  return record(db, { ...order, due: await findDue(db, orderId) }, notice, report);
}
