/**
 * Columns of a discount's products: price now, price with this discount, and other discounts that hold the product at
 * the same time.
 */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Item } from '#contract/kernel/assignment-row.ts';
import { finalPrice, periodInWords, type PriceReduction, valueProblem } from '#contract/pricing/price.ts';
import type { Holder, Leaving } from '#contract/kernel/take-over-endpoints.ts';
import { formatDay } from '#kit/format/formats.ts';
import { Price } from './price.tsx';
import type { Column } from '#kit/list/rows-table.tsx';
import classes from './discount.module.css';

interface ReductionFields {
  discountType: PriceReduction['type'];
  discount: number | null;
}

/** The edited reduction when it is valid, else the saved one. */
export function reductionOf(typed: ReductionFields, saved: ReductionFields): PriceReduction {
  const [now, before] = [typed, saved].map(({ discountType, discount }) => ({
    type: discountType,
    value: discount ?? 0,
  }));
  return typed.discount === null || valueProblem(now!) !== undefined ? before! : now!;
}

const nowColumn: Column<Item> = {
  label: 'Now',
  align: 'right',
  width: 122,
  cell: ({ price = 0, finalPrice: final = price }) => <Price price={price} finalPrice={final} />,
};

const Holding = ({ id, name, ...period }: Holder) => (
  <span className={classes['holder']}>
    <Link to={`/discount/${id}`} title={name}>
      {name}
    </Link>
    <span title={periodInWords(period)}>{periodInWords(period)}</span>
  </span>
);

/** The discount that a product leaves this one for. */
function Leaves({ id, name, startDate, isActive }: Leaving) {
  const [openedAt] = useState(Date.now);
  const isAhead = startDate !== null && (isActive || Date.parse(startDate) > openedAt);
  const when = isAhead ? `Leaves on ${formatDay(startDate)} for` : 'Leaves at its activation for';
  return (
    <span className={classes['holder']}>
      <span title={isAhead ? periodInWords({ startDate, endDate: null }) : undefined}>{when}</span>
      <Link to={`/discount/${id}`} title={name}>
        {name}
      </Link>
    </span>
  );
}

const otherColumn: Column<Item> = {
  label: 'Other discounts',
  // Needed for the choice, so cards show it too.
  card: 'fact',
  width: 164,
  cell: ({ heldBy = [], leavesFor = [] }) =>
    heldBy.length + leavesFor.length === 0 ? null : (
      <>
        {heldBy.map((one) => (
          <Holding key={one.id} {...one} />
        ))}
        {leavesFor.map((one) => (
          <Leaves key={one.id} {...one} />
        ))}
      </>
    ),
};

export const columnsWith = (reduction: PriceReduction): readonly Column<Item>[] => [
  nowColumn,
  {
    label: 'With this discount',
    align: 'right',
    width: 150,
    cell: ({ price = 0 }) => <Price price={price} finalPrice={finalPrice(price, reduction)} showsReduction />,
  },
  otherColumn,
];
