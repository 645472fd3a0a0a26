/** How discounts are shown: statuses, what one takes off, and the rows of its form. */
import { DiscountStatus, DiscountType, type PriceReduction } from '#contract/price.ts';
import { Badge } from '#kit/format/badge.tsx';
import { formatMoney } from '#kit/format/formats.ts';

export const discountRows = ['name', ['discountType', 'discount'], 'productType', ['startDate', 'endDate']] as const;

const statuses = {
  [DiscountStatus.INACTIVE]: ['grey', 'Inactive'],
  [DiscountStatus.ACTIVE]: ['green', 'Active'],
  [DiscountStatus.SCHEDULED]: ['blue', 'Scheduled'],
  [DiscountStatus.EXPIRED]: ['grey', 'Expired'],
} as const;
export type Status = keyof typeof statuses;

export const statusChoices = Object.entries(statuses).map(([value, [, label]]) => ({ value, label }));

export function StatusBadge({ status }: { status: Status }) {
  const [colour, label] = statuses[status];
  return <Badge colour={colour}>{label}</Badge>;
}

/** "20%", "Rp50.000 off", "becomes Rp99.000". */
export function reductionInWords({ type, value }: PriceReduction): string {
  if (type === DiscountType.PERCENTAGE) return `${value}%`;
  return type === DiscountType.IDR_OFF ? `${formatMoney(value)} off` : `becomes ${formatMoney(value)}`;
}
