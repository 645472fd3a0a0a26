/** SQL of discounts. */
import { sql } from 'kysely';
import { assignments } from '#contract/assignment/table.ts';
import { discounts } from '#contract/discount/endpoints.ts';
import type { ProductType } from '#contract/pricing/product-type.ts';
import type { discountEffect } from '#contract/discount/effect.ts';
import type { Reply, ValidatedInput } from '#contract/kernel/endpoint.ts';
import type { PriceGroup } from '#contract/pricing/forecast.ts';
import { SwitchStatus } from '#contract/kernel/switch-status.ts';
import { kindOfProduct } from '#contract/pricing/purchase.ts';
import { tableOfKind } from '#contract/kernel/record-kinds.ts';
import { columnsOf } from '#platform/database/columns.ts';
import { notFound } from '#platform/errors.ts';
import type { Db } from '#platform/database/database.ts';
import { cappedCount, matchesAll, pageOf, queriedList } from '#platform/list.ts';
import { byName, ordersOf } from '#platform/sorts.ts';
import { countItems, linkOf, namedItems } from '#shared/assignment/link.ts';
import {
  type ActiveDiscount,
  activeDiscount,
  clashes,
  discountStatus,
  withFinalPrice,
} from '#shared/pricing/pricing.ts';
import { campaignOf, discountLinks, hasStatus } from '#shared/pricing/promotion-badge.ts';

const status = discountStatus('discount');
const { discountCourses, discountPaths, discountPlans, discountProducts } = assignments;
const links = discountLinks.map((ends) => linkOf(ends));

const totalAssigned = sql<number>`${sql.join(discountLinks.map(countItems), sql` + `)}`;

const columns = columnsOf('discount', discounts.row, {
  discountId: 'id',
  discount: 'value',
  status,
  totalAssigned,
  campaign: campaignOf('discount'),
});

/** Sort orders; a discount without a start or end date is unbounded on that side. */
const sorts = ordersOf('discount', discounts.list, {
  createdAt: [],
  name: byName('discount'),
  startDate: [{ nullFirst: 'startDate' }],
});

type DiscountQuery = ValidatedInput<typeof discounts.list>['query'];

/** Discounts that match a filter. */
export function matchingDiscounts(
  db: Db,
  filter: Pick<DiscountQuery, 'status'> & { patterns: readonly string[] | undefined },
) {
  let matching = db.selectFrom('discount');
  if (filter.patterns) matching = matching.where(matchesAll('search', filter.patterns));
  if (filter.status !== undefined) matching = matching.where(hasStatus('discount', filter.status));
  return matching;
}

export const findDiscounts = queriedList(discounts.list, (db, filter, window, sort) => {
  const matching = matchingDiscounts(db, filter);
  const page = pageOf(matching, db.selectFrom('discount'), sorts[sort], window);
  return { rows: page.select(columns), total: cappedCount(matching) };
});

export const findDiscount = (db: Db, id: string) =>
  db
    .selectFrom('discount')
    .select(columns)
    .select([
      'version',
      namedItems(discountCourses).as('assignedCourses'),
      namedItems(discountPaths).as('assignedPaths'),
      namedItems(discountPlans).as('assignedPlans'),
      namedItems(discountProducts).as('assignedProducts'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('discount'));

export const findSettings = (db: Db, id: string) =>
  db
    .selectFrom('discount')
    .select(['isActive', 'productType', status.as('status')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** List prices of a discount's products, with the number of products and an example for each. */
export async function findPrices(db: Db, discountId: string): Promise<PriceGroup[]> {
  const types = Object.keys(kindOfProduct) as ProductType[];
  const prices = links.map(
    ({ table, item }) => sql`select product.price, product.name, json_build_object('productType', ${sql.lit(
      types.find((type) => tableOfKind(kindOfProduct[type]).table === item.table),
    )}, 'productId', product.id, 'name', product.name) as witness from ${sql.table(table)} link
      join ${sql.table(item.table)} product on product.id = link.${sql.ref(item.column)} where link.discount_id = ${discountId}`,
  );
  const { rows } = await sql<PriceGroup>`select price, count(*)::int as products, false as "isDiscounted",
      (array_agg(witness order by name))[1] as witness
    from (${sql.join(prices, sql` union all `)}) listed group by price order by price`.execute(db);
  return rows;
}

type Effect = Reply<typeof discountEffect>;

/** Other active discounts that hold products of this one during its time, with the numbers of products. */
export async function findHolders(db: Db, id: string): Promise<Pick<Effect, 'conflicting' | 'conflicts'>> {
  const { rows } = await sql<Effect['conflicts'][number] & { conflicting: number }>`
    with clash as (${clashes([id], undefined)})
    select "discountId", discount as name, "startDate", "endDate", count(*)::int as products,
      (select count(distinct "productId")::int from clash) as conflicting
    from clash group by 1, 2, 3, 4 order by products desc, "discountId"`.execute(db);
  return { conflicting: rows[0]?.conflicting ?? 0, conflicts: rows };
}

/** Inactive discounts that would hold products of this one during its time, if all were active. */
export async function findPlanned(db: Db, id: string): Promise<Effect['planned']> {
  const { rows } = await sql<Effect['planned'][number]>`
    with clash as (${clashes([id], undefined, { asIf: { isActive: true } })})
    select "discountId", discount as name, "startDate", "endDate", count(*)::int as products
    from clash where exists (select from discount other where other.id = "discountId" and not other.is_active)
    group by 1, 2, 3, 4 order by products desc, "discountId"`.execute(db);
  return rows;
}

/** Prices of the conflicting products: current, with their present discounts, and without a discount. */
export async function findConflictPrices(db: Db, id: string): Promise<Effect['conflictPrices']> {
  const products = Object.values(kindOfProduct).map(
    (
      kind,
    ) => sql`select price, ${activeDiscount(kind, 'one')}::jsonb as reduction from ${sql.table(tableOfKind(kind).table)} one
      where id in (select "productId" from clash where kind = ${sql.lit(kind)})`,
  );
  const { rows } = await sql<{ price: number; reduction: ActiveDiscount | null; products: number }>`
    with clash as materialized (${clashes([id], undefined)})
    select price, reduction, count(*)::int as products from (${sql.join(products, sql` union all `)}) contested
    group by price, reduction order by price`.execute(db);
  return rows.map(withFinalPrice);
}

/** Discounts that products will leave when this one starts, with the numbers of products. */
export async function findLeaving(db: Db, id: string): Promise<Effect['leaving']> {
  const each = links.map(
    ({ table, item }) =>
      sql`select holder_id, ${sql.ref(item.column)} as item from ${sql.table(`${table}_leaving`)} where taker_id = ${id}`,
  );
  const { rows } = await sql<Effect['leaving'][number]>`
    select holder.id as "discountId", holder.name, holder.start_date as "startDate", holder.end_date as "endDate", count(*)::int as products
    from (${sql.join(each, sql` union all `)}) leaving join discount holder on holder.id = leaving.holder_id
      join discount on discount.id = ${id} and ${status} in (${sql.lit(SwitchStatus.INACTIVE)}, ${sql.lit(SwitchStatus.SCHEDULED)})
    group by 1, 2, 3, 4 order by products desc, "discountId"`.execute(db);
  return rows;
}
