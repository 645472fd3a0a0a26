/** Preview of how a rule that is being edited changes prices, in sentences. */
import type { ReactNode } from 'react';
import type { Forecast } from '#contract/pricing/forecast.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import type { ApiError } from '#kit/api/api-error.ts';
import { ErrorState } from '#kit/feedback/failures.tsx';
import { Section } from '#kit/record/detail-page.tsx';
import { counted } from '#kit/format/formats.ts';
import { NewOrderLink } from '../order/new-order-link.tsx';
import classes from './price-forecast.module.css';

type Some = NonNullable<Forecast['free']>;

interface Props {
  forecast: Forecast | undefined;
  /** Minimum purchase of the rule in rupiah. */
  minPurchase?: number | null;
  /** Voucher code that is prefilled, with the example product, in the new order behind each link. */
  code?: string;
  /** Error from reading the prices. */
  error: ApiError | null;
  refetch: () => unknown;
}

const countOf = ({ products }: Some) => counted(products, 'product', 'products');

const title = 'Prices while it is active';

/** Placeholder of one sentence's height while prices load, so that the fields below do not move out of view. */
const Loading = () => (
  <Section title={title}>
    <p className={classes['none']}>Reading the prices…</p>
  </Section>
);

export function PriceForecast({ forecast, minPurchase = null, code, error, refetch }: Props) {
  if (!forecast && error) return <ErrorState error={error} refetch={refetch} what="prices" />;
  if (!forecast) return <Loading />;
  const { cheaper, free, discounted, tooSmall, untouched } = forecast;
  const exampleLink = ({ witness: one }: Some) => (
    <NewOrderLink prefill={{ items: [one], ...(code !== undefined && { code }) }}>{one.name}</NewOrderLink>
  );
  const verb = ({ products }: Some, one: string, many: string) => (products === 1 ? one : many);
  const sentences: readonly (readonly [key: string, text: ReactNode, isTrouble?: boolean])[] = [
    ...(cheaper
      ? [
          [
            'cheaper',
            <>
              {countOf(cheaper)} {verb(cheaper, 'gets', 'get')} cheaper; the lowest price is{' '}
              {formatMoney(cheaper.lowest)}: {exampleLink(cheaper)}.
            </>,
          ] as const,
        ]
      : []),
    ...(free
      ? [
          [
            'free',
            <>
              {countOf(free)} would cost nothing{free.products === 1 ? ': ' : ', such as '}
              {exampleLink(free)}.
            </>,
            true,
          ] as const,
        ]
      : []),
    ...(discounted
      ? [
          [
            'discounted',
            <>
              {countOf(discounted)} {verb(discounted, 'is', 'are')} discounted already, and it does not come on top:{' '}
              {exampleLink(discounted)}.
            </>,
          ] as const,
        ]
      : []),
    ...(tooSmall
      ? [
          [
            'too small',
            <>
              {countOf(tooSmall)} {verb(tooSmall, 'costs', 'cost')} less than {formatMoney(minPurchase ?? 0)}: it needs
              more beside {verb(tooSmall, 'it', 'them')}.
            </>,
          ] as const,
        ]
      : []),
    ...(untouched
      ? [
          [
            'untouched',
            <>
              {countOf(untouched)} {verb(untouched, 'keeps its price: this does', 'keep their price: this does')} not
              make {verb(untouched, 'it', 'them')} cheaper.
            </>,
          ] as const,
        ]
      : []),
  ];
  return (
    <Section title={title}>
      <div role="status">
        {sentences.length === 0 ? (
          <p className={classes['none']}>None yet: no published product is chosen.</p>
        ) : (
          <ul className={classes['said']}>
            {sentences.map(([key, text, isTrouble = false]) => (
              <li key={key} data-trouble={isTrouble || undefined}>
                {text}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}
