/** SQL of orders: newest first by an index. */
import { sql } from 'kysely';
import type { ValidatedInput } from '#contract/kernel.ts';
import type { listOrders } from '#contract/order.ts';
import { oneById } from '#platform/database/compiled.ts';
import type { Db } from '#platform/database/database.ts';
import { cappedCount, likePattern, tableCount, paginate, pageOf } from '#platform/list.ts';

const newestFirst = sql`created_at desc, id desc`;

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
  user.as('user'),
  items.as('items'),
] as const;

export const findOrder = oneById((db, id) => db.selectFrom('order').select(fields).where('id', '=', id));

/** Days are Jakarta's, both inclusive (domain.md, Order). */
export function findOrders(db: Db, query: ValidatedInput<typeof listOrders>['query']) {
  const orders = db.selectFrom('order');
  let matching = orders;
  if (query.search) matching = matching.where('search', 'like', likePattern(query.search));
  if (query.startDate)
    matching = matching.where(
      'createdAt',
      '>=',
      sql<string>`${query.startDate}::date::timestamp at time zone 'Asia/Jakarta'`,
    );
  if (query.endDate)
    matching = matching.where(
      'createdAt',
      '<',
      sql<string>`(${query.endDate}::date + 1)::timestamp at time zone 'Asia/Jakarta'`,
    );
  const isWhole = !query.search && !query.startDate && !query.endDate;
  const rows = pageOf(matching, orders, newestFirst, query).select(fields);
  return paginate(db, rows, isWhole ? tableCount('order') : cappedCount(matching), query);
}
