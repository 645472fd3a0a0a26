/** SQL of orders. */
import { type RawBuilder, sql } from 'kysely';
import type { ProductType } from '#contract/pricing/product-type.ts';
import type { z } from 'zod';
import { listOrders, type orderFilter, orderRow } from '#contract/order/endpoints.ts';
import { sortedField } from '#contract/kernel/sorts.ts';
import { columnsOf } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/database.ts';
import { jsonText } from '#platform/database/json-text.ts';
import { byMoment, cappedCount, matchesAll, pageOf, queriedList, tableCount } from '#platform/list.ts';
import { ordersOf } from '#platform/sorts.ts';
import { personPatterns } from '#shared/person-search.ts';

const items = sql<
  {
    productType: ProductType;
    productId: string;
    productName: string;
    price: number;
    discountAmount: number;
    quantity: number;
    isOpened: boolean;
  }[]
>`(
  select coalesce(json_agg(json_build_object('productType', product_type, 'productId', product_id, 'productName', product_name,
    'price', price, 'discountAmount', i.discount_amount, 'quantity', quantity, 'isOpened', is_opened) order by line), '[]') from order_item i where i.order_id = "order".id)`;
/** Buyer of an order, as when it was made. */
export const buyer = sql<{ id: string; name: string; email: string; phoneNumber: string }>`
  json_build_object('id', user_id, 'name', user_name, 'email', user_email, 'phoneNumber', user_phone)`;
/** Columns of an order on the wire. */
export const orderColumns = columnsOf('order', orderRow, {
  orderId: 'id',
  user: jsonText(buyer),
  items: jsonText(items),
});

const beginningOf = (day: RawBuilder<unknown>) => sql<string>`${day}::timestamp at time zone 'Asia/Jakarta'`;

const sorts = ordersOf('order', listOrders, {});

export type OrderFilter = z.output<typeof orderFilter>;
type Conditions = Partial<Omit<OrderFilter, 'search'>> & { patterns: readonly string[] | undefined };

/** Orders that match a filter; days are Jakarta's, both inclusive (domain.md, Order). */
export function matchingOrders(db: Db, filter: Conditions) {
  const { patterns, status, startDate, endDate, paidDate, userId, companyId, productId } = filter;
  let matching = db.selectFrom('order');
  if (patterns) matching = matching.where(matchesAll('search', patterns));
  if (status) matching = matching.where('status', '=', status);
  if (paidDate) matching = matching.where('soldOn', '=', sql<string>`${paidDate}::date`);
  if (userId) matching = matching.where('userId', '=', userId);
  if (companyId) matching = matching.where('companyId', '=', companyId);
  if (productId)
    matching = matching.where('id', 'in', (items) =>
      items.selectFrom('orderItem').select('orderId').where('productId', '=', productId),
    );
  if (startDate) matching = matching.where('createdAt', '>=', beginningOf(sql`${startDate}::date`));
  if (endDate) matching = matching.where('createdAt', '<', beginningOf(sql`(${endDate}::date + 1)`));
  return matching;
}

export const toConditions = ({ search, ...filter }: OrderFilter): Conditions => ({
  ...filter,
  patterns: personPatterns(search),
});

export const findOrders = queriedList(
  listOrders,
  (db, filters, window, sort) => {
    const orders = db.selectFrom('order');
    const matching = matchingOrders(db, filters);
    const isWhole = Object.values(filters).every((value) => value === undefined);
    const page =
      isWhole && sortedField(sort) === 'createdAt'
        ? byMoment(orders, 'order', sort, window)
        : pageOf(matching, orders, sorts[sort], window);
    return { rows: page.select(orderColumns), total: isWhole ? tableCount('order') : cappedCount(matching) };
  },
  personPatterns,
);

const overdue = (db: Db) =>
  db
    .selectFrom('order')
    .select('id')
    .where('isOurs', '=', true)
    .where('status', 'in', ['unpaid', 'pending'])
    .where('expiredAt', '<', sql<string>`now()`);

/** Ids of overdue orders made here, longest overdue first. */
export const findOverdue = async (db: Db, max: number): Promise<string[]> =>
  (await overdue(db).orderBy('expiredAt').limit(max).execute()).map(({ id }) => id);

/** Whether an order made here is unpaid or pending after its expiry. */
export const isOverdue = async (db: Db, orderId: string): Promise<boolean> =>
  (await overdue(db).where('id', '=', orderId).execute()).length > 0;
