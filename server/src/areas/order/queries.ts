/** SQL of orders. */
import { type RawBuilder, sql } from 'kysely';
import { listOrders, orderRow } from '#contract/order.ts';
import { sortedField } from '#contract/sorts.ts';
import { columnsOf } from '#platform/database/columns.ts';
import { recordById } from '#platform/database/compiled.ts';
import { jsonText } from '#platform/database/json-text.ts';
import { byMoment, cappedCount, pageOf, queriedList, tableCount } from '#platform/list.ts';
import { ordersOf } from '#platform/sorts.ts';

const items = sql<
  { productType: string; productId: string; productName: string; price: number; discountAmount: number }[]
>`(
  select coalesce(json_agg(json_build_object('productType', product_type, 'productId', product_id, 'productName', product_name,
    'price', price, 'discountAmount', i.discount_amount) order by line), '[]') from order_item i where i.order_id = "order".id)`;
const user = sql<{ id: string; name: string; email: string; phoneNumber: string }>`
  json_build_object('id', user_id, 'name', user_name, 'email', user_email, 'phoneNumber', user_phone)`;
const columns = columnsOf('order', orderRow, { orderId: 'id', user: jsonText(user), items: jsonText(items) });

export const findOrder = recordById('order', (db, id) => db.selectFrom('order').select(columns).where('id', '=', id));

const beginningOf = (day: RawBuilder<unknown>) => sql<string>`${day}::timestamp at time zone 'Asia/Jakarta'`;

const sorts = ordersOf('order', listOrders, {});

/** Days are Jakarta's, both inclusive (domain.md, Order). */
export const findOrders = queriedList(
  listOrders,
  (db, { pattern, status, startDate, endDate, userId }, window, sort) => {
    const orders = db.selectFrom('order');
    let matching = orders;
    if (pattern) matching = matching.where('search', 'like', pattern);
    if (status) matching = matching.where('status', '=', status);
    if (userId) matching = matching.where('userId', '=', userId);
    if (startDate) matching = matching.where('createdAt', '>=', beginningOf(sql`${startDate}::date`));
    if (endDate) matching = matching.where('createdAt', '<', beginningOf(sql`(${endDate}::date + 1)`));
    const isWhole = matching === orders;
    const page =
      isWhole && sortedField(sort) === 'createdAt'
        ? byMoment(orders, 'order', sort, window)
        : pageOf(matching, orders, sorts[sort], window);
    return { rows: page.select(columns), total: isWhole ? tableCount('order') : cappedCount(matching) };
  },
);
