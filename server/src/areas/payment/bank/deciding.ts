/** Decisions on lines of bank statements: matching with an order, ignoring, and taking either back (docs/decisions/0121). */
import { sql } from 'kysely';
import type { ValidatedInput } from '#contract/kernel/endpoint.ts';
import { dayInWords, startOfDay } from '#contract/kernel/days.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { type OrderStatus, orderStatusLabels } from '#contract/order/status.ts';
import { type BankLine, type ignoreLine, ignoreReasons } from '#contract/payment/bank/lines.ts';
import { isPayable, manual, statusByLedger } from '#contract/payment/ledger.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest, conflict } from '#platform/errors.ts';
import { lockForUpdate } from '#platform/records.ts';
import { chargePart, hasRefund, reverse } from '#shared/order/ledger.ts';
import { applyStatus, lockMember } from '#shared/order/status.ts';
import { findLedger } from '../ledger/queries.ts';
import { findLastCharge, findLine } from './queries.ts';

/** Line, locked until the transaction ends, with what a match wrote. */
async function lockLine(db: Db, id: string) {
  const { rows } = await sql<{ paymentId: string | null; formerStatus: OrderStatus | null }>`
    select payment_id, former_status from bank_line where id = ${id} for update`.execute(db);
  return { ...(await findLine(db, id)), ...rows[0]! };
}

/** 409 if somebody decided on a line. */
function refuseDecided({ state, decidedBy, order, reason }: BankLine): void {
  const by = decidedBy ?? 'Somebody';
  if (state === 'matched') throw conflict(`${by} matched this line with ${order?.invoiceNumber ?? 'an order'} already`);
  if (state === 'ignored') throw conflict(`${by} ignored this line already: ${ignoreReasons[reason ?? 'other']}`);
}

async function lockOrder(db: Db, orderId: string) {
  await db
    .selectFrom('order')
    .select('id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow(() => badRequest('This order does not exist', 'orderId'));
  await lockMember(db, orderId);
  await lockForUpdate(db, 'order', orderId, null);
  const { invoiceNumber, createdAt } = await db
    .selectFrom('order')
    .select(['invoiceNumber', 'createdAt'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  return { invoiceNumber, createdAt, ...(await findLedger(db, orderId)) };
}

/** Facts of a line for the ledger; the payment is on its day, but not before the order. */
const factsOf = ({ bank, account, bookedOn, description, reference }: BankLine, createdAt: string) => ({
  method: bank === 'other' ? 'Transfer Bank' : `Transfer Bank ${bank}`,
  reference,
  note: `${bank === 'other' ? 'Account' : bank} ${account}, ${dayInWords(bookedOn)}: ${description}`.slice(0, 300),
  at: new Date(Math.max(startOfDay(bookedOn), Date.parse(createdAt))).toISOString(),
});

const actor = sql<string>`nullif(current_setting('app.actor_id', true), '')::uuid`;
const now = sql<string>`now()`;

/** Records the payment of an order by a line; with all that is due, the order becomes paid. */
export async function match(db: Db, id: string, orderId: string): Promise<BankLine> {
  const line = await lockLine(db, id);
  refuseDecided(line);
  const { amount } = line;
  if (amount < 0) throw conflict('Money that went out pays no order');
  const { invoiceNumber, createdAt, payments, due, ...order } = await lockOrder(db, orderId);
  const { status } = order;
  if (!isPayable(status))
    throw conflict(`The order ${invoiceNumber} is ${orderStatusLabels[status]}: it takes no payment`, 'orderId');
  if (amount > due)
    throw conflict(`${formatMoney(due)} is due for ${invoiceNumber}, not ${formatMoney(amount)}`, 'orderId');
  const { method, at, ...facts } = factsOf(line, createdAt);
  const isPaid = statusByLedger(order, [...payments, { kind: 'charge', amount }]) === 'paid';
  if (isPaid)
    await applyStatus(db, orderId, 'paid', {
      payment: { ...facts, amount, paymentProvider: manual, paymentMethod: method, paidAt: at },
    });
  else await chargePart(db, orderId, { amount, method, at, ...facts });
  const newest = (await findLedger(db, orderId)).payments.toSorted((one, other) => (one.paymentId < other.paymentId ? 1 : -1))[0]!; // prettier-ignore
  await db
    .updateTable('bankLine')
    .set({
      state: 'matched',
      orderId,
      paymentId: newest.paymentId,
      formerStatus: isPaid ? status : null,
      decidedBy: actor,
      decidedAt: now,
    }) // prettier-ignore
    .where('id', '=', id)
    .execute();
  return findLine(db, id);
}

export async function ignore(db: Db, id: string, decision: ValidatedInput<typeof ignoreLine>['body']) {
  refuseDecided(await lockLine(db, id));
  await db
    .updateTable('bankLine')
    .set({ state: 'ignored', ...decision, decidedBy: actor, decidedAt: now })
    .where('id', '=', id)
    .execute();
  return findLine(db, id);
}

/** Takes back the payment that a match recorded, unless somebody did. */
async function takeBack(db: Db, orderId: string, paymentId: string, formerStatus: OrderStatus | null): Promise<void> {
  const { invoiceNumber, payments, status } = await lockOrder(db, orderId);
  if (payments.some(({ reverses }) => reverses === paymentId)) return;
  const refuse = (why: string) => conflict(`${why} Refund the payment of ${invoiceNumber} instead.`);
  if (await hasRefund(db, orderId)) throw refuse('A part of it was refunded.');
  if (isPayable(status)) return reverse(db, orderId, paymentId);
  const isLast = (await findLastCharge(db, orderId)) === paymentId;
  if (status !== 'paid') throw refuse(`The order is ${orderStatusLabels[status]}.`);
  if (!formerStatus || !isLast) throw refuse('The order was paid with another payment since.');
  await applyStatus(db, orderId, formerStatus, { isUndo: true });
}

/** Puts a line back into the queue; of a matched one, its payment is taken back. */
export async function reopen(db: Db, id: string): Promise<BankLine> {
  const { state, order, paymentId, formerStatus } = await lockLine(db, id);
  if (state === 'open') throw conflict('This line is in the queue already');
  if (order && paymentId) await takeBack(db, order.orderId, paymentId, formerStatus);
  await db
    .updateTable('bankLine')
    .set({
      state: 'open',
      orderId: null,
      paymentId: null,
      formerStatus: null,
      reason: null,
      note: '',
      decidedBy: null,
      decidedAt: null,
    }) // prettier-ignore
    .where('id', '=', id)
    .execute();
  return findLine(db, id);
}
