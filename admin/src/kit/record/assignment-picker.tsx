/** What is assigned, and what can be: one picker for every link of contract/src/assignment.ts. */
import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { Item, SeenByItems } from '#contract/assignment-row.ts';
import { mostIds } from '#contract/fields.ts';
import { mayCall } from '#contract/kernel.ts';
import { role } from '../api/session.ts';
import { keepFocus } from '../feedback/focus.ts';
import { formatTotal } from '../format/formats.ts';
import type { Column } from '../list/column.tsx';
import { usePanelSize } from '../list/list-memory.ts';
import { SelectionBar } from '../list/selection-bar.tsx';
import { useSelection } from '../list/use-selection.ts';
import { ChangeButton, useChangeColumn } from './assignment-change.tsx';
import { columnsOf } from './assignment-columns.tsx';
import { Nothing } from './assignment-nothing.tsx';
import { matchingOf, otherSide, type Side, type SideState, startOf, usualSize, useSide } from './assignment-side.ts';
import { SideRows } from './side-rows.tsx';
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
  /** Of a dated link: what is told of what is assigned, beside since when. */
  assignedColumns?: readonly Column<Item>[];
  rowLink?: ((item: Item) => string) | undefined;
  /** Why nothing can be assigned here, to be read where nothing is. */
  closed?: string | undefined;
  /** What unassigning takes away, in a sentence before "… stays as it is". */
  loss?: string;
  /** When what is taken out of other owners leaves them; undefined: at once. */
  takenAt?: string | undefined;
  /** Draws all that is assigned in its own way, in place of a table: what stands in an order. */
  ordered?: ReactNode;
}

export function AssignmentPicker(props: Props) {
  const { link, ownerId, count, rowLink, closed, loss, takenAt, ordered } = props;
  const mayChange = mayCall(link.assign, role() ?? '');
  const [side, setSide] = useState<Side>('assigned');
  // What was chosen is meant for both sides, and for the next time.
  const [size, chooseSize] = usePanelSize(`${link.owner}/${link.rows}`, usualSize(link, side));
  const [state, setState] = useState(() => startOf(link, 'assigned', size));
  const { listed, ...matching } = matchingOf(link, ownerId, side, state);
  const result = useSide(link, ownerId, side, state);
  const selection = useSelection<Item>(listed, result.isPrevious);
  const { data: reply } = result;
  const root = useRef<HTMLDivElement>(null);
  const search = () => root.current?.querySelector<HTMLElement>('[data-list-search]');
  const turn = (next: Side, wanted: SideState = startOf(link, next)) => {
    setSide(next);
    const isChosen = state.pageSize !== usualSize(link, side);
    setState({ ...wanted, page: 1, ...(isChosen && { pageSize: state.pageSize }) });
  };
  const { clear } = selection;
  // All of them were unassigned, wherever that was done (spec §4).
  const [countBefore, setCountBefore] = useState(count);
  if (count !== countBefore) {
    setCountBefore(count);
    if (count === 0) clear();
  }
  const changing = { link, ownerId, side, loss, takenAt, nextFocus: search };
  const columns = useColumns(props, changing, mayChange);
  const isMany = link.takes === 'many' && mayChange;
  const choose = (next: Side) => {
    turn(next);
    // What is assigned next is looked for.
    if (next === 'available') keepFocus(search);
  };
  const sides = mayChange && !closed && <Sides {...{ link, ownerId, side }} turn={choose} total={reply} />;
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
        {...{ link, side, state, setState, chooseSize, result, columns, rowLink }}
        expected={side === 'assigned' && count > 0 ? Math.min(count, state.pageSize) : undefined}
        selection={isMany ? selection : undefined}
        nothing={
          <Nothing
            {...{ link, ownerId, side, state }}
            closed={mayChange ? closed : `Administrators assign ${link.many}.`}
            turn={(...to) => {
              turn(...to);
              keepFocus(search);
            }}
          />
        }
      />
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

/** Those of the rows, and the button of each where a call takes one. */
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
