/** Bar shown while rows are selected: count, select all matching rows, and actions. */
import { Button } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useRootMark } from '../use-root-mark.ts';
import { useWindowEvent } from '../use-window-event.ts';
import { isTyping } from '../feedback/keys.ts';
import { Unavailable } from '../feedback/unavailable.tsx';
import { formatNumber, formatTotal } from '../format/formats.ts';
import { type Matching, useReadAll } from './use-read-all.ts';
import type { Selection } from './use-selection.ts';
import classes from './selection-bar.module.css';

export interface SelectionBarProps<Row> {
  selection: Selection<Row>;
  matching: Matching<Row>;
  /** Maximum number of rows for an action. */
  max: number;
  /** The actions also take all rows that match, without reading them, if they are more than `max`. */
  takesAll?: boolean | undefined;
  /** Called when the selection was cleared while the focus was in the bar. */
  onClear: () => void;
  /** Buttons of the actions. */
  children: ReactNode;
}

export function SelectionBar<Row>({ selection, matching, max, takesAll, onClear, children }: SelectionBarProps<Row>) {
  const bar = useRef<HTMLDivElement>(null);
  const count = selection.selected.size;
  const clear = () => {
    const isInside = bar.current?.contains(document.activeElement);
    selection.clear();
    if (isInside) onClear();
  };
  useEscape(count > 0, clear);
  useRootMark('selectionBar', count > 0);
  if (count === 0) return null;
  return (
    <div ref={bar} className={classes['bar']} data-bottom-bar role="region" aria-label="Selection">
      <span role="status">
        {selection.isAll
          ? `All ${formatTotal(matching.totalItems, matching.isTotalCapped)} that match selected`
          : `${formatNumber(count)} selected`}
      </span>
      {!selection.isAll && <All selection={selection} matching={matching} max={max} takesAll={takesAll} />}
      <span className={classes['actions']}>
        <Button size="xs" variant="default" aria-keyshortcuts="Escape" onClick={clear}>
          Clear selection
        </Button>
        {(selection.isAll || count <= max) && children}
      </span>
    </div>
  );
}

/** Overlays close first, and unsaved changes of a form are asked about first. */
const overlays = '[role="dialog"], [role="menu"], [role="listbox"]';

function useEscape(isSelecting: boolean, clear: () => void): void {
  useWindowEvent('keydown', (event) => {
    if (!isSelecting || event.key !== 'Escape' || event.defaultPrevented || isTyping(event)) return;
    const isOthers = event.target instanceof Element && event.target.closest(overlays);
    if (isOthers || document.querySelector('[data-save-bar]')) return;
    event.preventDefault();
    clear();
  });
}

/** Selects all matching rows as they were read; rows added later are not included. */
function All<Row>({
  selection,
  matching,
  max,
  takesAll,
}: Pick<SelectionBarProps<Row>, 'selection' | 'matching' | 'max' | 'takesAll'>) {
  const { totalItems, isTotalCapped = false } = matching;
  const reading = useReadAll(matching);
  const count = selection.selected.size;
  if (count > max)
    return (
      <span className={classes['hint']}>
        Up to {formatNumber(max)} at a time: take out {formatNumber(count - max)} first.
      </span>
    );
  if (takesAll && (isTotalCapped || totalItems > max))
    return (
      <Button size="compact-sm" variant="subtle" onClick={selection.selectAll}>
        Select all {formatTotal(totalItems, isTotalCapped)} that match
      </Button>
    );
  if (isTotalCapped || totalItems > max)
    return (
      <span className={classes['hint']}>Up to {formatNumber(max)} at a time: search for fewer to select all.</span>
    );
  if (count >= totalItems && !reading.loading) return null;
  const selectAll = async () => selection.toggle(await reading.run(), true);
  return (
    <>
      <Unavailable why={reading.loading && 'They are loading'} isShown>
        <Button size="compact-sm" variant="subtle" onClick={() => void selectAll()}>
          {reading.loading
            ? `Reading ${formatNumber(reading.done)} of ${formatNumber(totalItems)}`
            : `Select all ${formatNumber(totalItems)} that match`}
        </Button>
      </Unavailable>
      {reading.loading && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={reading.cancel}>
          Cancel
        </Button>
      )}
    </>
  );
}
