/** SQL of orders: newest first by an index. */
import { type RawBuilder, sql } from 'kysely';
import type { ValidatedInput } from '#contract/kernel.ts';
import type { listOrders } from '#contract/order.ts';
import { oneById } from '#platform/database/compiled.ts';
import type { Db } from '#platform/database/database.ts';
import { jsonText } from '#platform/database/json-text.ts';
import { cappedCount, compiledList, likePattern, newestFirst, tableCount, pageOf } from '#platform/list.ts';

const items = sql<
  { productType: string; productId: string; productName: string; price: number; discountAmount: number }[]
>`(
  select coalesce(json_agg(json_build_object('productType', product_type, 'productId', product_id, 'productName', product_name,
    'price', price, 'discountAmount', i.discount_amount) order by line), '[]') from order_item i where i.order_id = "order".id)`;
const user = sql<{ id: string; name: string; email: string; phoneNumber: string }>`
  json_build_object('id', user_id, 'name', user_name, 'email', user_email, 'phoneNumber', user_phone)`;
const fields = [
  'id as orderId',
  'invoiceNumber',
  'subtotal',
  'discountAmount',
  'voucherCode',
  'voucherAmount',
  'uniqueCode',
  'totalAmount',
  'status',
  'paymentProvider',
  'paymentMethod',
  'paidAt',
  'expiredAt',
  'createdAt',
  jsonText(user).as('user'),
  jsonText(items).as('items'),
] as const;

export const findOrder = oneById((db, id) => db.selectFrom('order').select(fields).where('id', '=', id));

const beginningOf = (day: RawBuilder<unknown>) => sql<string>`${day}::timestamp at time zone 'Asia/Jakarta'`;

interface Filters extends Record<string, string | undefined> {
  pattern: string | undefined;
  from: string | undefined;
  to: string | undefined;
}

const orderPage = compiledList((db, { pattern, from, to }: Filters, window) => {
  const orders = db.selectFrom('order');
  let matching = orders;
  if (pattern) matching = matching.where('search', 'like', pattern);
  if (from) matching = matching.where('createdAt', '>=', beginningOf(sql`${from}::date`));
  if (to) matching = matching.where('createdAt', '<', beginningOf(sql`(${to}::date + 1)`));
  const isWhole = matching === orders;
  const page = isWhole
    ? newestFirst(orders, 'order', 'createdAt', window)
    : pageOf(matching, orders, sql`created_at desc, id desc`, window);
  return { rows: page.select(fields), total: isWhole ? tableCount('order') : cappedCount(matching) };
});

/** Days are Jakarta's, both inclusive (domain.md, Order). */
export const findOrders = (db: Db, query: ValidatedInput<typeof listOrders>['query']) =>
  orderPage(
    db,
    { pattern: query.search ? likePattern(query.search) : undefined, from: query.startDate, to: query.endDate },
    query,
    undefined,
  );
