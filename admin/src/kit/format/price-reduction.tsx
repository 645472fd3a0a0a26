/** How what lowers a price is shown: its status, and what it takes off. */
import { DiscountStatus, DiscountType, type PriceReduction } from '#contract/price.ts';
import { Badge } from './badge.tsx';
import { formatMoney } from './formats.ts';

const statuses = {
  [DiscountStatus.INACTIVE]: ['grey', 'Inactive'],
  [DiscountStatus.ACTIVE]: ['green', 'Active'],
  [DiscountStatus.SCHEDULED]: ['blue', 'Scheduled'],
  [DiscountStatus.EXPIRED]: ['grey', 'Expired'],
} as const;

export const statusFilter = {
  name: 'status',
  label: 'Status',
  options: Object.entries(statuses).map(([value, [, label]]) => ({ value, label })),
};

export function StatusBadge({ status }: { status: DiscountStatus }) {
  const [colour, label] = statuses[status];
  return <Badge colour={colour}>{label}</Badge>;
}

/** "20%", "Rp50.000 off", "becomes Rp99.000". */
export function reductionInWords({ type, value }: PriceReduction): string {
  if (type === DiscountType.PERCENTAGE) return `${value}%`;
  return type === DiscountType.IDR_OFF ? `${formatMoney(value)} off` : `becomes ${formatMoney(value)}`;
}
