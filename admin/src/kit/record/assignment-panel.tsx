/** What is assigned, and what can be: one panel for every link of contract/src/assignment.ts. */
import { Button, SegmentedControl } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Assignable, Assignment } from '#contract/assignment.ts';
import { assignPageSize, type Category } from '#contract/fields.ts';
import { categoryChoices, categoryName } from '../format/categories.ts';
import { confirm } from '../feedback/confirm.tsx';
import { keepFocus, useKeptFocus } from '../feedback/focus.ts';
import { counted, formatMoney } from '../format/formats.ts';
import { Paging } from '../list/paging.tsx';
import { RowsTable, type Column } from '../list/rows-table.tsx';
import { Toolbar } from '../list/toolbar.tsx';
import { useSelection } from '../list/use-selection.ts';
import { ErrorState, EmptyState } from '../feedback/states.tsx';
import { NameCell } from '../format/thumbnail.tsx';
import { useAction } from '../api/use-action.ts';
import { useCall } from '../api/use-call.ts';
import classes from './assignment-panel.module.css';

interface Props {
  link: Assignment;
  ownerId: string;
  /** One of the things in a sentence: "course". */
  thing: string;
  /** More than one: "courses". */
  things: string;
  /** The things have categories to filter by. */
  hasCategories?: boolean;
}

type Side = 'assigned' | 'available';

const columnsOf = (ownerId: string): readonly Column<Assignable>[] => [
  {
    label: 'Name',
    cell: (row) => <NameCell name={row.name} thumbnail={row.thumbnail} sub={underName(row, ownerId)} />,
  },
  { label: 'Price', align: 'right', width: 120, cell: (row) => formatMoney(row.price) },
  {
    label: 'Discount',
    align: 'right',
    width: 120,
    cell: (row) => (row.finalPrice < row.price ? formatMoney(row.price - row.finalPrice) : '–'),
  },
  { label: 'Final price', align: 'right', width: 120, cell: (row) => formatMoney(row.finalPrice) },
];
/** The category, and whose discount the price is where it is another's. */
const underName = ({ category, discountedBy }: Assignable, ownerId: string) =>
  [
    category && categoryName(category as Category),
    discountedBy && discountedBy.id !== ownerId && `discounted by “${discountedBy.name}”`,
  ]
    .filter(Boolean)
    .join(' · ') || undefined;
const categoryFilter = { name: 'category', label: 'Category', options: categoryChoices };
const start: { page: number; pageSize: number; search: string; category: Category | '' } = {
  page: 1,
  pageSize: assignPageSize,
  search: '',
  category: '',
};

export function AssignmentPanel({ link, ownerId, thing, things, hasCategories = true }: Props) {
  const [side, setSide] = useState<Side>('assigned');
  const [state, setState] = useState(start);
  const selection = useSelection();
  const query = {
    ...state,
    category: state.category || undefined,
    isAssigned: side === 'assigned' ? 'true' : 'false',
  } as const;
  const result = useCall(link.list, { params: { id: ownerId }, query }, { keepPrevious: true });
  const { data: reply } = result;
  const columns = useMemo(() => columnsOf(ownerId), [ownerId]);
  const change = (next: Record<string, string | undefined>) => setState((now) => ({ ...now, page: 1, ...next }));
  const turn = (next: Side) => {
    setSide(next);
    setState(start);
    selection.clear();
  };
  const root = useRef<HTMLDivElement>(null);
  const toSearch = () => keepFocus(() => root.current?.querySelector<HTMLElement>('[data-list-search]'));
  const rows = reply && link.rowsOf(reply);
  const isGone = rows?.length === 0 && !result.isPrevious && state.page > 1;
  // The last rows of a page went: what is left stands on the one before.
  useEffect(() => {
    if (isGone) setState((now) => ({ ...now, page: now.page - 1 }));
  }, [isGone]);
  return (
    <div ref={root}>
      <div className={classes['head']}>
        <SegmentedControl
          size="xs"
          value={side}
          onChange={(value) => turn(value)}
          aria-label={`Which ${things}`}
          data={[
            { value: 'assigned', label: 'Assigned' },
            { value: 'available', label: 'Available' },
          ]}
        />
        <ChangeButton
          link={link}
          ownerId={ownerId}
          side={side}
          thing={thing}
          things={things}
          selection={selection}
          onDone={() => {
            setState((now) => ({ ...now, page: 1 }));
            toSearch();
          }}
        />
      </div>
      <Toolbar
        key={side}
        label={things}
        state={state}
        change={change}
        search={{ placeholder: `Search ${things}`, hasNoKey: true }}
        filters={hasCategories ? [categoryFilter] : []}
        sorts={[]}
      />
      {result.error && !rows ? (
        <ErrorState error={result.error} refetch={result.refetch} what="list" />
      ) : rows?.length === 0 && !result.isPrevious && !isGone ? (
        <Nothing
          side={side}
          things={things}
          isFiltered={state.search !== '' || state.category !== ''}
          onAssign={() => {
            turn('available');
            toSearch();
          }}
        />
      ) : (
        <RowsTable
          label={`${side === 'assigned' ? 'Assigned' : 'Available'} ${things}`}
          columns={columns}
          rows={isGone ? undefined : rows}
          expected={assignPageSize}
          rowKey={(row) => row.id}
          rowName={(row) => row.name}
          selection={selection}
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

function Nothing({
  side,
  things,
  isFiltered,
  onAssign,
}: {
  side: Side;
  things: string;
  isFiltered: boolean;
  onAssign: () => void;
}) {
  if (isFiltered) return <EmptyState title="Nothing matches">No {things} fit what you look for.</EmptyState>;
  if (side === 'available')
    return <EmptyState title={`All ${things} are assigned`}>There is nothing left to choose.</EmptyState>;
  return (
    <EmptyState title={`No ${things} are assigned`} action={<Button onClick={onAssign}>Choose {things}</Button>}>
      Choose the ones that this is for.
    </EmptyState>
  );
}

type ChangeProps = Omit<Props, 'hasCategories'> & {
  side: Side;
  selection: ReturnType<typeof useSelection>;
  onDone: () => void;
};

/**
 * Assigns or unassigns what is selected; the count is on the button. Success clears the selection and the lists reload
 * (spec §4).
 */
function ChangeButton({ link, ownerId, side, thing, things, selection, onDone }: ChangeProps) {
  const assign = useAction(link.assign);
  const unassign = useAction(link.unassign);
  const button = useKeptFocus(assign.loading || unassign.loading);
  const count = selection.selected.size;
  const named = counted(count, thing, things);
  const isAssigned = side === 'assigned';
  const change = async () => {
    const isSure =
      !isAssigned ||
      (await confirm({
        title: `Unassign ${named}?`,
        text: `It no longer applies to ${count === 1 ? `this ${thing}` : `these ${things}`}. The ${count === 1 ? `${thing} itself stays` : `${things} themselves stay`}.`,
        action: `Unassign ${named}`,
        isDestructive: true,
      }));
    if (!isSure) return;
    const { ok } = await (isAssigned ? unassign : assign).run({
      params: { id: ownerId },
      body: link.toWire([...selection.selected]),
    });
    if (!ok) return;
    selection.clear();
    onDone();
  };
  if (count === 0) return null;
  return (
    <>
      <Button size="xs" variant="default" onClick={selection.clear}>
        Clear selection
      </Button>
      <Button
        ref={button}
        size="xs"
        loading={assign.loading || unassign.loading}
        onClick={() => void change()}
        {...(isAssigned ? { color: 'red' } : {})}
      >
        {isAssigned ? 'Unassign' : 'Assign'} {named}
      </Button>
    </>
  );
}
