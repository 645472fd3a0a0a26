/** Price on other days, as a chart and as a table. */
import { NativeSelect, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { dayMs, jakartaDay } from '#contract/kernel/days.ts';
import { type DayPrices, priceByDay } from '#contract/pricing/explanation.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { useCall } from '#kit/api/use-call.ts';
import { ErrorState } from '#kit/feedback/failures.tsx';
import { choicesOf } from '#kit/format/choices.ts';
import { formatShortMinute } from '#kit/format/formats.ts';
import { Section } from '#kit/record/detail-page.tsx';
import { PriceChart, lastMoment, reasonOf } from './price-chart.tsx';
import { type PriceQuery, type Span, isMoment, spans } from './use-price-query.ts';
import classes from './why-price.module.css';

/** Days before and after the moment of the question. */
const reach: Readonly<Record<Span, readonly [before: number, after: number]>> = {
  month: [15, 45],
  quarter: [30, 90],
  year: [120, 245],
};

const dayAfter = (at: number, days: number) => jakartaDay(new Date(at + days * dayMs));

function useDays({ userId, items, settledCode, at, span }: PriceQuery) {
  const [now] = useState(() => Date.now());
  const moment = isMoment(at.typed) ? Date.parse(at.typed) : now;
  const [before, after] = reach[span];
  const body = {
    userId,
    items: [...items],
    voucherCode: settledCode.trim() || null,
    from: dayAfter(moment, -before),
    to: dayAfter(moment, after),
  };
  return { moment, ...useCall(priceByDay, { body }, { keepPrevious: true }) };
}

export function ByDay({ question }: { question: PriceQuery }) {
  const { moment, data, error, refetch } = useDays(question);
  const choice = (
    <NativeSelect
      size="xs"
      aria-label="Period"
      value={question.span}
      onChange={(event) => question.change({ span: event.currentTarget.value })}
      data={choicesOf(spans)}
    />
  );
  return (
    <Section title="Price by day" actions={choice}>
      <Text size="sm" c="dimmed" mb="sm">
        By the prices, discounts, vouchers and uses of today: how they were on a past day is not kept.
      </Text>
      {data ? (
        <>
          <PriceChart prices={data} at={moment} />
          <Periods prices={data} at={moment} />
        </>
      ) : (
        error && <ErrorState error={error} refetch={refetch} what="price by day" />
      )}
    </Section>
  );
}

type Period = DayPrices['periods'][number];

const isAt = ({ startDate, endDate }: Period, at: number) => Date.parse(startDate) <= at && at < Date.parse(endDate);

const Periods = ({ prices: { periods }, at }: { prices: DayPrices; at: number }) => (
  <table className={classes['periods']} aria-label="Price by day">
    <thead>
      <tr>
        <th scope="col">From</th>
        <th scope="col">Until</th>
        <th scope="col">Because of</th>
        <th scope="col">To pay</th>
      </tr>
    </thead>
    <tbody>
      {periods.map((period) => (
        <tr key={period.startDate} aria-current={isAt(period, at) ? 'date' : undefined}>
          <th scope="row">
            <Link
              to="/why-price"
              search={(now: object) => ({ ...now, at: period.startDate })}
              resetScroll={false}
              title="Explain the price at this time"
            >
              {formatShortMinute(period.startDate)}
            </Link>
          </th>
          <td>{formatShortMinute(lastMoment(period))}</td>
          <td>{reasonOf(period)}</td>
          <td>{formatMoney(period.totalAmount)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
