/** Status badge, text and list columns of price reductions. */
import { DiscountType, type PriceReduction } from '#contract/pricing/price.ts';
import { SwitchStatus } from '#contract/kernel/switch-status.ts';
import { type Promotion, type PromotionBadge, badgeOf } from '#contract/pricing/promotion-badge.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { Badge, type BadgeColour } from '#kit/display/badge.tsx';

const badges: Readonly<Record<PromotionBadge, readonly [BadgeColour, string]>> = {
  active: ['green', 'Active'],
  scheduled: ['blue', 'Scheduled'],
  inactive: ['grey', 'Inactive'],
  expired: ['grey', 'Expired'],
  draft: ['grey', 'Not published'],
  'no-products': ['yellow', 'Nothing assigned'],
  'used-up': ['grey', 'Used up'],
};

/** Statuses on the wire, which older views and links filter by. */
const formerStatuses = {
  [SwitchStatus.INACTIVE]: 'Inactive',
  [SwitchStatus.ACTIVE]: 'Switched on, in its period',
  [SwitchStatus.SCHEDULED]: 'Switched on, before its period',
  [SwitchStatus.EXPIRED]: 'Expired',
};

/** Filter by what the badges say. */
export const statusFilterOf = (words: readonly PromotionBadge[]) => ({
  name: 'status',
  label: 'Status',
  options: [
    ...words.map((value) => ({ value, label: badges[value][1] })),
    ...Object.entries(formerStatuses).map(([value, label]) => ({ value, label, isFormer: true })),
  ],
});

/** Colour of a promotion's badge. */
export const colourOf = (promotion: Promotion): BadgeColour => badges[badgeOf(promotion)][0];

export function StatusBadge(promotion: Promotion) {
  const [colour, label] = badges[badgeOf(promotion)];
  return <Badge colour={colour}>{label}</Badge>;
}

/** Formats as "20%", "Rp50.000 off" or "becomes Rp99.000". */
export function reductionInWords({ type, value }: PriceReduction): string {
  if (type === DiscountType.PERCENTAGE) return `${value}%`;
  return type === DiscountType.IDR_OFF ? `${formatMoney(value)} off` : `becomes ${formatMoney(value)}`;
}

export const statusColumn = {
  label: 'Status',
  cell: StatusBadge,
  width: 148,
  card: 'badge' as const,
};

/** Column of the reduction; `key` is the wire name of its value. */
export const reductionColumn = <Key extends string>(key: Key, label: string) => ({
  label,
  cell: (row: { discountType: DiscountType } & { [One in Key]: number }) =>
    reductionInWords({ type: row.discountType, value: row[key] }),
  align: 'right' as const,
  width: 166,
});
