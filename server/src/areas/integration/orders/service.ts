/** Orders by the ids of another program, made by the services of the screens (docs/decisions/0100). */
import { sql } from 'kysely';
import type { Reply, Tenant, ValidatedInput } from '#contract/kernel/endpoint.ts';
import { getPlacedOrder, type placeOrder, type quoteBasket } from '#contract/integration/orders.ts';
import { type ProductRef, productKey } from '#contract/pricing/purchase.ts';
import { columnsOf } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/database.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import { conflict, notFound } from '#platform/errors.ts';
import type { Caller } from '#platform/session/access-token.ts';
import { createOrder } from '#shared/order/creating.ts';
import { quoteOf } from '#shared/order/quoting.ts';
import { memberIdOf } from '../members/service.ts';

type Quoted = ValidatedInput<typeof quoteBasket>['body'];

/** Quote in which the reason against a voucher is the one for members. */
export async function quoteFor(db: Db, { member, ...basket }: Quoted) {
  const userId = member ? await memberIdOf(db, member.externalId, 'member.externalId') : null;
  const quote = await quoteOf(db, { ...basket, userId, at: null });
  const refused = quote.voucherProblem === null ? undefined : quote.refusals.find(({ kind }) => kind === 'voucher');
  const voucherProblem = refused?.failures.map((failure) => failure.member).join(' ') ?? quote.voucherProblem;
  return { ...quote, voucherProblem };
}

type Order = Reply<typeof getPlacedOrder>;
type Placed = ValidatedInput<typeof placeOrder>['body'];

const items = sql<
  Order['items']
>`(select coalesce(jsonb_agg(jsonb_build_object('productType', product_type, 'productId', product_id,
    'productName', product_name, 'price', price, 'discountAmount', item.discount_amount) order by line), '[]')
  from order_item item where item.order_id = "order".id)`;
const payments = sql<
  Order['payments']
>`(select coalesce(jsonb_agg(jsonb_build_object('reference', reference, 'amount', amount,
    'status', notice.status, 'method', method, 'paidAt', notice.paid_at, 'at', at, 'refusal', refusal) order by at, notice.id), '[]')
  from payment_notice notice where notice.order_id = "order".id)`;
const columns = columnsOf('order', getPlacedOrder.reply, {
  orderId: 'id',
  externalId: sql<string>`external_id`,
  items,
  payments,
});

const findOrder = (db: Db, externalId: string) =>
  db
    .selectFrom('order')
    .select([...columns, 'userId'])
    .where('externalId', '=', externalId)
    .executeTakeFirst();

/** Order by external id; 404 if there is none. */
export async function readOrder(db: Db, externalId: string) {
  const order = await findOrder(db, externalId);
  if (!order) throw notFound('order');
  return order;
}

const keysOf = (refs: readonly ProductRef[]) => refs.map(productKey).toSorted().join();

/** 409 at the field in which a repeated call differs from the order. */
function refuseOther(order: NonNullable<Awaited<ReturnType<typeof findOrder>>>, userId: string, call: Placed): void {
  const differing =
    order.userId !== userId
      ? 'member.externalId'
      : keysOf(order.items) !== keysOf(call.items)
        ? 'items'
        : (order.voucherCode ?? '') !== (call.voucherCode?.toUpperCase() ?? '')
          ? 'voucherCode'
          : (call.totalAmount ?? order.totalAmount) !== order.totalAmount
            ? 'totalAmount'
            : undefined;
  if (differing) throw conflict('Another order has this external id: this differs', differing);
}

/** Places an order; the same call again finds it. */
export async function place({ db, tenant, caller }: { db: Db; tenant: Tenant; caller: Caller }, call: Placed) {
  const { externalId, member, totalAmount, ...basket } = call;
  const userId = await memberIdOf(db, member.externalId, 'member.externalId');
  await oneAtATime(db, `order ${externalId}`);
  const order = await findOrder(db, externalId);
  if (order) refuseOther(order, userId, call);
  else
    await createOrder(db, tenant, { userId, ...basket }, totalAmount, {
      by: 'shop',
      externalId,
      paymentProvider: caller.name,
    });
  return readOrder(db, externalId);
}
