/** Steps of a price with the amount after each, as a table and as bars. */
import type { Line } from '#contract/order/amounts.ts';
import { formatMoney, formatSignedMoney } from '#contract/kernel/rupiah.ts';
import { formatLongMinute } from '#kit/format/formats.ts';
import classes from './why-price.module.css';

interface Step extends Line {
  after: number;
}

const stepsOf = (lines: readonly Line[]): Step[] => {
  let after = 0;
  return lines.map((line) => ({ ...line, after: (after += line.amount) }));
};

/** Bar from one amount to another, on a scale up to `most`. */
function Bar({ from, to, most }: { from: number; to: number; most: number }) {
  const share = (amount: number) => (most > 0 ? (100 * amount) / most : 0);
  return (
    <span className={classes['track']} aria-hidden>
      <span
        data-down={to < from || undefined}
        style={{ left: `${share(Math.min(from, to))}%`, width: `${share(Math.abs(to - from))}%` }}
      />
    </span>
  );
}

interface Props {
  lines: readonly Line[];
  totalAmount: number;
  /** Moment of the price, in ISO 8601. */
  at: string;
  /** The price is that of a moment in the past, by the prices of today. */
  isPast?: boolean;
}

export function Waterfall({ lines, totalAmount, at, isPast = false }: Props) {
  const steps = stepsOf(lines);
  const most = steps.reduce((max, { after }) => Math.max(max, after), 0);
  return (
    <table className={classes['waterfall']}>
      <caption>
        {formatLongMinute(at)}
        {isPast && ', by the prices, discounts and vouchers of today: how they were then is not kept'}
      </caption>
      <thead>
        <tr>
          <th scope="col">Step</th>
          <th scope="col">Amount</th>
          <th scope="col">Left</th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step, index) => (
          <tr key={index}>
            <th scope="row">
              {step.label}
              <Bar from={step.after - step.amount} to={step.after} most={most} />
            </th>
            <td>{formatSignedMoney(step.amount)}</td>
            <td>{formatMoney(step.after)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            To pay
          </th>
          <td aria-live="polite">{formatMoney(totalAmount)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
