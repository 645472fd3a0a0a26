/** Column of a list and its heading, which sorts if the list can be sorted by it. */
import type { ReactNode } from 'react';
import { headingOf, type Sorting } from './sorts.ts';
import classes from './rows-table.module.css';

export interface Column<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
  /** Right-aligned with tabular figures, for money and numbers. */
  align?: 'right';
  /** On a card, the value is below the label and takes the full width. */
  isLong?: boolean;
  /** Text that is not truncated: it takes more lines, and the row is higher. */
  wraps?: boolean;
  /**
   * Width in pixels, including 32 of padding. Columns without a width share the remaining space. The content has no
   * influence, so columns keep their position across pages; longer content is truncated. `cqw` is a hundredth of the
   * table's width.
   */
  width?: number | `clamp(${string})`;
  /** Hidden while the table is narrower than this, in pixels. */
  hiddenBelow?: 1240 | 1080 | 960 | 840 | 720;
  /**
   * Position on a card: its title instead of the first column, beside the title, at the bottom, always among the two
   * facts, or not at all. Absent: an action if the label is hidden; else a fact, if it ranks high enough (never hidden
   * first, then by order).
   */
  card?: 'title' | 'badge' | 'action' | 'fact' | 'none';
  /** Text that can be copied with an icon at the end of the cell, with its noun. */
  copies?: readonly [what: string, text: (row: Row) => string];
  /** Field that the column sorts by, if the contract's `sort` offers it. */
  sort?: string;
  /** Heading is visible to screen readers only, and a card shows no label, because the cells are self-explanatory. */
  isLabelHidden?: boolean;
}

/** Data attributes of a column's cells and heading, for the style sheet. */
export function cellLook<Row>({ align, hiddenBelow, isLong, wraps }: Column<Row>) {
  return { 'data-align': align, 'data-long': isLong, 'data-wraps': wraps, 'data-hidden-below': hiddenBelow };
}

const maxFacts = 2;

/** Positions on a card by column label. */
export function cardPositions<Row>(columns: readonly Column<Row>[]): ReadonlyMap<string, string> {
  const title = columns.find(({ card }) => card === 'title') ?? columns[0];
  const rest = columns.filter((column) => column !== title);
  const places = new Map(title && [[title.label, 'title']]);
  for (const { label, card, isLabelHidden } of rest) places.set(label, card ?? (isLabelHidden ? 'action' : 'none'));
  const facts = rest.filter(({ card, isLabelHidden }) => !card && !isLabelHidden);
  facts.sort((one, other) => (one.hiddenBelow ?? 0) - (other.hiddenBelow ?? 0));
  const others = Math.max(0, maxFacts - rest.filter(({ card }) => card === 'fact').length);
  for (const { label } of facts.slice(0, others)) places.set(label, 'fact');
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
