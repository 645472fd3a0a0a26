/** Text on what the switch and the deletion of a campaign change. Pure. */
import type { campaigns, CampaignPromotion } from '#contract/campaign/endpoints.ts';
import type { campaignEffect } from '#contract/campaign/promotions.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { SwitchStatus } from '#contract/kernel/switch-status.ts';
import { isOver, periodInWords, statusOf } from '#contract/pricing/price.ts';
import { badgeOf } from '#contract/pricing/promotion-badge.ts';
import { counted, listed } from '#kit/format/formats.ts';
import type { Consequence } from '#kit/record/consequence.tsx';

export type Campaign = Reply<typeof campaigns.get>;
type Effect = Reply<typeof campaignEffect>;

export const isOn = ({ status }: Pick<CampaignPromotion, 'status'>) => status !== SwitchStatus.INACTIVE;

/** Promotions that are not switched as the campaign is. */
export const differing = (campaign: Campaign) => campaign.promotions.filter((one) => isOn(one) !== isOn(campaign));

export const promotionsInWords = ({ totalDiscounts, totalVouchers }: Campaign): string =>
  listed([
    ...(totalDiscounts > 0 ? [counted(totalDiscounts, 'discount', 'discounts')] : []),
    ...(totalVouchers > 0 ? [counted(totalVouchers, 'voucher', 'vouchers')] : []),
  ]) || 'None yet';

/** Number of vouchers that the switch turns, and that members can use while they are on. */
function countVouchers(campaign: Campaign, at: number): number {
  const turned = campaign.promotions.filter((one) => one.kind === 'voucher' && isOn(one) === isOn(campaign));
  return turned.filter((one) =>
    ['active', 'scheduled'].includes(badgeOf({ ...one, status: statusOf({ ...one, isActive: true }, at) })),
  ).length;
}

function conflictInWords({ promotions }: Campaign, { conflicting, conflicts }: Effect): string {
  const own = new Set(promotions.map(({ id }) => id));
  const ofOwn = conflicts.filter(({ discountId }) => own.has(discountId)).length;
  const products = counted(conflicting, 'product', 'products');
  if (ofOwn === conflicts.length) return `discounts of its own share ${products}`;
  return `other discounts${ofOwn > 0 ? ', or several of its own,' : ''} hold ${products} of it`;
}

/** Effect of the switch. `at`: milliseconds since 1970. */
export function switchingInWords(campaign: Campaign, effect: Effect, at: number): Consequence['text'] {
  const isOff = !isOn(campaign);
  const verb = isOff ? 'Activate' : 'Deactivate';
  if (campaign.promotions.length === 0) return `${verb}: no price changes, because it has no discounts and no vouchers`;
  if (isOver(campaign, at)) return `${verb}: no price changes, because it is over`;
  if (isOff && effect.conflicting > 0) return `${verb}: not possible while ${conflictInWords(campaign, effect)}`;
  const products = isOff ? effect.productsOff : effect.productsOn;
  const vouchers = countVouchers(campaign, at);
  const isAhead = Date.parse(campaign.startDate) > at;
  const start = isAhead ? ` ${periodInWords({ startDate: campaign.startDate, endDate: null })}` : '';
  const priced =
    isAhead && !isOff
      ? ['does not get cheaper', 'do not get cheaper']
      : isOff
        ? ['gets cheaper', 'get cheaper']
        : ['goes back to the list price', 'go back to the list price'];
  const parts = [
    ...(products > 0 ? [`${counted(products, 'product', 'products')} ${priced[products === 1 ? 0 : 1]}`] : []),
    ...(vouchers > 0 ? [`${isOff ? 'members' : 'nobody'} can use ${counted(vouchers, 'voucher', 'vouchers')}`] : []),
  ];
  return `${verb}: ${listed(parts) || 'no price changes, because nothing is assigned to its promotions'}${parts.length > 0 ? start : ''}`;
}
