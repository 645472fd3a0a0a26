/** Text on what switching, deleting a voucher, or unassigning its products changes in each of its states. Pure. */
import { type Period, periodInWords, statusOf } from '#contract/pricing/price.ts';
import { SwitchStatus } from '#contract/kernel/switch-status.ts';
import { type Promotion, type PromotionBadge, badgeOf } from '#contract/pricing/promotion-badge.ts';
import type { Consequence } from '#kit/record/consequence.tsx';

type Voucher = Promotion & Pick<Period, 'startDate'>;

const reasons: Readonly<Partial<Record<PromotionBadge, string>>> = {
  inactive: 'inactive',
  expired: 'expired',
  draft: 'not published',
  'used-up': 'used up',
  'no-products': 'for no product',
};

const startOf = ({ startDate }: Voucher) => periodInWords({ startDate, endDate: null });

const because = (reason: string) => `no price changes, because the voucher is ${reason}.`;

/** `now`: what ends if members can use the voucher; `later`: what does not begin if it is scheduled. */
function losing(voucher: Voucher, now: string, later: string): string {
  const badge = badgeOf(voucher);
  const reason = reasons[badge];
  if (reason) return because(reason);
  return badge === 'active' ? `${now}.` : `${later} ${startOf(voucher)}.`;
}

/** Effect of unassigning products; `of`: which ones, such as ` of 2 courses`. */
export const unassignInWords = (voucher: Voucher, of = ''): string =>
  voucher.allProduct
    ? because('for all products')
    : losing(voucher, `it no longer lowers the price${of}`, `it does not lower the price${of}`);

export const deletionInWords = (voucher: Voucher & { code: string }): string =>
  losing(voucher, `nobody can use ${voucher.code} any more`, `nobody can use ${voucher.code}`);

/** Effect of the switch. `at`: milliseconds since 1970. */
export function switchingInWords(voucher: Voucher & Period & { code: string }, at: number): Consequence['text'] {
  const { code, status } = voucher;
  const verb = status === SwitchStatus.INACTIVE ? 'Activate' : 'Deactivate';
  const badge = badgeOf({ ...voucher, status: statusOf({ ...voucher, isActive: true }, at) });
  const reason = reasons[badge];
  if (reason) return `${verb}: no price changes, because the voucher is ${reason}`;
  const when = badge === 'active' ? '' : ` ${startOf(voucher)}`;
  if (verb === 'Activate') return `${verb}: members can use ${code}${when}`;
  return `${verb}: nobody can use ${code}${when || ' any more'}`;
}
