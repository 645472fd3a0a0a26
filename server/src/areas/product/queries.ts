/** SQL of products. */
import { products } from '#contract/product/endpoints.ts';
import { columnsOf } from '#platform/database/columns.ts';
import { notFound } from '#platform/errors.ts';
import type { Db } from '#platform/database/database.ts';
import { cappedCount, matchesAll, pageOf, queriedList } from '#platform/list.ts';
import { byName, ordersOf } from '#platform/sorts.ts';
import { activeDiscount, withFinalPrice } from '#shared/pricing/pricing.ts';

const columns = columnsOf('product', products.row.omit({ finalPrice: true }), { productId: 'id' });
const reduction = activeDiscount('product', 'product').as('reduction');

const sorts = ordersOf('product', products.list, { createdAt: [], name: byName('product') });

const productsPage = queriedList(products.list, (db, { patterns, isPublished }, window, sort) => {
  const all = db.selectFrom('product');
  let matching = patterns ? all.where(matchesAll('search', patterns)) : all;
  if (isPublished !== undefined) matching = matching.where('isPublished', '=', isPublished);
  const rows = pageOf(matching, all, sorts[sort], window).select(columns).select(reduction);
  return { rows, total: cappedCount(matching) };
});

export async function findProducts(...input: Parameters<typeof productsPage>) {
  const { rows, head } = await productsPage(...input);
  return { rows: rows.map((row) => withFinalPrice(row)), head };
}

const productById = (db: Db, id: string) =>
  db
    .selectFrom('product')
    .select(columns)
    .select([reduction, 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('product'));

export const findProduct = async (db: Db, id: string) => withFinalPrice(await productById(db, id));

/** Whether any order contains the product, whatever its status. */
export const wasOrdered = async (db: Db, id: string): Promise<boolean> =>
  (
    await db
      .selectFrom('orderItem')
      .select('orderId')
      .where('productType', '=', 'products')
      .where('productId', '=', id)
      .limit(1)
      .execute()
  ).length > 0;
