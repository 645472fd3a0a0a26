/** Promotions whose period touches the days around now: one query per kind, and one for their conflicts. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { type Bar, maxBars, type readTimeline, timelineDays } from '#contract/campaign/timeline.ts';
import { dayMs } from '#contract/kernel/days.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { kindOfProduct } from '#contract/pricing/purchase.ts';
import { tableOfKind } from '#contract/kernel/record-kinds.ts';
import type { Db } from '#platform/database/database.ts';
import { countCap } from '#platform/list.ts';
import { clashes, discountStatus } from '#shared/pricing/pricing.ts';
import { campaignOf, hasStatus } from '#shared/pricing/promotion-badge.ts';
import { kinds, selectPromotions } from './queries.ts';

type Timeline = Reply<typeof readTimeline>;
type Query = z.output<NonNullable<typeof readTimeline.query>>;
type Kind = (typeof kinds)[number];

/** SQL condition: the promotion holds the product, of any kind. */
function holds(kind: Kind, productId: string) {
  const links = Object.values(kindOfProduct).map((record) => {
    const { column, linkedTo } = tableOfKind(record);
    return sql`exists (select from ${sql.table(linkedTo(kind))} link
      where link.${sql.ref(`${kind}_id`)} = ${sql.ref(`${kind}.id`)} and link.${sql.ref(column)} = ${productId})`;
  });
  const all = kind === 'voucher' ? sql`all_product or ` : sql``;
  return sql`(${all}${sql.join(links, sql` or `)})`;
}

/** Promotions of a kind in a window by their end, the unbounded ones last, and the number of those that are left out. */
async function barsOf(db: Db, kind: Kind, { status, productId }: Query, from: string, to: string) {
  const filters = [
    sql`(start_date is null or start_date < ${to}::timestamptz)`,
    ...(status ? [hasStatus(kind, status)] : []),
    ...(productId ? [holds(kind, productId)] : []),
  ];
  const isMeant = sql.join(filters, sql` and `);
  // Two conditions, each in the index by end.
  const ends = [sql`end_date >= ${from}::timestamptz`, sql`end_date is null`];
  const parts = ends.map(
    (end) =>
      sql`(select id, end_date from ${sql.table(kind)} where ${end} and ${isMeant} order by end_date, id limit ${sql.lit(countCap)})`,
  );
  const { rows } = await sql<Bar & { matching: number }>`
    with matching as materialized (${sql.join(parts, sql` union all `)})
    ${selectPromotions(kind, sql`, ${campaignOf(kind, sql`, 'status', ${discountStatus('campaign')}`)} as campaign, (select count(*)::int from matching) as matching`)}
    where id in (select id from matching order by end_date, id limit ${sql.lit(maxBars)}) order by end_date, id`.execute(
    db,
  );
  const bars = rows.map(({ matching: _, ...bar }) => bar);
  return { bars, more: (rows[0]?.matching ?? 0) - bars.length };
}

/**
 * Numbers of products of discounts that other ones hold at the same time, by discount: as if all were active, since two
 * that are still inactive are planned for the same days.
 */
async function conflictsOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{
    id: string;
    products: number;
  }>`with clash as (${clashes(ids, undefined, { asIf: { isActive: true } })})
    select "mineId" as id, count(distinct "productId")::int as products from clash group by 1`.execute(db);
  return new Map(rows.map(({ id, products }) => [id, products]));
}

export async function findTimeline(db: Db, query: Query): Promise<Timeline> {
  const now = Date.now();
  const [from, to] = [-1, 1].map((way) => new Date(now + way * timelineDays * dayMs).toISOString()) as [string, string];
  const more = { discount: 0, voucher: 0 };
  const bars: Bar[] = [];
  for (const kind of kinds) {
    if (query.kind && query.kind !== kind) continue;
    const found = await barsOf(db, kind, query, from, to);
    bars.push(...found.bars);
    more[kind] = found.more;
  }
  const discounts = bars.filter(({ kind }) => kind === 'discount').map(({ id }) => id);
  const conflicting = await conflictsOf(db, discounts);
  return {
    from,
    now: new Date(now).toISOString(),
    to,
    bars: bars.map((bar) => ({ ...bar, conflicting: conflicting.get(bar.id) ?? 0 })),
    more,
  };
}
