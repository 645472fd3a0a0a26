/** Step chart of the price over time, with its discounts as bars below; the table beside it has the same data. */
import type { CSSProperties } from 'react';
import type { DayPrices } from '#contract/pricing/explanation.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { formatDay } from '#kit/format/formats.ts';
import classes from './why-price.module.css';

interface Props {
  prices: DayPrices;
  /** The moment of the question, in milliseconds since 1970. */
  at: number;
}

export function ByDayChart({ prices: { periods, discounts, subtotal }, at }: Props) {
  const [first, last] = [periods[0]!.startDate, periods.at(-1)!.endDate];
  const [start, end] = [Date.parse(first), Date.parse(last)];
  const share = (moment: number) => (100 * (Math.min(Math.max(moment, start), end) - start)) / (end - start);
  const across = (from: string | null, to: string | null): CSSProperties => {
    const left = from === null ? 0 : share(Date.parse(from));
    return { left: `${left}%`, width: `${(to === null ? 100 : share(Date.parse(to))) - left}%` };
  };
  return (
    <div className={classes['chart']} aria-hidden>
      <div className={classes['steps']}>
        {periods.map(({ startDate, endDate, totalAmount }) => (
          <span
            key={startDate}
            title={`${formatMoney(totalAmount)} from ${formatDay(startDate)}`}
            style={{
              ...across(startDate, endDate),
              height: `${subtotal > 0 ? (100 * totalAmount) / subtotal : 0}%`,
            }}
          />
        ))}
        <span className={classes['at']} style={{ left: `${share(at)}%` }} />
      </div>
      {discounts.map(({ id, name, startDate, endDate }) => (
        <div key={id} className={classes['discount']}>
          <small>{name}</small>
          <span className={classes['track']}>
            <span style={across(startDate, endDate)} />
          </span>
        </div>
      ))}
      <div className={classes['ends']}>
        <small>{formatDay(first)}</small>
        <small>{formatDay(last)}</small>
      </div>
    </div>
  );
}
