/** Mending of a difference by its action, and the undo of that. */
import { sql } from 'kysely';
import { type OrderStatus, orderStatusLabels } from '#contract/order/status.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import type { Gateway } from '#contract/payment/gateways.ts';
import type { DifferenceAction } from '#contract/payment/differences.ts';
import type { Db } from '#platform/database/database.ts';
import { conflict } from '#platform/errors.ts';
import { updateRecord } from '#platform/records.ts';
import { mendGap, undoMendOf } from '#shared/access/mending.ts';
import type { Brand } from '#shared/batch/kind.ts';
import { chargePart, findDue, findHeld, reverse } from '#shared/order/ledger.ts';
import { applyStatus, findOrderForStatus } from '#shared/order/status.ts';
import { match, reopen } from '../bank/deciding.ts';
import { findCertain } from '../bank/match-batch.ts';
import { askForRefund } from '../refunds/asking.ts';
import { complete, lockRefund } from '../refunds/completing.ts';
import { findRefund } from '../refunds/queries.ts';

/** Difference with the payment that it is about. */
export interface Mendable {
  id: string;
  action: DifferenceAction;
  amount: number;
  orderId: string | null;
  gapId: string | null;
  lineId: string | null;
  /** Status of the order; null: it is about no order. */
  status: OrderStatus | null;
  noticeId: string | null;
  provider: string;
  method: string;
  reference: string;
  paidAt: string | null;
  mend: Mend | null;
}

/** Traces of an action, as its undo needs them. */
interface Mend {
  /** Status that the order had. */
  status?: OrderStatus;
  /** Entry that was added to the ledger beside that of the status. */
  paymentId?: string;
  refundId?: string;
}

/** Reads differences in the order of their orders. */
export async function findMendable(db: Db, ids: readonly string[]): Promise<Mendable[]> {
  const { rows } =
    await sql<Mendable>`select difference.id, action, difference.amount, difference.order_id, gap_id, line_id, placed.status,
      notice_id, coalesce(notice.provider, link.gateway, '') as provider, coalesce(notice.method, '') as method,
      coalesce(notice.reference, link.reference, '') as reference, notice.paid_at, mend
    from payment_difference difference left join "order" placed on placed.id = difference.order_id
      left join payment_notice notice on notice.id = notice_id left join payment_link link on link.id = link_id
    where difference.id = any(${ids}::uuid[]) order by difference.order_id, difference.id`.execute(db);
  return rows;
}

/** Adds the payment of a notice to the ledger as a part; returns the entry. */
const addPart = (db: Db, { orderId, provider, method, reference, noticeId }: Mendable, amount: number) =>
  chargePart(db, orderId!, { amount, provider, method, reference, noticeId });

type Act = (db: Db, one: Mendable, brand: Brand) => Promise<Mend>;

/** Asks for a refund in words of the difference; access stays, as the order keeps or has lost it otherwise. */
async function askFor(db: Db, brand: Brand, { orderId, amount }: Mendable, removeAccess = false) {
  const account = { bank: '', accountNumber: '', accountName: '' };
  const body = { amount, reason: 'Difference of payments', removeAccess, byTransfer: false, ...account };
  return (await askForRefund(db, brand, orderId!, body)).refundId;
}

const acts: Readonly<Record<DifferenceAction, Act>> = {
  'set-paid': async (db, one, brand) => {
    const { orderId, status, reference, noticeId, provider: paymentProvider, method: paymentMethod, paidAt } = one;
    const excess = one.amount - (await findDue(db, orderId!));
    const payment = { reference, noticeId, paymentProvider, paymentMethod, ...(paidAt && { paidAt }) };
    await applyStatus(db, orderId!, 'paid', { payment });
    if (excess <= 0) return { status: status! };
    const paymentId = await addPart(db, one, excess);
    return { status: status!, paymentId, refundId: await askFor(db, brand, { ...one, amount: excess }) };
  },
  'record-part': async (db, one) => ({ paymentId: await addPart(db, one, one.amount) }),
  'record-refund': async (db, one, brand) => {
    const isWhole = one.amount === (await findHeld(db, one.orderId!));
    const refundId = await askFor(db, brand, one, isWhole);
    const { provider: gateway, reference } = one;
    await complete(db, { ...(await findRefund(db, refundId)), gateway: gateway as Gateway }, reference);
    return { refundId, status: one.status! };
  },
  'ask-refund': async (db, one, brand) => {
    const paymentId = one.noticeId ? await addPart(db, one, one.amount) : undefined;
    return { ...(paymentId && { paymentId }), refundId: await askFor(db, brand, one) };
  },
  match: async (db, { lineId }) => {
    const pair = (await findCertain(db)).certain.find(({ line }) => line.id === lineId);
    if (!pair) throw conflict('No order is unambiguous: choose one under Bank transfers');
    await match(db, pair.line.id, pair.order.id);
    return {};
  },
  'give-access': async (db, { gapId }) => {
    await mendGap(db, 'paid-no-access', gapId!);
    return {};
  },
  none: () => Promise.reject(conflict('Nothing but an explanation is left: mark it as explained')),
};

/** Mends a locked difference that is open. */
export async function mend(db: Db, one: Mendable, brand: Brand): Promise<void> {
  // First, so that the change of the order does not compare it once more.
  await sql`update payment_difference set gone_at = now(), mended_by = nullif(current_setting('app.actor_id', true), '')::uuid
    where id = ${one.id}`.execute(db);
  const done = await acts[one.action](db, one, brand);
  await sql`update payment_difference set mend = ${JSON.stringify(done)}::jsonb where id = ${one.id}`.execute(db);
}

/** Cancels a refund whose money has not left, or, `isRecord`, the record of one at the gateway. */
async function takeBackRefund(db: Db, refundId: string, isRecord = false): Promise<void> {
  const { state, paymentId, orderId, amount } = await lockRefund(db, refundId);
  const isWaiting = state === 'to-approve' || state === 'to-transfer' || state === 'failed';
  if (state === 'rejected' || state === 'cancelled') return;
  if (!isWaiting && !isRecord) throw conflict('The refund is at the gateway or paid back already');
  const isWhole = isRecord && (await findOrderForStatus(db, orderId)).status === 'refunded';
  if (isWhole) await applyStatus(db, orderId, 'paid', { isUndo: true });
  else if (paymentId) await reverse(db, orderId, paymentId);
  await updateRecord(db, 'refund', refundId, {
    state: 'cancelled',
    failure: `Undone: ${formatMoney(amount)}`,
    doneAt: null,
    returnedOn: null,
    paymentId: null,
  });
}

const undoes: Partial<Record<DifferenceAction, (db: Db, one: Mendable, mend: Mend) => Promise<void>>> = {
  'set-paid': async (db, { orderId, status }, { status: former, paymentId, refundId }) => {
    if (status !== 'paid') throw conflict(`The order is ${orderStatusLabels[status!]} by now`);
    if (refundId) await takeBackRefund(db, refundId);
    if (paymentId) await reverse(db, orderId!, paymentId);
    await applyStatus(db, orderId!, former!, { isUndo: true });
  },
  'record-part': async (db, { orderId, status }, { paymentId }) => {
    if (status === 'paid') throw conflict('The order was paid since');
    await reverse(db, orderId!, paymentId!);
  },
  'record-refund': (db, _, { refundId }) => takeBackRefund(db, refundId!, true),
  'ask-refund': async (db, { orderId }, { paymentId, refundId }) => {
    await takeBackRefund(db, refundId!);
    if (paymentId) await reverse(db, orderId!, paymentId);
  },
  match: async (db, { id, lineId }) => {
    await reopen(db, lineId!);
    // Belongs to no order, of which it would be found again.
    await sql`update payment_difference set gone_at = null, mend = null, mended_by = null where id = ${id}`.execute(db);
  },
  'give-access': (db, { gapId }) => undoMendOf(db, gapId!),
};

/** Takes back what mended a difference. 409 if its order changed since. */
export async function undoMend(db: Db, one: Mendable): Promise<void> {
  const undo = undoes[one.action];
  if (!undo || !one.mend) throw conflict('This can no longer be undone');
  await undo(db, one, one.mend);
}
