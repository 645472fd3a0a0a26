/** Sales of a period: figures beside those of the period before, a chart, and tables by day, product, promotion and method. */
import { NativeSelect, SegmentedControl, Skeleton } from '@mantine/core';
import { type Sales, type SalesGroup, type SalesView, salesGroups, type SalesFigures } from '#contract/order/sales.ts';
import { Figures } from '#kit/display/figures.tsx';
import { ErrorState, StaleNotice } from '#kit/feedback/failures.tsx';
import { EmptyState } from '#kit/feedback/states.tsx';
import { DayInput } from '#kit/form/day-input.tsx';
import { days } from '#kit/form/use-date-text.ts';
import { choicesOf } from '#kit/format/choices.ts';
import { formatLongDay, formatNumber } from '#kit/format/formats.ts';
import { DetailPage, Section } from '#kit/record/detail-page.tsx';
import { type Preset, periodName, presets } from './periods.ts';
import { SalesRows } from './rows.tsx';
import { SalesChart } from './sales-chart.tsx';
import { type SalesState, useSales } from './use-sales.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import classes from './sales.module.css';

const average = ({ orders, paid }: SalesFigures) => (orders > 0 ? Math.round(paid / orders) : 0);

const sums: readonly (readonly [label: string, value: (of: SalesFigures) => number, format: (n: number) => string])[] =
  [
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

/** Figure with its change since the period before. */
function figure(label: string, format: (n: number) => string, now: number, before: number) {
  const change = changeOf(now, before);
  const hint = (
    <>
      {change && <b>{change} · </b>}
      {format(before)} before
    </>
  );
  return { label, value: format(now), hint };
}

/** Totals of the period, each beside that of the period before. */
const Totals = ({ sales: { total, before }, fees }: { sales: Sales; fees: SalesState['fees'] }) => (
  <>
    <Figures
      figures={[
        ...sums.map(([label, valueOf, format]) => figure(label, format, valueOf(total), valueOf(before))),
        ...(fees ? [figure('Net of fees', formatMoney, total.net - fees.total, before.net - fees.before)] : []),
      ]}
    />
    <p className={classes['note']}>
      “Before” is {periodName(before)}. Orders count on the day of their payment, refunds on the day of the refund
      {fees && ', fees of gateways on the day of the payout'}.
    </p>
  </>
);

const presetChoices = choicesOf(presets);
const groupNames: Readonly<Record<SalesGroup, string>> = { day: 'By day', week: 'By week', month: 'By month' };
const viewNames: Readonly<Record<SalesView, string>> = {
  day: 'Time',
  product: 'Product',
  promotion: 'Promotion',
  method: 'Method',
};
const viewChoices = choicesOf(viewNames);

export function SalesPage() {
  const state = useSales();
  return (
    <DetailPage title="Sales" subtitle={periodName(state.period)}>
      <Choices state={state} />
      <Content state={state} />
    </DetailPage>
  );
}

const Choices = ({ state: { preset, choosePreset, from, to } }: { state: SalesState }) => (
  <div className={classes['choices']}>
    <SegmentedControl
      className={classes['presets']}
      size="xs"
      aria-label="Period"
      data={presetChoices}
      value={preset}
      onChange={(value) => choosePreset(value as Preset)}
    />
    {preset === 'custom' && (
      <div className={classes['custom']}>
        {(
          [
            ['From', from],
            ['Until', to],
          ] as const
        ).map(([label, text]) => (
          <DayInput
            key={label}
            label={label}
            kind={days}
            value={text.typed}
            set={text.type}
            example="besok"
            inWords={formatLongDay}
          />
        ))}
      </div>
    )}
  </div>
);

function Content({ state }: { state: SalesState }) {
  const { data, error, refetch, problem } = state;
  if (problem !== undefined) return <EmptyState title="No such period">{problem}</EmptyState>;
  if (!data)
    return error ? <ErrorState error={error} refetch={refetch} what="sales" /> : <Skeleton height={420} radius={8} />;
  return (
    <>
      {error && <StaleNotice error={error} refetch={refetch} />}
      {isEmpty(data) ? (
        <EmptyState title="No sales in this period">
          Orders appear here on the day of their payment. Choose another period to see earlier ones.
        </EmptyState>
      ) : (
        <Report sales={data} state={state} />
      )}
    </>
  );
}

const isEmpty = ({ total, before }: Sales) =>
  [total, before].every(({ orders, refunds }) => orders === 0 && refunds === 0);

function Report({ sales, state }: { sales: Sales; state: SalesState }) {
  const { by, group, change } = state;
  const grouping = (
    <NativeSelect
      size="xs"
      aria-label="Bars"
      value={group}
      onChange={(event) => change({ group: event.currentTarget.value })}
      data={salesGroups.map((value) => ({ value, label: groupNames[value] }))}
    />
  );
  const views = (
    <SegmentedControl
      size="xs"
      aria-label="Table by"
      data={viewChoices}
      value={by}
      onChange={(value) => change({ by: value === 'day' ? '' : value, sort: '' }, true)}
    />
  );
  return (
    <>
      <Totals sales={sales} fees={state.fees} />
      <Section title="Sales over time" actions={grouping}>
        <SalesChart sales={sales} />
      </Section>
      <Section title="In detail" actions={views}>
        <SalesRows sales={sales} state={state} />
      </Section>
    </>
  );
}
