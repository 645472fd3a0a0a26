/** What is assigned, and what can be: one picker for every link of contract/src/assignment.ts. */
import { Button, SegmentedControl } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Item, SeenByItems } from '#contract/assignment-row.ts';
import { mayCall } from '#contract/kernel.ts';
import { useCall } from '../api/use-call.ts';
import { role } from '../api/session.ts';
import { keepFocus } from '../feedback/focus.ts';
import { EmptyState, ErrorState } from '../feedback/states.tsx';
import { categoryChoices } from '../format/categories.ts';
import { formatTotal } from '../format/formats.ts';
import { Paging } from '../list/paging.tsx';
import { type Column, RowsTable } from '../list/rows-table.tsx';
import { Toolbar } from '../list/toolbar.tsx';
import { useSelection } from '../list/use-selection.ts';
import { ChangeButton, useChangeColumn } from './assignment-change.tsx';
import { columnsOf } from './assignment-columns.tsx';
import classes from './assignment-picker.module.css';

interface Props {
  link: SeenByItems;
  ownerId: string;
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

export type Side = 'assigned' | 'available';

const categoryFilter = { name: 'category', label: 'Category', options: categoryChoices };
const startOf = (link: SeenByItems, side: Side) => ({
  page: 1,
  pageSize: side === 'assigned' ? link.size() : link.choiceSize(),
  search: '',
  category: '',
});

/** The list of one side, as `state` asks for it. */
function useSide(link: SeenByItems, ownerId: string, side: Side, state: ReturnType<typeof startOf>, enabled = true) {
  const { category, ...rest } = state;
  const query = { ...rest, ...(category && { category }), ...link.sideQuery(side === 'assigned') };
  return useCall(link.list, { params: { id: ownerId }, query }, { keepPrevious: true, enabled });
}

export function AssignmentPicker({ link, ownerId, note, columns: own, rowLink, closed, loss }: Props) {
  const mayChange = mayCall(link.assign, role() ?? '');
  const [side, setSide] = useState<Side>('assigned');
  const [state, setState] = useState(() => startOf(link, 'assigned'));
  const selection = useSelection();
  const result = useSide(link, ownerId, side, state);
  const { data: reply } = result;
  const rows = reply && link.rowsOf(reply);
  const turn = (next: Side) => {
    setSide(next);
    // A size that was chosen is meant for both.
    setState(({ pageSize }) => ({
      ...startOf(link, next),
      ...(pageSize !== startOf(link, side).pageSize && { pageSize }),
    }));
    selection.clear();
  };
  const root = useRef<HTMLDivElement>(null);
  const search = () => root.current?.querySelector<HTMLElement>('[data-list-search]');
  const isGone = rows?.length === 0 && !result.isPrevious && state.page > 1;
  // The last rows of a page went: what is left stands on the one before.
  useEffect(() => {
    if (isGone) setState((now) => ({ ...now, page: now.page - 1 }));
  }, [isGone]);
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
  return (
    <div ref={root}>
      <div className={classes['head']}>
        {mayChange && !closed && <Sides {...{ link, ownerId, side, state, turn }} total={reply} />}
        {link.takes === 'many' && mayChange && <ChangeButton {...changing} rows={rows} selection={selection} />}
      </div>
      <Toolbar
        key={side}
        label={many}
        state={state}
        change={(next) => setState((now) => ({ ...now, page: 1, ...next }))}
        search={{ placeholder: `Search ${many}`, hasNoKey: true }}
        filters={link.hasCategory ? [categoryFilter] : []}
        sorts={[]}
      />
      {result.error && !rows ? (
        <ErrorState error={result.error} refetch={result.refetch} what="list" />
      ) : rows?.length === 0 && !result.isPrevious && !isGone ? (
        <Nothing
          side={side}
          many={many}
          isFiltered={state.search !== '' || state.category !== ''}
          closed={mayChange ? closed : ''}
          onAssign={() => {
            turn('available');
            keepFocus(search);
          }}
        />
      ) : (
        <RowsTable
          label={`${side === 'assigned' ? 'Assigned' : 'Available'} ${many}`}
          columns={columns}
          rows={isGone ? undefined : rows}
          expected={link.choiceSize()}
          rowKey={(row) => row.id}
          rowLink={rowLink}
          rowName={(row) => row.name}
          selection={link.takes === 'many' && mayChange ? selection : undefined}
          isStale={result.isPrevious}
        />
      )}
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
  );
}

interface SidesProps extends Pick<Props, 'link' | 'ownerId'> {
  side: Side;
  state: ReturnType<typeof startOf>;
  turn: (next: Side) => void;
  total: { totalItems: number; isTotalCapped?: boolean | undefined } | undefined;
}

/** Both sides, each with how many it has; the other one is asked as it will be shown. */
function Sides({ link, ownerId, side, turn, total }: SidesProps) {
  const other: Side = side === 'assigned' ? 'available' : 'assigned';
  const { data } = useSide(link, ownerId, other, startOf(link, other));
  const countOf = (which: Side) => {
    const counted = which === side ? total : data;
    return counted ? ` ${formatTotal(counted.totalItems, counted.isTotalCapped)}` : '';
  };
  return (
    <SegmentedControl
      size="xs"
      value={side}
      onChange={turn}
      aria-label={`Which ${link.many}`}
      data={[
        { value: 'assigned', label: `Assigned${countOf('assigned')}` },
        { value: 'available', label: `Available${countOf('available')}` },
      ]}
    />
  );
}

interface NothingProps {
  side: Side;
  many: string;
  isFiltered: boolean;
  /** Why nothing can be assigned; '' when the person may not. */
  closed: string | undefined;
  onAssign: () => void;
}

function Nothing({ side, many, isFiltered, closed, onAssign }: NothingProps) {
  if (isFiltered) return <EmptyState title="Nothing matches">No {many} fit what you look for.</EmptyState>;
  if (side === 'available')
    return <EmptyState title={`All ${many} are assigned`}>There is nothing left to choose.</EmptyState>;
  if (closed !== undefined) return <EmptyState title={`No ${many} are assigned`}>{closed}</EmptyState>;
  return (
    <EmptyState title={`No ${many} are assigned`} action={<Button onClick={onAssign}>Choose {many}</Button>}>
      What you choose appears here.
    </EmptyState>
  );
}
