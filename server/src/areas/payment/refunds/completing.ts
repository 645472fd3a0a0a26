/** The end of a refund: once the money has left, the ledger has it, and the order what follows. */
import { sql } from 'kysely';
import { jakartaDay } from '#contract/kernel/days.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { manual } from '#contract/payment/ledger.ts';
import type { Db } from '#platform/database/database.ts';
import { conflict } from '#platform/errors.ts';
import { lockForUpdate, updateRecord } from '#platform/records.ts';
import { closeItems } from '#shared/order-access.ts';
import { findHeld, refundPart } from '#shared/order/ledger.ts';
import { closeSeats } from '#shared/order/seats.ts';
import { applyStatus, cancelClaims, findOrderForStatus, lockMember } from '#shared/order/status.ts';
import { type Refund, findRefund } from './queries.ts';

/** Locks the order of a refund, which every change of it needs, and reads the refund. */
export async function lockRefund(db: Db, id: string): Promise<Refund> {
  const { orderId } = await findRefund(db, id);
  await lockMember(db, orderId);
  await lockForUpdate(db, 'order', orderId, null);
  return findRefund(db, id);
}

/** Ends access that the order gave to the refunded items; of a refund without items, to all. */
async function endAccess(db: Db, { id, orderId }: Refund): Promise<void> {
  const lines = await db
    .selectFrom('refundItem as part')
    .innerJoin('orderItem as item', (join) =>
      join.onRef('item.line', '=', 'part.line').on('item.orderId', '=', orderId),
    )
    .select(['productId', 'part.amount'])
    .where('refundId', '=', id)
    .execute();
  const refunded = new Set(lines.filter(({ amount }) => amount > 0).map(({ productId }) => productId));
  const order = await findOrderForStatus(db, orderId);
  const items = order.items.filter(({ productId }) => lines.length === 0 || refunded.has(productId));
  await closeItems(db, { ...order, items });
}

/** Rupiah of a refund that its order was sold for; 0: all of it had come in above the total. */
async function findOwn(db: Db, { id, amount }: Refund): Promise<number> {
  const { rows } = await sql<{ own: number }>`select coalesce(sum(amount), ${amount})::int as own
    from refund_item where refund_id = ${id}`.execute(db);
  return rows[0]!.own;
}

/** Records that the money of a locked refund has left. 409 if its order no longer holds it. */
export async function complete(db: Db, refund: Refund, reference: string): Promise<void> {
  const { id, orderId, amount, gateway, method, reason: note } = refund;
  const { status } = await findOrderForStatus(db, orderId);
  const held = await findHeld(db, orderId);
  if (held < amount) throw conflict(`The order holds ${formatMoney(held)} only`);
  const way = gateway ? { provider: gateway, method } : { provider: manual, method: 'Transfer Bank' };
  const paymentId = await refundPart(db, orderId, amount, { ...way, reference, note });
  const isWhole = status === 'paid' && held === amount;
  const now = new Date();
  await updateRecord(db, 'refund', id, {
    state: 'done',
    doneAt: now.toISOString(),
    nextCheckAt: null,
    failure: '',
    reference,
    paymentId,
    // A whole refund is in sales by the order's status; money above the total was never in them.
    returnedOn: status === 'paid' && !isWhole && (await findOwn(db, refund)) > 0 ? jakartaDay(now) : null,
  });
  if (isWhole) await applyStatus(db, orderId, 'refunded', { removeAccess: false });
  else if (status === 'paid') await closeSeats(db, refund);
  if (refund.removesAccess) await endAccess(db, refund);
  if (refund.removesAccess && isWhole) await cancelClaims(db, orderId);
}
