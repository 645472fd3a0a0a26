/** Checkboxes that select rows: single, a range with Shift, or the page; and the shortcut `x` on the focused row. */
import { type ChangeEvent, type MouseEvent as Press, type RefObject, useCallback, useRef } from 'react';
import { useWindowEvent } from '../use-window-event.ts';
import { isTyping, type Keys, usePageKeys } from '../feedback/keys.ts';
import { Unavailable } from '../feedback/unavailable.tsx';
import { focusRow, nextRow, rowOf } from './row-focus.ts';
import type { Keyed, Selection } from './use-selection.ts';
import classes from './rows-table.module.css';

/** Selects or deselects a row; with `isRange` all rows from the last one to it. */
export type Select = (key: string, isOn: boolean, isRange: boolean) => void;

const keys: Keys = [
  ['x', 'Select the row'],
  ['Shift x', 'Select a range'],
  ['Esc', 'Clear the selection'],
];

/**
 * Returns the select function for the rows of the table in `frame`. It is a stable reference, so that rows are not
 * rendered again.
 */
export function useSelecting<Row>(
  frame: RefObject<HTMLElement | null>,
  rows: readonly Keyed<Row>[],
  selection: Selection<Row> | undefined,
): Select {
  const now = useRef({ rows, selection });
  now.current = { rows, selection };
  const last = useRef<string>(undefined);
  const select = useCallback<Select>((key, isOn, isRange) => {
    const { rows: shown, selection: current } = now.current;
    const at = (target: string | undefined) => shown.findIndex(([one]) => one === target);
    const [here, from] = [at(key), isRange ? at(last.current) : -1];
    last.current = key;
    const first = from < 0 ? here : Math.min(here, from);
    current?.toggle(shown.slice(first, Math.max(here, from) + 1), isOn);
  }, []);
  usePageKeys(selection && keys);
  useWindowEvent('keydown', (event) => {
    if (!(event.target instanceof Element) || !selection) return;
    if (event.key === 'ArrowDown' && !event.defaultPrevented && isSearchOf(event.target, frame.current)) {
      event.preventDefault();
      return focusRow(nextRow(undefined, 1, frame.current ?? undefined));
    }
    const row = rowOf(event.target);
    const key = row?.dataset['row'];
    if (!row || !key || !frame.current?.contains(row) || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) focusRow(nextRow(row, step));
    else if (event.key.toLowerCase() === 'x') select(key, !isSelected(selection, key), event.shiftKey);
    else return;
    event.preventDefault();
  });
  return select;
}

/** Whether an element is the search of the rows in a frame, such as those of a picker. */
const isSearchOf = (element: Element, frame: HTMLElement | null) =>
  element.matches('[data-list-search]') && element.closest(':has([data-rows])')?.contains(frame) === true;

/** Whether a row is selected, by itself or with all that match. */
export const isSelected = <Row,>(selection: Selection<Row> | undefined, key: string): boolean =>
  selection !== undefined && (selection.isAll || selection.selected.has(key));

/** Prevents text selection on Shift-click. */
const keepText = (press: Press) => {
  if (press.shiftKey) press.preventDefault();
};

/** First cell of a row; the whole cell is clickable. */
export function CheckCell({ id, name, isOn, select }: { id: string; name: string; isOn: boolean; select: Select }) {
  const change = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) =>
    select(id, currentTarget.checked, (nativeEvent as MouseEvent).shiftKey);
  return (
    <td className={classes['check']} onMouseDown={keepText}>
      <label>
        <input type="checkbox" aria-label={`Select ${name}`} aria-keyshortcuts="x" checked={isOn} onChange={change} />
      </label>
    </td>
  );
}

export function CheckPage<Row>({
  selection: { selected, isAll: isEvery, toggle },
  rows,
}: {
  selection: Selection<Row>;
  rows: readonly Keyed<Row>[];
}) {
  const count = isEvery ? rows.length : rows.filter(([key]) => selected.has(key)).length;
  const isAll = rows.length > 0 && count === rows.length;
  return (
    <label>
      <Unavailable why={rows.length === 0 && 'The rows are loading'} isShown>
        <input
          type="checkbox"
          aria-label="Select all of this page"
          checked={isAll}
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && !isAll;
          }}
          onChange={() => toggle(rows, !isAll)}
        />
      </Unavailable>
      <span className={classes['onCards']}>Select all of this page</span>
    </label>
  );
}
