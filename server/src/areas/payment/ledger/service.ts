/** Rules of payments that people record. */
import type { ValidatedInput } from '#contract/kernel/endpoint.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { orderStatusLabels } from '#contract/order/status.ts';
import type { recordPayment } from '#contract/payment/entries.ts';
import { isPayable, manual, statusByLedger } from '#contract/payment/ledger.ts';
import type { Db } from '#platform/database/database.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import { conflict, notFound } from '#platform/errors.ts';
import { lockForUpdate } from '#platform/records.ts';
import { chargePart, reverse } from '#shared/order/ledger.ts';
import { applyStatus, lockMember } from '#shared/order/status.ts';
import { checkProof } from '#shared/proof.ts';
import { findRefundable } from '../refunds/queries.ts';
import { findLedger, findReference } from './queries.ts';

type Body = ValidatedInput<typeof recordPayment>['body'];

async function lockOrder(db: Db, id: string) {
  await lockMember(db, id);
  await lockForUpdate(db, 'order', id, null);
  return findLedger(db, id);
}

/** Sums after an entry, with the id of that entry. */
async function result(db: Db, orderId: string) {
  const { payments, ...now } = await findLedger(db, orderId);
  const last = payments.toSorted((one, other) => (one.paymentId < other.paymentId ? -1 : 1)).at(-1)!;
  return { paymentId: last.paymentId, ...now };
}

async function checkReference(db: Db, reference: string): Promise<void> {
  if (reference === '') return;
  await oneAtATime(db, `payment ${reference}`);
  const invoice = await findReference(db, reference);
  if (invoice !== undefined) throw conflict(`The order ${invoice} has a payment with this reference`, 'reference');
}

/** Records a payment by hand; with all that is due, the order becomes paid. */
export async function record(db: Db, orderId: string, { amount, method, ...facts }: Body) {
  const { payments, due, ...order } = await lockOrder(db, orderId);
  if (!isPayable(order.status))
    throw conflict(`An order that is ${orderStatusLabels[order.status]} takes no payment`, 'amount');
  if (amount > due) throw conflict(`${formatMoney(due)} is due, not ${formatMoney(amount)}`, 'amount');
  await checkProof(db, facts.evidence, 'evidence');
  await checkReference(db, facts.reference);
  if (statusByLedger(order, [...payments, { kind: 'charge', amount }]) === 'paid')
    await applyStatus(db, orderId, 'paid', {
      payment: { ...facts, paymentProvider: manual, paymentMethod: method },
    });
  else await chargePart(db, orderId, { amount, method, ...facts });
  return result(db, orderId);
}

/** Takes back a part of the payment that was recorded by mistake. */
export async function takeBack(db: Db, orderId: string, paymentId: string) {
  const { status, payments } = await lockOrder(db, orderId);
  const entry = payments.find((one) => one.paymentId === paymentId);
  if (!entry) throw notFound('payment');
  if (entry.kind !== 'charge' || entry.provider !== manual)
    throw conflict('Only a payment that was recorded by hand can be taken back');
  if (payments.some(({ reverses }) => reverses === paymentId)) throw conflict('This payment was taken back already');
  if (!isPayable(status)) throw conflict(`The order is ${orderStatusLabels[status]}: refund the payment instead`);
  const { refundable } = await findRefundable(db, orderId);
  if (entry.amount > refundable)
    throw conflict(`${formatMoney(entry.amount - refundable)} of this payment was refunded, or is being refunded`);
  await reverse(db, orderId, paymentId);
  return result(db, orderId);
}
