/** The products of a discount: what each costs now and with it, and the other discounts that hold it at the same time. */
import { Link } from '@tanstack/react-router';
import type { Item } from '#contract/assignment-row.ts';
import { finalPrice, momentInWords, periodInWords, type PriceReduction, valueProblem } from '#contract/price.ts';
import { Price } from '#kit/format/price.tsx';
import type { Column } from '#kit/list/rows-table.tsx';
import classes from './discount.module.css';

interface Given {
  discountType: PriceReduction['type'];
  discount: number | null;
}

/** What is typed, as soon as it is whole; until then what was saved. */
export function reductionOf(typed: Given, saved: Given): PriceReduction {
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

const otherColumn: Column<Item> = {
  label: 'Also discounted by',
  // Who chooses must see it, on a card too.
  card: 'fact',
  width: 164,
  cell: ({ heldBy = [] }) =>
    heldBy.length === 0
      ? null
      : heldBy.map(({ id, name, ...period }) => (
          <span key={id} className={classes['holder']}>
            <Link to={`/discount/${id}`} title={name}>
              {name}
            </Link>
            <span title={periodInWords(period)}>{periodInWords(period)}</span>
          </span>
        )),
};

/** Under the name of a product that leaves for another discount. */
export function leavingNote({ leavesFor: [next] = [] }: Item): string | undefined {
  if (!next) return undefined;
  const { name, startDate, isActive } = next;
  if (startDate === null || (!isActive && Date.parse(startDate) <= Date.now()))
    return `leaves for “${name}” when that is switched on`;
  return `leaves on ${momentInWords(startDate)} for “${name}”${isActive ? '' : ', if that is switched on'}`;
}

export const columnsWith = (reduction: PriceReduction): readonly Column<Item>[] => [
  nowColumn,
  {
    label: 'With this discount',
    align: 'right',
    width: 150,
    cell: ({ price = 0 }) => <Price price={price} finalPrice={finalPrice(price, reduction)} tellsOff />,
  },
  otherColumn,
];
