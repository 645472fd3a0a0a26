/** Cell of a row under the pointer, and its copy button. What is shown only there is rendered only there. */
import { useState, type PointerEvent } from 'react';
import { CopyButton } from '../display/copy-button.tsx';
import type { Column } from './column.tsx';
import classes from './rows-table.module.css';

/** Index of the cell of a row under the pointer, undefined outside the row; and the handlers for the row. */
export function usePointedCell() {
  const [pointed, setPointed] = useState<number>();
  const onPointerOver = ({ target }: PointerEvent) => setPointed((target as HTMLElement).closest('td')?.cellIndex);
  return { pointed, onPointerOver, onPointerLeave: () => setPointed(undefined) };
}

interface Props<Row> {
  row: Row;
  copies: NonNullable<Column<Row>['copies']>;
}

export function CopyCell<Row>({ row, copies: [what, textOf] }: Props<Row>) {
  const text = textOf(row);
  return text ? <CopyButton text={text} what={what} className={classes['copy']} isTabSkipped /> : null;
}
