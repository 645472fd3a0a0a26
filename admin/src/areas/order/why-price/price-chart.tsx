/** Price over time, as an area of steps. */
import type { DayPrices } from '#contract/pricing/explanation.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { formatDay, formatShortMinute } from '#kit/format/formats.ts';
import { AmountChart } from '../chart/amount-chart.tsx';

type Period = DayPrices['periods'][number];

export const reasonOf = ({ discounts, voucher }: Period): string =>
  [...discounts.map(({ name }) => name), ...(voucher ? [`voucher ${voucher.code}`] : [])].join(', ') || 'List price';

/** Last moment of a period, in the minute that was typed as the rule's end. */
export const lastMoment = ({ endDate }: Period) => new Date(Date.parse(endDate) - 1).toISOString();

interface Props {
  prices: DayPrices;
  /** The moment of the question, in milliseconds since 1970. */
  at: number;
}

export function PriceChart({ prices: { periods }, at }: Props) {
  // Two points for each period: both ends of its step.
  const points = periods.flatMap((period) => {
    const [start, end] = [Date.parse(period.startDate), Date.parse(period.endDate) - 1];
    return [
      { ...period, moment: start },
      { ...period, moment: end },
    ];
  });
  const dayOf = (moment: number) => formatDay(new Date(moment).toISOString());
  return (
    <AmountChart
      label="Price by day"
      rows={points}
      across="moment"
      series={[{ name: 'totalAmount', label: 'To pay', color: 'var(--app-accent)', type: 'area' }]}
      referenceLines={[{ x: at, label: dayOf(at), labelPosition: 'insideTopLeft', strokeDasharray: '4 4' }]}
      xAxisProps={{
        type: 'number',
        scale: 'time',
        domain: ['dataMin', 'dataMax'],
        ticks: [...periods.map(({ startDate }) => Date.parse(startDate)), points.at(-1)!.moment],
        interval: 'preserveStartEnd',
        tickFormatter: dayOf,
      }}
    >
      {(period) => (
        <>
          <small>
            {formatShortMinute(period.startDate)} – {formatShortMinute(lastMoment(period))}
          </small>
          <b>{formatMoney(period.totalAmount)}</b>
          <span>{reasonOf(period)}</span>
        </>
      )}
    </AmountChart>
  );
}
