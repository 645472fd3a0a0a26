/** Status badge, text and list columns of price reductions. */
import { DiscountStatus, DiscountType, type PriceReduction } from '#contract/price.ts';
import { formatMoney } from '#contract/rupiah.ts';
import { Badge } from './badge.tsx';

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

/** Formats as "20%", "Rp50.000 off" or "becomes Rp99.000". */
export function reductionInWords({ type, value }: PriceReduction): string {
  if (type === DiscountType.PERCENTAGE) return `${value}%`;
  return type === DiscountType.IDR_OFF ? `${formatMoney(value)} off` : `becomes ${formatMoney(value)}`;
}

export const statusColumn = {
  label: statusFilter.label,
  cell: (row: { status: DiscountStatus }) => <StatusBadge {...row} />,
  width: 112,
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
