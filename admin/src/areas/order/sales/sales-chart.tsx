/** Payments and refunds as bars, and the payments of the period before as a line. */
import { plusDays } from '#contract/kernel/days.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { type Period, daysIn } from '#contract/order/sales-periods.ts';
import type { Sales } from '#contract/order/sales.ts';
import { counted } from '#kit/format/formats.ts';
import { AmountChart } from '../chart/amount-chart.tsx';
import { periodName, shortName } from './periods.ts';

const series = [
  { name: 'paid', label: 'Paid', color: 'var(--app-accent)', type: 'bar' },
  { name: 'below', label: 'Refunded', color: 'var(--mantine-color-dimmed)', type: 'bar' },
  { name: 'paidBefore', label: 'Paid before', color: 'var(--mantine-color-text)', type: 'line' },
] as const;

export function SalesChart({ sales }: { sales: Sales }) {
  const back = (day: string) => plusDays(day, -daysIn(sales));
  const before = ({ from, to }: Period) => ({ from: back(from), to: back(to) });
  return (
    <AmountChart
      label={`Sales by ${sales.group}`}
      rows={sales.periods.map((bar) => ({ ...bar, below: -bar.refunded }))}
      across="from"
      series={[...series]}
      withLegend
      xAxisProps={{ tickFormatter: (day: string) => shortName(day, sales.group) }}
    >
      {(bar) => (
        <>
          <small>{periodName(bar)}</small>
          <b>Net sales {formatMoney(bar.net)}</b>
          <span>{counted(bar.orders, 'order', 'orders')}</span>
          {bar.refunds > 0 && <span>Refunds {formatMoney(bar.refunded)}</span>}
          <small>
            Before: {formatMoney(bar.paidBefore)} paid on {periodName(before(bar))}
          </small>
        </>
      )}
    </AmountChart>
  );
}
