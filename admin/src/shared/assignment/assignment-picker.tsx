/** Picker of assigned and available items; used for every assignment of contract/src/assignment/table.ts. */
import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { Item, InvertedAssignment } from '#contract/kernel/assignment-row.ts';
import { maxIds } from '#contract/kernel/fields.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { role } from '#kit/api/session.ts';
import { focusAfterRender } from '#kit/feedback/focus.ts';
import { formatTotal } from '#kit/format/formats.ts';
import type { Column } from '#kit/list/column.tsx';
import { usePanelSize } from '#kit/list/list-memory.ts';
import { SelectionBar } from '#kit/list/selection-bar.tsx';
import { useSelection } from '#kit/list/use-selection.ts';
import type { Chosen } from '../batch/use-batch.ts';
import { type AssigningCalls, ChangeAllButton } from './assignment-batch.tsx';
import { ChangeButton, useChangeColumn } from './assignment-change.tsx';
import { columnsOf } from './assignment-columns.tsx';
import { EmptySide } from './assignment-nothing.tsx';
import {
  keyOf,
  matchingOf,
  otherSide,
  type Side,
  type SideState,
  initialState,
  defaultSize,
  useFolding,
  useSide,
} from './assignment-side.ts';
import { SideRows } from './side-rows.tsx';
import classes from './assignment-picker.module.css';

interface Props {
  link: InvertedAssignment;
  ownerId: string;
  /** Number of assigned items, from the owner's record. */
  count: number;
  /** Additional text below the name of a row. */
  note?: (item: Item) => string | undefined;
  /** Replaces the price columns. */
  columns?: readonly Column<Item>[];
  /** Additional columns of assigned items, for dated assignments. */
  assignedColumns?: readonly Column<Item>[];
  rowLink?: ((item: Item) => string) | undefined;
  /** Reason why nothing can be assigned; shown in the empty state. */
  closed?: string | undefined;
  /** Describes what unassigning would take away; between "Unassign: " and "… stays as it is". */
  loss: string;
  /** Phrase for when items leave the other owners, such as "on 3 Dec 2026, 19.00"; undefined: at once. */
  takenAt?: string | undefined;
  /** Replaces the table of assigned items, for ordered assignments. */
  ordered?: ReactNode;
  /** Actions of selected assigned items, or of all that match, for endpoints that unassign one. */
  selectedActions?: (chosen: Chosen) => ReactNode;
  /** Calls that take all items that match, if those are more than a call takes. */
  batch?: AssigningCalls;
}

export function AssignmentPicker(props: Props) {
  const { link, ownerId, count, rowLink, closed, loss, takenAt, ordered, batch, selectedActions } = props;
  const mayChange = mayCall(link.assign, role() ?? '');
  const [side, setSide] = useState<Side>('assigned');
  // The chosen page size applies to both sides and is remembered.
  const [size, chooseSize] = usePanelSize(`${link.owner}/${link.rows}`, defaultSize(link, side));
  const [state, setState] = useState(() => initialState(link, 'assigned', size));
  const { shown, drafts } = useFolding(link, ownerId, side, state);
  const { listed, ...matching } = matchingOf(link, ownerId, side, shown);
  const result = useSide(link, ownerId, side, shown);
  const { data: reply } = result;
  // A new search follows what is typed after a pause: a row that it shows too stays selected.
  const selection = useSelection<Item>(listed, result.isPrevious, reply && link.rowsOf(reply).map(keyOf));
  const { clear } = selection;
  const root = useRef<HTMLDivElement>(null);
  const search = () => root.current?.querySelector<HTMLElement>('[data-list-search]');
  const showSide = (next: Side, nextState: SideState = initialState(link, next)) => {
    setSide(next);
    clear();
    const isChosen = state.pageSize !== defaultSize(link, side);
    setState({ ...nextState, page: 1, ...(isChosen && { pageSize: state.pageSize }) });
  };
  // All items were unassigned, here or elsewhere (spec §4).
  const [countBefore, setCountBefore] = useState(count);
  if (count !== countBefore) {
    setCountBefore(count);
    if (count === 0) clear();
  }
  const changing = { link, ownerId, side, loss, takenAt, nextFocus: search };
  const columns = useColumns(props, changing, mayChange);
  const isMany = link.takes === 'many' && mayChange;
  const hasOwn = mayChange && side === 'assigned' && selectedActions !== undefined;
  const isSelectable = isMany || hasOwn;
  const choose = (next: Side) => {
    showSide(next);
    // Continues with a search for the next item.
    if (next === 'available') focusAfterRender(search);
  };
  const sides = mayChange && !closed && <Sides {...{ link, ownerId, side }} showSide={choose} total={reply} />;
  if (ordered && side === 'assigned' && count > 0)
    return (
      <div ref={root}>
        {sides}
        {ordered}
      </div>
    );
  return (
    <div ref={root}>
      {sides}
      <SideRows
        {...{ link, side, state: shown, drafts, setState, chooseSize, result, columns, rowLink }}
        expected={side === 'assigned' && count > 0 ? Math.min(count, state.pageSize) : undefined}
        selection={isSelectable ? selection : undefined}
        nothing={
          <EmptySide
            {...{ link, ownerId, side, state: shown }}
            closed={mayChange ? closed : `Administrators assign ${link.many}.`}
            showSide={(...to) => {
              showSide(...to);
              focusAfterRender(search);
            }}
          />
        }
      />
      {isSelectable && reply && (
        <SelectionBar
          selection={selection}
          matching={{ ...reply, ...matching }}
          max={maxIds}
          takesAll={hasOwn || batch !== undefined}
          onClear={() => focusAfterRender(search)}
        >
          {hasOwn ? (
            selectedActions({
              selection,
              all: selection.isAll ? { query: { search: shown.search, term: shown.term } } : undefined,
            })
          ) : batch && selection.isAll ? (
            <ChangeAllButton calls={batch} {...{ link, ownerId, side, state: shown, selection, loss }} />
          ) : (
            <ChangeButton {...changing} selection={selection} />
          )}
        </SelectionBar>
      )}
    </div>
  );
}

/** Columns of the rows, and the action column for endpoints that take one item. */
function useColumns(
  { link, ownerId, note, columns: own, assignedColumns: assigned }: Props,
  changing: Parameters<typeof useChangeColumn>[0],
  mayChange: boolean,
) {
  const { side } = changing;
  const change = useChangeColumn(changing);
  return useMemo(
    () => [
      ...columnsOf(link, ownerId, side === 'assigned', note, { own, assigned }),
      ...(link.takes === 'one' && mayChange ? [change] : []),
    ],
    [link, ownerId, side, note, own, assigned, mayChange, change],
  );
}

interface SidesProps extends Pick<Props, 'link' | 'ownerId'> {
  side: Side;
  showSide: (next: Side) => void;
  total: { totalItems: number; isTotalCapped?: boolean | undefined } | undefined;
}

/** Tabs of both sides with their counts. The other side's query is the one that is sent when it is shown. */
function Sides({ link, ownerId, side, showSide, total }: SidesProps) {
  const other = otherSide(side);
  const { data } = useSide(link, ownerId, other, initialState(link, other));
  const countOf = (which: Side) => {
    const counted = which === side ? total : data;
    return counted ? ` ${formatTotal(counted.totalItems, counted.isTotalCapped)}` : '';
  };
  return (
    <SegmentedControl
      className={classes['sides'] ?? ''}
      size="xs"
      value={side}
      onChange={(next) => showSide(next)}
      aria-label={`Which ${link.many}`}
      data={[
        { value: 'assigned', label: `Assigned${countOf('assigned')}` },
        { value: 'available', label: `Available${countOf('available')}` },
      ]}
    />
  );
}
