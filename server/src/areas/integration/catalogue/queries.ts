/** SQL of the catalogue: what is sold, and what changed in it. */
import { type RawBuilder, sql } from 'kysely';
import { cataloguePage } from '#contract/integration/catalogue.ts';
import { minuteMs } from '#contract/kernel/days.ts';
import { tableOfKind } from '#contract/kernel/record-kinds.ts';
import type { PriceReduction } from '#contract/pricing/price.ts';
import type { ProductType } from '#contract/pricing/product-type.ts';
import { type ProductRef, kindOfProduct } from '#contract/pricing/purchase.ts';
import type { Db } from '#platform/database/database.ts';
import { activeDiscounts } from '#shared/pricing/pricing.ts';

export const types = Object.keys(kindOfProduct) as ProductType[];

/** Moment of the database: its time in milliseconds since 1970, and the oldest transaction that may still commit. */
export interface Moment {
  time: number;
  transaction: number;
}

/** Current moment, and the first transaction after it. */
export async function readMoment(db: Db): Promise<Moment & { next: number }> {
  const { rows } = await sql<Moment & { next: number }>`select floor(extract(epoch from now()) * 1000)::float8 as time,
    pg_snapshot_xmin(seen)::text::float8 as transaction, pg_snapshot_xmax(seen)::text::float8 as next
    from pg_current_snapshot() seen`.execute(db);
  return rows[0]!;
}

/** Rows of `catalogue_change` that a reader of `since` may not have seen; a restored row may name a later transaction. */
const isNew = ({ transaction }: Moment) => sql`changed_in >= ${transaction}::bigint
  and changed_in < pg_snapshot_xmax(pg_current_snapshot())::text::bigint`;

/** Discounts that changed, began or ended since a moment. */
function turnedDiscounts(since: Moment) {
  const from = sql`to_timestamp(${since.time}::float8 / 1000)`;
  const before = sql`to_timestamp(${since.time - minuteMs}::float8 / 1000)`;
  return sql`(select id from catalogue_change where kind = 'discount' and ${isNew(since)}
    union select id from discount where is_active and start_date > ${from} and start_date <= now()
    union select id from discount where is_active and end_date > ${before} and end_date <= now()
      and period_end(end_date) > ${from} and period_end(end_date) <= now())`;
}

/** Position in the order of product types and ids. */
export interface Position {
  place: number;
  id: string;
}

const union = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts, sql` union all `);

/**
 * Products behind a position, at most {@link cataloguePage}: the published ones, or those whose price or publication may
 * have changed since a moment.
 */
export async function findRefs(db: Db, since: Moment | null, after: Position): Promise<ProductRef[]> {
  const parts = types.slice(after.place).map((type, index) => {
    const { table, column, linkedTo } = tableOfKind(kindOfProduct[type]);
    const behind = index === 0 ? sql`id > ${after.id}::uuid` : sql`true`;
    const found = since
      ? sql`(select id from catalogue_change where kind = ${sql.lit(table)} and ${isNew(since)}
          union select ${sql.ref(column)} from ${sql.table(linkedTo('discount'))} where discount_id in (select id from turned)) changed where`
      : sql`${sql.table(table)} where is_published and`;
    return sql`(select ${sql.lit(type)} as "productType", ${sql.lit(after.place + index)}::int as place, id as "productId"
      from ${found} ${behind} order by id limit ${cataloguePage})`;
  });
  const turned = since ? sql`with turned as materialized ${turnedDiscounts(since)}` : sql``;
  const { rows } = await sql<ProductRef>`${turned} select "productType", "productId" from (${union(parts)}) found
    order by place, "productId" limit ${cataloguePage}`.execute(db);
  return rows;
}

export interface CatalogueRow extends ProductRef {
  /** Null: deleted. */
  isPublished: boolean | null;
  name: string;
  slug: string;
  price: number;
  reduction: PriceReduction | null;
  updatedAt: string;
}

/** Products with their discounts now, and the time of the last change of either. */
export async function findRows(db: Db, refs: readonly ProductRef[]): Promise<CatalogueRow[]> {
  const byType = Map.groupBy(refs, ({ productType }) => productType);
  const parts = [...byType].map(([type, those]) => {
    const kind = kindOfProduct[type];
    const { table, column, linkedTo } = tableOfKind(kind);
    const slug = type === 'courses' || type === 'learning paths' ? sql`coalesce(one.slug, '')` : sql`''`;
    const ids = those.map(({ productId }) => productId);
    return sql`select ${sql.lit(type)} as "productType", listed.id as "productId", is_published as "isPublished",
        coalesce(one.name, '') as name, ${slug} as slug, coalesce(price, 0) as price,
        case when active.id is not null then json_build_object('type', active.type, 'value', active.value) end as reduction,
        coalesce(greatest(change.at, turned.at), one.updated_at) as "updatedAt"
      from unnest(${ids}::uuid[]) listed (id)
        left join ${sql.table(table)} one on one.id = listed.id
        left join ${activeDiscounts(kind)} active on active.id = listed.id
        left join catalogue_change change on change.kind = ${sql.lit(table)} and change.id = listed.id
        left join (select link.${sql.ref(column)} as id, max(greatest(noted.at, case when start_date <= now() then start_date end,
            case when period_end(end_date) <= now() then period_end(end_date) end)) as at
          from ${sql.table(linkedTo('discount'))} link join discount on discount.id = link.discount_id
            left join catalogue_change noted on noted.kind = 'discount' and noted.id = discount.id
          where link.${sql.ref(column)} = any(${ids}::uuid[]) and is_active group by 1) turned on turned.id = listed.id`;
  });
  if (parts.length === 0) return [];
  return (await sql<CatalogueRow>`${union(parts)}`.execute(db)).rows;
}
