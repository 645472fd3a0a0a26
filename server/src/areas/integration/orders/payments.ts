/** Payment notices of programs, and the statuses of orders that follow from them (docs/decisions/0100). */
import type { FastifyRequest } from 'fastify';
import type { ValidatedInput } from '#contract/kernel/endpoint.ts';
import { outranks, type reportPayment } from '#contract/integration/orders.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { minuteMs } from '#contract/kernel/days.ts';
import type { OrderStatus } from '#contract/order/status.ts';
import type { Db } from '#platform/database/database.ts';
import { type HttpError, badRequest, conflict } from '#platform/errors.ts';
import { lockForUpdate } from '#platform/records.ts';
import type { Caller } from '#platform/session/access-token.ts';
import { transactionAs } from '#platform/transaction.ts';
import { attempt } from '#shared/attempt.ts';
import { applyStatus, lockMember } from '#shared/order/status.ts';
import { readOrder } from './service.ts';

type Notice = ValidatedInput<typeof reportPayment>['body'];
interface Order {
  orderId: string;
  status: OrderStatus;
  totalAmount: number;
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

/** Sets the status that a notice brings; returns whether it changed. Throws 409 if the order cannot have it. */
async function apply(db: Db, order: Order, { reference, status, amount, method, paidAt }: Notice, provider: string) {
  const isPaid = status === 'paid';
  if (isPaid && amount !== order.totalAmount)
    throw conflict(`The order costs ${formatMoney(order.totalAmount)}, not ${formatMoney(amount)}`, 'amount');
  if (isPaid && order.status === 'cancelled' && !(await isCancelledByNotice(db, order)))
    throw conflict('Staff cancelled this order: return the payment', 'status');
  if (!outranks(status, order.status)) return false;
  const payment = isPaid
    ? { amount, reference, paymentProvider: provider, paymentMethod: method, ...(paidAt && { paidAt }) }
    : {};
  await applyStatus(db, order.orderId, status, { payment });
  return true;
}

const pathOf = ({ amount, status }: Notice, order: Order) =>
  status === 'paid' && amount !== order.totalAmount ? 'amount' : 'status';

/** Records a notice with its effect; returns the refusal, if any. A recorded notice keeps the reply that it had. */
async function record(db: Db, { name }: Caller, order: Order, notice: Notice): Promise<HttpError | undefined> {
  const { reference, status, amount, method, paidAt } = notice;
  const known = await findNotices(db, notice);
  if (known.some(({ orderId }) => orderId !== order.orderId))
    throw conflict('Another order has a payment with this reference', 'reference');
  const same = known.find((one) => one.status === status);
  if (same && same.amount !== amount) throw conflict('This was reported with another amount', 'reference');
  if (same) return same.refusal === null ? undefined : conflict(same.refusal, pathOf(notice, order));
  let isApplied = false;
  const refusal = await attempt(db, async () => {
    isApplied = await apply(db, order, notice, name);
  });
  const raw = JSON.stringify(notice);
  const row = { orderId: order.orderId, provider: name, reference, status, amount, method, paidAt, raw };
  await db
    .insertInto('paymentNotice')
    .values({ ...row, isApplied, refusal: refusal?.message ?? null })
    .execute();
  return refusal && conflict(refusal.message, pathOf(notice, order));
}

/** Work of a call that opens its own transactions. */
interface Work {
  db: Db;
  caller: Caller;
  request: FastifyRequest;
}

/** Records a payment notice; the refusal of one is thrown after the commit, which keeps it. */
export async function recordPayment({ db, caller, request }: Work, externalId: string, notice: Notice) {
  if (notice.paidAt && Date.parse(notice.paidAt) > Date.now() + 5 * minuteMs)
    throw badRequest('This is in the future', 'paidAt');
  const { orderId } = await readOrder(db, externalId);
  const refusal = await transactionAs(caller, db, request.id, async (transaction) => {
    await lockMember(transaction, orderId);
    await lockForUpdate(transaction, 'order', orderId, null);
    return record(transaction, caller, await readOrder(transaction, externalId), notice);
  });
  if (refusal) throw refusal;
  return readOrder(db, externalId);
}
