/** Badges of discounts, vouchers and campaigns in SQL, equivalent to the contract's `badgeOf` as a test verifies. */
import { type RawBuilder, sql } from 'kysely';
import { assignments } from '#contract/assignment/table.ts';
import { SwitchStatus } from '#contract/kernel/switch-status.ts';
import type { PromotionBadge } from '#contract/pricing/promotion-badge.ts';
import { voucherChoices } from '#contract/voucher/choice.ts';
import { hasNoItems } from '../assignment/link.ts';
import { discountStatus } from './pricing.ts';

const { discountCourses, discountPaths, discountPlans, discountProducts } = assignments;
/** Links from discounts to the kinds of products. */
export const discountLinks = [discountCourses, discountPaths, discountPlans, discountProducts];

/** Links from campaigns to their discounts and vouchers. */
export const campaignLinks = (['discount', 'voucher'] as const).map((record) => ({
  table: `campaign_${record}`,
  owner: 'campaign' as const,
  record,
}));

/** Scalar subquery of the campaign that a row of `discount` or `voucher` is in, or null; `more`: pairs of its object. */
export const campaignOf = (table: 'discount' | 'voucher', more = sql``) =>
  sql<{ id: string; name: string } | null>`(select json_build_object('id', campaign.id, 'name', campaign.name ${more})
    from ${sql.table(`campaign_${table}`)} member join campaign on campaign.id = member.campaign_id
    where member.${sql.ref(`${table}_id`)} = ${sql.ref(`${table}.id`)})`;

type Promotion = 'discount' | 'voucher' | 'campaign';

/** Reasons why a row that is switched on and not over lowers no price, in order. */
const lacks: Readonly<Record<Promotion, readonly (readonly [PromotionBadge, RawBuilder<boolean>])[]>> = {
  discount: [['no-products', hasNoItems(discountLinks)]],
  voucher: [
    ['draft', sql`not voucher.is_published`],
    ['used-up', sql`voucher.used_count >= voucher.quota`],
    ['no-products', sql`not voucher.all_product and ${hasNoItems(voucherChoices)}`],
  ],
  campaign: [['no-products', hasNoItems(campaignLinks)]],
};

/** Badge of a row of `discount`, `voucher` or `campaign`. `at`: moment as an SQL expression; default: now. */
export const promotionBadge = (table: Promotion, at?: RawBuilder<unknown>): RawBuilder<PromotionBadge> =>
  sql`case ${discountStatus(table, at)} when ${sql.lit(SwitchStatus.INACTIVE)} then 'inactive' when ${sql.lit(SwitchStatus.EXPIRED)} then 'expired'
    else case ${sql.join(
      lacks[table].map(([badge, isLacking]) => sql`when ${isLacking} then ${sql.lit(badge)}`),
      sql` `,
    )} else case ${discountStatus(table, at)} when ${sql.lit(SwitchStatus.ACTIVE)} then 'active' else 'scheduled' end end end`;

/** SQL condition for a filter by status number or badge; a number reads no products. */
export const hasStatus = (table: Promotion, filter: SwitchStatus | PromotionBadge): RawBuilder<boolean> =>
  typeof filter === 'number' ? sql`${discountStatus(table)} = ${filter}` : sql`${promotionBadge(table)} = ${filter}`;
