/** What a rule would do to prices as it is typed, in sentences. */
import type { ReactNode } from 'react';
import type { Forecast } from '#contract/price-forecast.ts';
import { formatMoney } from '#contract/rupiah.ts';
import type { ApiError } from '../api/api-error.ts';
import { ErrorState } from '../feedback/states.tsx';
import { Section } from '../record/detail-page.tsx';
import { counted } from './formats.ts';
import { NewOrderLink } from './new-order-link.tsx';
import classes from './price-forecast.module.css';

type Some = NonNullable<Forecast['free']>;

interface Props {
  forecast: Forecast | undefined;
  minPurchase?: number | null;
  /** The code with which a price is worked out. */
  code?: string;
  /** Why the prices could not be read. */
  error: ApiError | null;
  refetch: () => unknown;
}

const named = ({ products }: Some) => counted(products, 'product', 'products');

const title = 'Effect on prices';

/** Has the height of one sentence while the prices are read, so that fields below it stay in view. */
const Reading = () => (
  <Section title={title}>
    <p className={classes['none']}>Reading the prices…</p>
  </Section>
);

export function PriceForecast({ forecast, minPurchase = null, code, error, refetch }: Props) {
  if (!forecast && error) return <ErrorState error={error} refetch={refetch} what="prices" />;
  if (!forecast) return <Reading />;
  const { cheaper, free, discounted, tooSmall, untouched } = forecast;
  const witness = ({ witness: one }: Some) => (
    <NewOrderLink begins={{ items: [one], ...(code !== undefined && { code }) }}>{one.name}</NewOrderLink>
  );
  const is = ({ products }: Some, one: string, many: string) => (products === 1 ? one : many);
  const said: readonly (readonly [key: string, text: ReactNode, isTrouble?: boolean])[] = [
    ...(cheaper
      ? [
          [
            'cheaper',
            <>
              {named(cheaper)} {is(cheaper, 'gets', 'get')} cheaper; the lowest price is {formatMoney(cheaper.lowest)}:{' '}
              {witness(cheaper)}.
            </>,
          ] as const,
        ]
      : []),
    ...(free
      ? [
          [
            'free',
            <>
              {named(free)} would cost nothing{free.products === 1 ? ': ' : ', such as '}
              {witness(free)}.
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
              {named(discounted)} {is(discounted, 'is', 'are')} discounted already, and it does not come on top:{' '}
              {witness(discounted)}.
            </>,
          ] as const,
        ]
      : []),
    ...(tooSmall
      ? [
          [
            'too small',
            <>
              {named(tooSmall)} {is(tooSmall, 'costs', 'cost')} less than {formatMoney(minPurchase ?? 0)}: it needs more
              beside {is(tooSmall, 'it', 'them')}.
            </>,
          ] as const,
        ]
      : []),
    ...(untouched
      ? [
          [
            'untouched',
            <>
              {named(untouched)} {is(untouched, 'stays as it is: it costs', 'stay as they are: they cost')} no more
              already.
            </>,
          ] as const,
        ]
      : []),
  ];
  return (
    <Section title={title}>
      <div role="status">
        {said.length === 0 ? (
          <p className={classes['none']}>None yet: no published product is chosen.</p>
        ) : (
          <ul className={classes['said']}>
            {said.map(([key, text, isTrouble = false]) => (
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
