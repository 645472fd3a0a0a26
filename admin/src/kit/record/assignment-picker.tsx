/** What is assigned, and what can be: one picker for every link of contract/src/assignment.ts. */
import { SegmentedControl } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Item, SeenByItems } from '#contract/assignment-row.ts';
import { mostIds } from '#contract/fields.ts';
import { mayCall } from '#contract/kernel.ts';
import { role } from '../api/session.ts';
import { keepFocus } from '../feedback/focus.ts';
import { ErrorState } from '../feedback/states.tsx';
import { categoryChoices } from '../format/categories.ts';
import { formatTotal } from '../format/formats.ts';
import { Paging } from '../list/paging.tsx';
import { type Column, RowsTable } from '../list/rows-table.tsx';
import { SelectionBar } from '../list/selection-bar.tsx';
import { Toolbar } from '../list/toolbar.tsx';
import { useSelection } from '../list/use-selection.ts';
import { ChangeButton, useChangeColumn } from './assignment-change.tsx';
import { columnsOf } from './assignment-columns.tsx';
import { Nothing } from './assignment-nothing.tsx';
import { keyOf, matchingOf, otherSide, type Side, type SideState, startOf, useSide } from './assignment-side.ts';
import classes from './assignment-picker.module.css';

interface Props {
  link: SeenByItems;
  ownerId: string;
  /** How many are assigned, as the owner tells. */
  count: number;
  /** Under the name of a row, beside what all tell. */
  note?: (item: Item) => string | undefined;
  /** Instead of its prices. */
  columns?: readonly Column<Item>[];
  rowLink?: ((item: Item) => string) | undefined;
  /** Why nothing can be assigned here, to be read where nothing is. */
  closed?: string | undefined;
  /** What unassigning takes away, in a sentence before "… stays as it is". */
  loss?: string;
}

const categoryFilter = { name: 'category', label: 'Category', options: categoryChoices };

export function AssignmentPicker({ link, ownerId, count, note, columns: own, rowLink, closed, loss }: Props) {
  const mayChange = mayCall(link.assign, role() ?? '');
  const [side, setSide] = useState<Side>('assigned');
  const [state, setState] = useState(() => startOf(link, 'assigned'));
  const { listed, ...matching } = matchingOf(link, ownerId, side, state);
  const result = useSide(link, ownerId, side, state);
  const selection = useSelection<Item>(listed, result.isPrevious);
  const { data: reply } = result;
  const rows = reply && link.rowsOf(reply);
  const root = useRef<HTMLDivElement>(null);
  const search = () => root.current?.querySelector<HTMLElement>('[data-list-search]');
  const turn = (next: Side, wanted: SideState = startOf(link, next)) => {
    setSide(next);
    // A size that was chosen is meant for both.
    const isChosen = state.pageSize !== startOf(link, side).pageSize;
    setState({ ...wanted, page: 1, ...(isChosen && { pageSize: state.pageSize }) });
  };
  const isGone = rows?.length === 0 && !result.isPrevious && state.page > 1;
  // The last rows of a page went: what is left stands on the one before.
  useEffect(() => {
    if (isGone) setState((now) => ({ ...now, page: now.page - 1 }));
  }, [isGone]);
  const { clear } = selection;
  // All of them were unassigned, wherever that was done (spec §4).
  useEffect(() => {
    if (count === 0) clear();
  }, [count, clear]);
  const changing = { link, ownerId, side, loss, nextFocus: search };
  const change = useChangeColumn(changing);
  const columns = useMemo(
    () => [
      ...columnsOf(link, ownerId, side === 'assigned', note, own),
      ...(link.takes === 'one' && mayChange ? [change] : []),
    ],
    [link, ownerId, side, note, own, mayChange, change],
  );
  const { many } = link;
  const isMany = link.takes === 'many' && mayChange;
  const awaited = side === 'assigned' && count > 0 ? Math.min(count, state.pageSize) : link.choiceSize();
  return (
    <div ref={root}>
      {mayChange && !closed && <Sides {...{ link, ownerId, side, turn }} total={reply} />}
      <Toolbar
        key={side}
        label={many}
        state={state}
        change={(next) => setState((now) => ({ ...now, page: 1, ...next }))}
        search={{ placeholder: `Search ${many}`, hasNoKey: true }}
        filters={link.hasCategory ? [categoryFilter] : []}
        sorts={[]}
      />
      <div className={classes['rows']}>
        {result.error && !rows ? (
          <ErrorState error={result.error} refetch={result.refetch} what="list" />
        ) : rows?.length === 0 && !result.isPrevious && !isGone ? (
          <Nothing
            {...{ link, ownerId, side, state }}
            closed={mayChange ? closed : ''}
            turn={(...to) => {
              turn(...to);
              keepFocus(search);
            }}
          />
        ) : (
          <RowsTable
            label={`${side === 'assigned' ? 'Assigned' : 'Available'} ${many}`}
            columns={columns}
            rows={isGone ? undefined : rows}
            expected={awaited}
            rowKey={keyOf}
            rowLink={rowLink}
            rowName={(row) => row.name}
            selection={isMany ? selection : undefined}
            isStale={result.isPrevious}
          />
        )}
        {!result.error && !reply && <div className={classes['pages']} />}
        {reply && reply.totalItems > 0 && (
          <Paging
            page={state.page}
            pageSize={state.pageSize}
            total={reply.totalItems}
            isCapped={reply.isTotalCapped}
            onPage={(page) => setState({ ...state, page })}
            onSize={(pageSize) => setState({ ...state, page: 1, pageSize })}
          />
        )}
      </div>
      {isMany && reply && (
        <SelectionBar
          selection={selection}
          matching={{ ...reply, ...matching }}
          most={mostIds}
          onClear={() => keepFocus(search)}
        >
          <ChangeButton {...changing} selection={selection} />
        </SelectionBar>
      )}
    </div>
  );
}

interface SidesProps extends Pick<Props, 'link' | 'ownerId'> {
  side: Side;
  turn: (next: Side) => void;
  total: { totalItems: number; isTotalCapped?: boolean | undefined } | undefined;
}

/** Both sides, each with how many it has; the other one is asked as it will be shown. */
function Sides({ link, ownerId, side, turn, total }: SidesProps) {
  const other = otherSide(side);
  const { data } = useSide(link, ownerId, other, startOf(link, other));
  const countOf = (which: Side) => {
    const counted = which === side ? total : data;
    return counted ? ` ${formatTotal(counted.totalItems, counted.isTotalCapped)}` : '';
  };
  return (
    <SegmentedControl
      className={classes['sides'] ?? ''}
      size="xs"
      value={side}
      onChange={(next) => turn(next)}
      aria-label={`Which ${link.many}`}
      data={[
        { value: 'assigned', label: `Assigned${countOf('assigned')}` },
        { value: 'available', label: `Available${countOf('available')}` },
      ]}
    />
  );
}
