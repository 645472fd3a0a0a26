/** SQL of refunds: what an order has left to refund, the refunds of an order, and the queue. */
import { type Selectable, sql } from 'kysely';
import { refundRow, listRefunds, refundViews, type refundFilter } from '#contract/payment/refunds.ts';
import { type Gateway, gateways, tenantOfReference } from '#contract/payment/gateways.ts';
import { type RefundState, paidOf, refundStates, underWay } from '#contract/payment/refund-rules.ts';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import type { OrderStatus } from '#contract/order/status.ts';
import type { ProductType } from '#contract/pricing/product-type.ts';
import type { z } from 'zod';
import { columnsOf } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/database.ts';
import { jsonText } from '#platform/database/json-text.ts';
import { notFound } from '#platform/errors.ts';
import { cappedCount, countCap, matchesAll, pageOf, queriedList } from '#platform/list.ts';
import { ordersOf } from '#platform/sorts.ts';
import type { Tables } from '#tables';
import { findHeld } from '#shared/order/ledger.ts';

type Row = z.output<typeof refundRow>;

const person = (column: string) =>
  jsonText(
    sql<Row['askedBy']>`(select json_build_object('userId', person.id, 'name', person.name)
      from "user" person where person.id = ${sql.ref(column)})`,
  );
const items = sql<
  Row['items']
>`(select coalesce(json_agg(json_build_object('productName', item.product_name, 'amount', part.amount)
    order by part.line), '[]')
  from refund_item part join order_item item on item.order_id = refund.order_id and item.line = part.line
  where part.refund_id = refund.id and part.amount > 0)`;
const ofOrder = (column: string) =>
  sql<string>`(select ${sql.ref(column)} from "order" where "order".id = refund.order_id)`;

export const refundColumns = columnsOf('refund', refundRow, {
  refundId: 'id',
  invoiceNumber: ofOrder('invoice_number'),
  buyerName: ofOrder('user_name'),
  askedBy: person('refund.asked_by'),
  decidedBy: person('refund.decided_by'),
  items,
});

/** Refunds of an order, oldest first. */
export const findRefunds = (db: Db, orderId: string) =>
  db.selectFrom('refund').select(refundColumns).where('orderId', '=', orderId).orderBy('id').execute();

export type Refund = Selectable<Tables['refund']>;

export const findRefund = (db: Db, id: string): Promise<Refund> =>
  db
    .selectFrom('refund')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('refund'));

/** Open seats of an item that a company bought. */
const seats = sql<{ quantity: number; unclaimed: number; claimed: number } | null>`(
  select json_build_object('quantity', item.quantity, 'claimed', count(used.order_id),
    'unclaimed', count(*) filter (where used.order_id is null))
  from voucher join voucher_code one on one.voucher_id = voucher.id and one.closed_at is null
    left join voucher_redemption used on used.code = one.code and used.released_at is null
  where voucher.order_id = item.order_id and voucher.order_line = item.line and voucher.is_active having count(*) > 0)`;

/** Items of an order with what is left of each: what was paid for it, without its refunds. */
async function findItems(db: Db, orderId: string, total: number) {
  const found = await db
    .selectFrom('orderItem as item')
    .select(['line', 'productType', 'productId', 'productName', 'price', 'discountAmount'])
    .select(
      sql<number>`coalesce((select sum(part.amount) from refund join refund_item part on part.refund_id = refund.id
        where refund.order_id = item.order_id and part.line = item.line
          and refund.state in ('done', ${sql.join(underWay)})), 0)::int`.as('refunded'),
    )
    .select(seats.as('seats'))
    .where('orderId', '=', orderId)
    .orderBy('line')
    .$narrowType<{ productType: ProductType }>()
    .execute();
  const paid = paidOf(total, found);
  return found.map(({ price: _, discountAmount: __, refunded, seats: open, ...item }, n) => ({
    ...item,
    left: Math.max(paid[n]! - refunded, 0),
    seats: open && { ...open, paid: paid[n]! },
  }));
}

/** Order with what can still be refunded of it. `asked`: sum of its refunds that are done or under way. */
export async function findRefundable(db: Db, orderId: string) {
  const order = await db
    .selectFrom('order')
    .innerJoin('brandSetting', (join) => join.onTrue())
    .select(['status', 'totalAmount', 'refundLimit'])
    .select(
      sql<number>`coalesce((select sum(amount) from refund where refund.order_id = "order".id
        and state in (${sql.join(underWay)})), 0)::int`.as('waiting'),
    )
    .select(
      sql<number>`coalesce((select sum(amount) from refund where refund.order_id = "order".id
        and state = 'done'), 0)::int`.as('done'),
    )
    .where('order.id', '=', orderId)
    .$narrowType<{ status: OrderStatus }>()
    .executeTakeFirstOrThrow(() => notFound('order'));
  const held = await findHeld(db, orderId);
  return {
    ...order,
    refundable: Math.max(held - order.waiting, 0),
    free: Math.max(order.refundLimit - order.waiting - order.done, 0),
    items: await findItems(db, orderId, order.totalAmount),
  };
}

/** Latest payment of an order by a link of ours that nobody took back, with what the gateway has not refunded of it. */
export async function findGatewayPayment(db: Db, tenant: Tenant, orderId: string) {
  const found = await db
    .selectFrom('payment')
    .select(['provider', 'method', 'reference', 'at'])
    .select(
      sql<number>`amount - coalesce((select sum(refund.amount) from refund where refund.order_id = payment.order_id
        and refund.payment_reference = payment.reference and refund.gateway is not null
        and state in ('done', ${sql.join(underWay)})), 0)::int`.as('left'),
    )
    .where('orderId', '=', orderId)
    .where('kind', '=', 'charge')
    .where('provider', 'in', gateways)
    .where(sql<boolean>`not exists (select from payment back where back.reverses = payment.id)`)
    .orderBy('at', 'desc')
    .limit(1)
    .$narrowType<{ provider: Gateway }>()
    .executeTakeFirst();
  return found && tenantOfReference(found.reference) === tenant ? found : undefined;
}

type Filter = Omit<z.output<typeof refundFilter>, 'search'> & { patterns: readonly string[] | undefined };

export function matchingRefunds(db: Db, { patterns, view }: Filter) {
  const all = db.selectFrom('refund');
  const found = view === 'all' ? all : all.where('refund.state', 'in', refundViews[view]);
  if (!patterns) return found;
  const orders = db.selectFrom('order').select('order.id').where(matchesAll('order.search', patterns));
  return found.where('refund.orderId', 'in', orders);
}

const sorts = ordersOf('refund', listRefunds, {});

export const listedRefunds = queriedList(listRefunds, (db, filters, window, sort) => {
  const matching = matchingRefunds(db, filters);
  const page = pageOf(matching, db.selectFrom('refund'), sorts[sort], window);
  return { rows: page.select(refundColumns), total: cappedCount(matching) };
});

/** Numbers of refunds by state, counted to just above the cap. */
export async function countRefunds(db: Db): Promise<Record<RefundState, number>> {
  const states = Object.keys(refundStates) as RefundState[];
  const { rows } = await sql<{ state: RefundState; n: number }>`select state, (select count(*)::int from (
      select from refund where refund.state = one.state limit ${sql.lit(countCap + 1)}) counted) as n
    from unnest(${states}::text[]) one (state)`.execute(db);
  return Object.fromEntries(rows.map(({ state, n }) => [state, n])) as Record<RefundState, number>;
}
