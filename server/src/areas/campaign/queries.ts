/** SQL of campaigns and of their promotions. */
import { type RawBuilder, sql } from 'kysely';
import { type CampaignPromotion, campaigns } from '#contract/campaign/endpoints.ts';
import { columnsOf } from '#platform/database/columns.ts';
import { notFound } from '#platform/errors.ts';
import type { Db } from '#platform/database/database.ts';
import { cappedCount, matchesAll, pageOf, queriedList } from '#platform/list.ts';
import { byName, ordersOf } from '#platform/sorts.ts';
import { voucherChoices } from '#contract/voucher/choice.ts';
import { countItems } from '#shared/assignment/link.ts';
import { discountStatus } from '#shared/pricing/pricing.ts';
import { campaignLinks, discountLinks, hasStatus } from '#shared/pricing/promotion-badge.ts';

type Kind = CampaignPromotion['kind'];

const [ofDiscounts, ofVouchers] = campaignLinks.map(countItems) as [RawBuilder<number>, RawBuilder<number>];

const columns = columnsOf('campaign', campaigns.row, {
  campaignId: 'id',
  status: discountStatus('campaign'),
  totalDiscounts: ofDiscounts,
  totalVouchers: ofVouchers,
  totalAssigned: sql<number>`${ofDiscounts} + ${ofVouchers}`,
});

const sorts = ordersOf('campaign', campaigns.list, { createdAt: [], name: byName('campaign') });

export const findCampaigns = queriedList(campaigns.list, (db, { patterns, status }, window, sort) => {
  const all = db.selectFrom('campaign');
  let matching = patterns ? all.where(matchesAll('search', patterns)) : all;
  if (status !== undefined) matching = matching.where(hasStatus('campaign', status));
  return { rows: pageOf(matching, all, sorts[sort], window).select(columns), total: cappedCount(matching) };
});

/** Promotion with what its rules need. */
export interface Promotion extends CampaignPromotion {
  isActive: boolean;
  /** Whether any order used it, so that its period cannot change. */
  wasUsed: boolean;
}

const none = sql`null`;

/** Columns of a promotion that are not those of its table. */
const own: Record<Kind, RawBuilder<unknown>> = {
  discount: sql`${none}::text as code, product_type as "productType", ${sql.join(discountLinks.map(countItems), sql` + `)} as "totalAssigned",
    false as "allProduct", true as "isPublished", 0 as "usedCount", ${none}::int as quota, false as "wasUsed"`,
  voucher: sql`code, ${none}::text as "productType", ${sql.join(voucherChoices.map(countItems), sql` + `)} as "totalAssigned",
    all_product, is_published, used_count, quota,
    exists (select from voucher_redemption used where used.voucher_id = voucher.id) as "wasUsed"`,
};

/** Selection of promotions of a kind, with `more` columns; to be followed by a condition. */
export const selectPromotions = (
  kind: Kind,
  more = sql``,
) => sql`select ${sql.lit(kind)} as kind, id, name, discount_type as "discountType", value,
  start_date as "startDate", end_date as "endDate", ${discountStatus(kind)} as status, is_active as "isActive", ${own[kind]} ${more}
  from ${sql.table(kind)}`;

export const kinds = ['discount', 'voucher'] as const;

/** Promotions of a campaign by kind and age, or those with these ids. */
export async function findPromotions(
  db: Db,
  of: { campaignId: string } | { ids: readonly string[] },
): Promise<Promotion[]> {
  const isMeant = (kind: Kind) =>
    'ids' in of
      ? sql`id = any(${of.ids}::uuid[])`
      : sql`id in (select ${sql.ref(`${kind}_id`)} from ${sql.table(`campaign_${kind}`)} where campaign_id = ${of.campaignId})`;
  const each = kinds.map((kind) => sql`${selectPromotions(kind)} where ${isMeant(kind)}`);
  return (await sql<Promotion>`${sql.join(each, sql` union all `)} order by kind, id`.execute(db)).rows;
}

export async function findCampaign(db: Db, id: string) {
  const campaign = await db
    .selectFrom('campaign')
    .select(columns)
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('campaign'));
  return { ...campaign, promotions: await findPromotions(db, { campaignId: id }) };
}
