/** A column of a table and its heading, which sorts where the list can be sorted by it. */
import type { ReactNode } from 'react';
import { headingOf, type Sorting } from './sorts.ts';
import classes from './rows-table.module.css';

export interface Column<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
  /** Money and numbers: right, with figures that align. */
  align?: 'right';
  /** A card has it under its label, over the whole width. */
  isLong?: boolean;
  /**
   * Pixels, 32 of padding among them; a column without shares what is left with the others that have none.
   * The rows have no say in it, so that no page moves a column: what is longer is cut. `cqw` are hundredths of the table.
   */
  width?: number | `clamp(${string})`;
  /** Left out where the table is narrower than this, in pixels. */
  hiddenBelow?: 1240 | 1080 | 840;
  /**
   * Where a card has it: beside its title, at its foot, among its facts whatever their number, or not at all. Absent: it
   * is one of two facts, if those that are left out last and stand first leave it a place.
   */
  card?: 'badge' | 'action' | 'fact' | 'none';
  /** What people carry elsewhere of this cell: an icon that appears over its end copies it. */
  copies?: readonly [what: string, text: (row: Row) => string];
  /** The field that it sorts by, where the contract's `sort` has a word for that. */
  sort?: string;
  /** The cells say it themselves: the heading is for screen readers only, and a card has no label. */
  isLabelHidden?: boolean;
}

export function cellLook<Row>({ align, hiddenBelow, isLong }: Column<Row>) {
  return { 'data-align': align, 'data-long': isLong, 'data-hidden-below': hiddenBelow };
}

const mostFacts = 2;

/** Where a card has each column: a card is title and badge, two facts, the actions (looks.md, Phone). */
export function cardPlaces<Row>([title, ...rest]: readonly Column<Row>[]): ReadonlyMap<string, string> {
  const places = new Map(title && [[title.label, 'title']]);
  for (const { label, card, isLabelHidden } of rest) places.set(label, card ?? (isLabelHidden ? 'action' : 'none'));
  const facts = rest.filter(({ card, isLabelHidden }) => !card && !isLabelHidden);
  facts.sort((one, other) => (one.hiddenBelow ?? 0) - (other.hiddenBelow ?? 0));
  for (const { label } of facts.slice(0, mostFacts)) places.set(label, 'fact');
  return places;
}

const directions = { up: 'ascending', down: 'descending' } as const;

export function Heading<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting | undefined }) {
  const { label, width, isLabelHidden } = column;
  const sorts = sorting && headingOf(sorting, column);
  if (!sorts)
    return (
      <th scope="col" style={{ width }} data-column={label} {...cellLook(column)}>
        {isLabelHidden ? <span className={classes['unseen']}>{label}</span> : label}
      </th>
    );
  const { way, next } = sorts;
  return (
    <th scope="col" style={{ width }} data-column={label} aria-sort={way && directions[way]} {...cellLook(column)}>
      <button type="button" className={classes['sort']} onClick={() => sorting.sortBy(next)}>
        {label}
        <span aria-hidden>{way === 'up' ? '↑' : way === 'down' ? '↓' : '↕'}</span>
      </button>
    </th>
  );
}
