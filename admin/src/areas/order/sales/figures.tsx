/** Totals of the period, each beside that of the period before. */
import type { Sales, SalesFigures } from '#contract/order/sales.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { formatNumber } from '#kit/format/formats.ts';
import { periodName } from './periods.ts';
import classes from './sales.module.css';

const average = ({ orders, paid }: SalesFigures) => (orders > 0 ? Math.round(paid / orders) : 0);

const figures: readonly (readonly [
  label: string,
  value: (sums: SalesFigures) => number,
  format: (n: number) => string,
])[] = [
  ['Net sales', ({ net }) => net, formatMoney],
  ['Orders', ({ orders }) => orders, formatNumber],
  ['Average order', average, formatMoney],
  ['Discounts', ({ discounts }) => discounts, formatMoney],
  ['Refunds', ({ refunded }) => refunded, formatMoney],
];

const percent = new Intl.NumberFormat('id-ID', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});
/** Largest change shown as a percentage; beyond it, the two amounts are clearer. */
const maxChange = 10;

/** Relative change; undefined if there is nothing to compare with. */
function changeOf(now: number, before: number): string | undefined {
  const change = (now - before) / Math.abs(before);
  return before === 0 || Math.abs(change) > maxChange ? undefined : percent.format(change);
}

export function Figures({ sales: { total, before } }: { sales: Sales }) {
  return (
    <section aria-label="Figures">
      <dl className={classes['figures']}>
        {figures.map(([label, valueOf, format]) => {
          const change = changeOf(valueOf(total), valueOf(before));
          return (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <b>{format(valueOf(total))}</b>
                <small>
                  {change && <span>{change} · </span>}
                  {format(valueOf(before))} before
                </small>
              </dd>
            </div>
          );
        })}
      </dl>
      <p className={classes['note']}>
        “Before” is {periodName(before)}. Orders count on the day of their payment, refunds on the day of the refund.
      </p>
    </section>
  );
}
