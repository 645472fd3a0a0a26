/**
 * Table of plain elements with rows of 44 px, or 36 in compact lists. CSS hides columns that do not fit and switches to cards below 640 px. The
 * first column contains the link.
 */
import { IconLayoutSidebarRight } from '@tabler/icons-react';
import { memo, useMemo, useRef, type MouseEvent, type PointerEvent, useState } from 'react';
import { cardPositions, type Column, cellLook, Heading } from './column.tsx';
import { CheckCell, CheckPage, type Select, isSelected, useSelecting } from './selecting.tsx';
import type { Sorting } from './sorts.ts';
import type { Peek, Peeking } from './peek.ts';
import { useCompactRows } from './list-memory.ts';
import { usePeek } from './use-peek.tsx';
import type { Keyed, Selection } from './use-selection.ts';
import { PageLink } from '../display/page-link.tsx';
import classes from './rows-table.module.css';
import { CopyButton } from '../display/copy-button.tsx';

export type { Column };

export interface RowsTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  /** undefined: first load; `expected` skeleton rows are rendered. */
  rows: readonly Row[] | undefined;
  expected: number;
  rowKey: (row: Row) => string;
  rowLink?: ((row: Row) => string) | undefined;
  /** Name of a row for the label of its checkbox. */
  rowName?: ((row: Row) => string) | undefined;
  selection?: Selection<Row> | undefined;
  /** Current sort and the function to change it. */
  sorting?: Sorting | undefined;
  /** Enables the peek panel for the rows. */
  peek?: Peek<Row> | undefined;
  /** Whether the rows belong to the previous query. */
  isStale?: boolean;
}

export function RowsTable<Row>({
  label,
  columns,
  rows,
  expected,
  rowKey,
  rowLink,
  rowName,
  selection,
  sorting,
  peek,
  isStale = false,
}: RowsTableProps<Row>) {
  const places = useMemo(() => cardPositions(columns), [columns]);
  const keyed = rows?.map((row): Keyed<Row> => [rowKey(row), row]) ?? [];
  const peeking = usePeek();
  const frame = useRef<HTMLDivElement>(null);
  const [isCompact] = useCompactRows();
  const select = useSelecting(frame, keyed, selection);
  return (
    <div className={classes['room']}>
      <div ref={frame} className={classes['frame']} data-rows data-compact={isCompact || undefined}>
        <table
          className={classes['table']}
          aria-label={label}
          aria-busy={isStale || !rows}
          data-stale={isStale || undefined}
        >
          <thead>
            <tr>
              {selection && (
                <th className={classes['check']}>
                  <CheckPage selection={selection} rows={keyed} />
                </th>
              )}
              {columns.map((column) => (
                <Heading key={column.label} column={column} sorting={sorting} />
              ))}
            </tr>
          </thead>
          <tbody onPointerOver={showTruncated}>
            {rows
              ? keyed.map(([key, row]) => (
                  <RowLine
                    key={key}
                    id={key}
                    row={row}
                    columns={columns as readonly Column<unknown>[]}
                    places={places}
                    link={rowLink?.(row)}
                    name={rowName?.(row) ?? peek?.title(row) ?? key}
                    isSelected={isSelected(selection, key)}
                    select={selection && select}
                    isPeeked={peek && peeking.id === key}
                    peekAt={peek && peeking.show}
                  />
                ))
              : Array.from({ length: expected }, (_, index) => (
                  <SkeletonLine key={index} columns={columns} places={places} hasCheck={selection !== undefined} />
                ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

interface LineProps {
  id: string;
  row: unknown;
  columns: readonly Column<unknown>[];
  places: ReadonlyMap<string, string>;
  link: string | undefined;
  name: string;
  isSelected: boolean | undefined;
  select: Select | undefined;
  isPeeked: boolean | undefined;
  peekAt: Peeking['show'] | undefined;
}

const RowLine = memo(function RowLine({
  id,
  row,
  columns,
  places,
  link,
  name,
  isSelected,
  select,
  isPeeked,
  peekAt,
}: LineProps) {
  const { pointed, ...pointing } = usePointedCell();
  return (
    <tr
      data-row={id}
      tabIndex={link ? undefined : -1}
      data-link={link !== undefined || peekAt !== undefined || undefined}
      onClick={link ? openRow : peekAt && ((event) => isOnRow(event) && peekAt(id))}
      aria-selected={isSelected}
      aria-current={isPeeked || undefined}
      {...pointing}
    >
      {select && <CheckCell id={id} name={name} isOn={isSelected ?? false} select={select} />}
      {columns.map((column, index) => (
        <td
          key={column.label}
          data-label={column.isLabelHidden ? undefined : column.label}
          data-first={index === 0 || undefined}
          data-card={places.get(column.label)}
          {...cellLook(column)}
        >
          {index === 0 && link ? (
            <PageLink to={link} data-row-link className={classes['link']}>
              {column.cell(row)}
            </PageLink>
          ) : (
            column.cell(row)
          )}
          {column.copies && pointed === index + (select ? 1 : 0) && <CopyCell row={row} copies={column.copies} />}
          {index === 0 && link && peekAt && pointed !== undefined && (
            <button
              type="button"
              className={classes['peek']}
              tabIndex={-1}
              aria-label={`Peek at ${name}`}
              title="Peek (Space)"
              onClick={() => peekAt(isPeeked ? undefined : id)}
            >
              <IconLayoutSidebarRight size={16} stroke={1.6} aria-hidden />
            </button>
          )}
        </td>
      ))}
    </tr>
  );
});

interface SkeletonProps<Row> {
  columns: readonly Column<Row>[];
  places: ReadonlyMap<string, string>;
  hasCheck: boolean;
}

function SkeletonLine<Row>({ columns, places, hasCheck }: SkeletonProps<Row>) {
  return (
    <tr aria-hidden>
      {hasCheck && <td className={classes['check']} aria-hidden />}
      {columns.map((column, index) => (
        <td
          key={column.label}
          data-first={index === 0 || undefined}
          data-card={places.get(column.label)}
          {...cellLook(column)}
        >
          <span className={classes['bone']} />
        </td>
      ))}
    </tr>
  );
}

/** Sets a tooltip on a cell with truncated text, unless it contains its own. */
function showTruncated({ target }: PointerEvent) {
  const cell = (target as HTMLElement).closest('td');
  if (!cell || cell.querySelector('[title]')) return;
  cell.title = cell.scrollWidth > cell.clientWidth ? cell.textContent : '';
}

/** Opens a row on a click anywhere in it, except on controls or while selecting text. */
function openRow(event: MouseEvent<HTMLTableRowElement>) {
  if (isOnRow(event)) event.currentTarget.querySelector<HTMLAnchorElement>('[data-row-link]')?.click();
}

const isOnRow = ({ target }: MouseEvent) =>
  !(target as HTMLElement).closest('a, button, input, select, label, [role="menu"], [role="dialog"]') &&
  getSelection()?.isCollapsed !== false;

/** Index of the cell of a row under the pointer, undefined outside the row; and the handlers for the row. */
function usePointedCell() {
  const [pointed, setPointed] = useState<number>();
  const onPointerOver = ({ target }: PointerEvent) => setPointed((target as HTMLElement).closest('td')?.cellIndex);
  return { pointed, onPointerOver, onPointerLeave: () => setPointed(undefined) };
}

interface CopyProps<Row> {
  row: Row;
  copies: NonNullable<Column<Row>['copies']>;
}

function CopyCell<Row>({ row, copies: [what, textOf] }: CopyProps<Row>) {
  const text = textOf(row);
  return text ? <CopyButton text={text} what={what} className={classes['copy']} isTabSkipped /> : null;
}
