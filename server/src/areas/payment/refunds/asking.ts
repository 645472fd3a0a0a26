/** Asking for a refund: what an order has left, and whether a second person approves. */
import type { Reply, ValidatedInput } from '#contract/kernel/endpoint.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { gatewayNames } from '#contract/payment/gateways.ts';
import { splitOf } from '#contract/payment/refund-rules.ts';
import type { createRefund, listOrderRefunds } from '#contract/payment/refunds.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest, conflict } from '#platform/errors.ts';
import { lockForUpdate } from '#platform/records.ts';
import { lockMember } from '#shared/order/status.ts';
import { sendOff } from './deciding.ts';
import { findRefund, findRefundable, findRefunds } from './queries.ts';
import { type Brand, findWay } from './way.ts';

type Terms = Reply<typeof listOrderRefunds>;
type Body = ValidatedInput<typeof createRefund>['body'];

/** Refunds of an order, and what can still be refunded. */
export async function refundsOf(db: Db, brand: Brand, orderId: string): Promise<Terms> {
  const { refundable, free, items } = await findRefundable(db, orderId);
  const { gateway, because } = await findWay(db, brand, orderId);
  const refunds = await findRefunds(db, orderId);
  const isUsedUp = gateway && gateway.most <= 0;
  return {
    refunds,
    refundable,
    free,
    items,
    gateway: (!isUsedUp && gateway) || null,
    transferBecause: isUsedUp ? `${gatewayNames[gateway.name]} has paid all of it back.` : because,
  };
}

type Refundable = Awaited<ReturnType<typeof findRefundable>>;

/** Amounts by line of the order; 400 for unknown or repeated items, 409 for more than is left of one. */
function linesOf(parts: NonNullable<Body['items']>, { items }: Refundable): Map<number, number> {
  const lines = new Map<number, number>();
  for (const { productId, amount } of parts) {
    const item = items.find((one) => one.productId === productId && !lines.has(one.line));
    if (!item) throw badRequest('This is no item of the order, or it is named twice', 'items');
    const part = amount ?? item.left;
    if (part > item.left || part === 0)
      throw conflict(`${formatMoney(item.left)} is left of ${item.productName}, not ${formatMoney(part)}`, 'items');
    lines.set(item.line, part);
  }
  return lines;
}

/** Parts by line of an amount without items. */
function linesOfAmount(amount: number, { items, refundable }: Refundable): Map<number, number> {
  const parts = splitOf(amount, refundable, items);
  return new Map(items.map(({ line }, n) => [line, parts[n]!]));
}

const sumOf = (lines: ReadonlyMap<number, number>) => [...lines.values()].reduce((sum, one) => sum + one, 0);

/** Checked amount of a refund, and its parts by line. */
function amountOf({ amount, items }: Body, order: Refundable) {
  if (amount !== undefined && items !== undefined) throw badRequest('Either an amount or items', 'amount');
  const named = items && linesOf(items, order);
  const sum = named ? sumOf(named) : (amount ?? order.refundable);
  const path = named ? 'items' : 'amount';
  if (order.refundable === 0) throw conflict('This order holds nothing that could be refunded', path);
  if (sum > order.refundable)
    throw conflict(`${formatMoney(order.refundable)} can be refunded, not ${formatMoney(sum)}`, path);
  return { sum, lines: named ?? linesOfAmount(sum, order) };
}

/** Asks for a refund; below the brand's limit it goes its way at once. */
export async function askForRefund(db: Db, brand: Brand, orderId: string, body: Body) {
  await lockMember(db, orderId);
  await lockForUpdate(db, 'order', orderId, null);
  const order = await findRefundable(db, orderId);
  const { sum, lines } = amountOf(body, order);
  const { gateway, payment } = await findWay(db, brand, orderId);
  const isByGateway = !body.byTransfer && gateway !== undefined && sum <= gateway.most;
  const { reason, removeAccess: removesAccess, bank, accountNumber, accountName } = body;
  const { id } = await db
    .insertInto('refund')
    .values({
      orderId,
      amount: sum,
      reason,
      removesAccess,
      bank,
      accountNumber,
      accountName,
      state: 'to-approve',
      ...(isByGateway && { gateway: gateway.name, paymentReference: payment.reference, method: payment.method }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (lines.size > 0)
    await db
      .insertInto('refundItem')
      .values([...lines].map(([line, amount]) => ({ refundId: id, line, amount })))
      .execute();
  const status = sum > order.free ? ('to-approve' as const) : await sendOff(db, brand, await findRefund(db, id));
  return { refundId: id, status };
}
