/** Effect that the switch of a campaign, or other dates, would have; changes nothing. */
import { sql } from 'kysely';
import type { campaignEffect, previewDates } from '#contract/campaign/promotions.ts';
import { isSameInstant } from '#contract/kernel/days.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { usedLock } from '#contract/voucher/endpoints.ts';
import type { Db } from '#platform/database/database.ts';
import { linkOf } from '#shared/assignment/link.ts';
import { clashesOf } from '#shared/pricing/conflicts.ts';
import { clashes } from '#shared/pricing/pricing.ts';
import { discountLinks } from '#shared/pricing/promotion-badge.ts';
import { type Promotion, findCampaign, findPromotions } from './queries.ts';

type Effect = Reply<typeof campaignEffect>;
export interface Dates {
  startDate: string | null;
  endDate: string | null;
}

export const idsOf = (promotions: readonly Promotion[], kind: Promotion['kind']) =>
  promotions.filter((one) => one.kind === kind).map(({ id }) => id);

/** Number of products of some discounts, each counted once. */
async function countProducts(db: Db, ids: readonly string[]): Promise<number> {
  const items = discountLinks.map((ends) => {
    const { table, item } = linkOf(ends);
    return sql`select ${sql.ref(item.column)} from ${sql.table(table)} where discount_id = any(${ids}::uuid[])`;
  });
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from (${sql.join(items, sql` union `)}) held`.execute(db);
  return rows[0]!.n;
}

/** Effect of switching a campaign on or off. Its own discounts can conflict with each other, too. */
export async function findEffect(db: Db, id: string): Promise<Effect> {
  const { promotions } = await findCampaign(db, id);
  const off = promotions.filter(({ isActive }) => !isActive);
  const ids = idsOf(off, 'discount');
  const { rows } = await sql<Effect['conflicts'][number] & Pick<Effect, 'conflicting'>>`
    with clash as materialized (${clashes(ids, undefined, { asIf: { ids, isActive: true } })})
    select "mineId" as id, mine as name, "discountId", discount as holder, "startDate", "endDate", count(*)::int as products,
      (select count(distinct "productId")::int from clash) as conflicting,
      (select count(distinct "productId")::int from clash one
        where one."mineId" = clash."mineId" and one."discountId" <> all(${idsOf(promotions, 'discount')}::uuid[])) as takeable
    from clash group by 1, 2, 3, 4, 5, 6 order by products desc, id, "discountId"`.execute(db);
  const on = promotions.filter(({ isActive }) => isActive);
  return {
    productsOff: await countProducts(db, ids),
    productsOn: await countProducts(db, idsOf(on, 'discount')),
    conflicting: rows[0]?.conflicting ?? 0,
    conflicts: rows.map(({ conflicting: _, ...pair }) => pair),
  };
}

/** Promotions that have other dates. */
export const withOtherDates = (promotions: readonly Promotion[], { startDate, endDate }: Dates) =>
  promotions.filter((one) => !isSameInstant(one.startDate, startDate) || !isSameInstant(one.endDate, endDate));

/** Promotions whose dates would change, with the reason if their rules refuse it. */
export async function findDateChanges(db: Db, id: string, period: Dates): Promise<Reply<typeof previewDates>> {
  await findCampaign(db, id);
  const promotions = await findPromotions(db, { campaignId: id });
  const active = idsOf(
    promotions.filter(({ isActive }) => isActive),
    'discount',
  );
  const asIf = { ids: idsOf(promotions, 'discount'), period };
  const conflicts = Map.groupBy(await clashesOf(db, active, undefined, asIf), ({ mineId }) => mineId);
  const refusalOf = ({ id: one, wasUsed }: Promotion) => {
    if (wasUsed) return usedLock('period');
    const [first] = conflicts.get(one) ?? [];
    return first ? `"${first.name}" ${first.message}` : null;
  };
  return { changes: withOtherDates(promotions, period).map((one) => ({ ...one, refusal: refusalOf(one) })) };
}
