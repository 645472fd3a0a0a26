/** Text on what unassigning products from a voucher, or deleting it, changes in each of its states. Pure. */
import { type Period, periodInWords } from '#contract/pricing/price.ts';
import { type Promotion, type PromotionBadge, badgeOf } from '#contract/pricing/promotion-badge.ts';

type Voucher = Promotion & Pick<Period, 'startDate'>;

const reasons: Readonly<Partial<Record<PromotionBadge, string>>> = {
  inactive: 'inactive',
  expired: 'expired',
  draft: 'not published',
  'used-up': 'used up',
  'no-products': 'for no product',
};

const because = (reason: string) => `no price changes, because the voucher is ${reason}.`;

/** `now`: what ends if members can use the voucher; `later`: what does not begin if it is scheduled. */
function losing(voucher: Voucher, now: string, later: string): string {
  const badge = badgeOf(voucher);
  const reason = reasons[badge];
  if (reason) return because(reason);
  return badge === 'active' ? `${now}.` : `${later} ${periodInWords({ startDate: voucher.startDate, endDate: null })}.`;
}

/** Effect of unassigning products; `of`: which ones, such as ` of 2 courses`. */
export const unassignInWords = (voucher: Voucher, of = ''): string =>
  voucher.allProduct
    ? because('for all products')
    : losing(voucher, `it no longer lowers the price${of}`, `it does not lower the price${of}`);

export const deletionInWords = (voucher: Voucher & { code: string }): string =>
  losing(voucher, `nobody can use ${voucher.code} any more`, `nobody can use ${voucher.code}`);
