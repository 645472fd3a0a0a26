/** At the bottom while rows are selected: how many, all that match, and what can be done with them. */
import { Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type ReactNode, useRef } from 'react';
import { isTyping } from '../feedback/keys.ts';
import { Unavailable } from '../feedback/unavailable.tsx';
import { formatNumber } from '../format/formats.ts';
import { type Matching, useReadAll } from './use-read-all.ts';
import type { Selection } from './use-selection.ts';
import classes from './selection-bar.module.css';

export interface SelectionBarProps<Row> {
  selection: Selection<Row>;
  matching: Matching<Row>;
  /** An action takes no more. */
  most: number;
  /** Where the focus goes when nothing is selected any more, and it was in the bar. */
  onClear: () => void;
  /** The actions. */
  children: ReactNode;
}

export function SelectionBar<Row>({ selection, matching, most, onClear, children }: SelectionBarProps<Row>) {
  const bar = useRef<HTMLDivElement>(null);
  const count = selection.selected.size;
  const clear = () => {
    const isInside = bar.current?.contains(document.activeElement);
    selection.clear();
    if (isInside) onClear();
  };
  useEscape(count > 0, clear);
  if (count === 0) return null;
  return (
    <div ref={bar} className={classes['bar']} data-bottom-bar role="region" aria-label="Selection">
      <span role="status">{formatNumber(count)} selected</span>
      <All selection={selection} matching={matching} most={most} />
      <span className={classes['actions']}>
        <Button size="xs" variant="default" aria-keyshortcuts="Escape" onClick={clear}>
          Clear selection
        </Button>
        {count <= most && children}
      </span>
    </div>
  );
}

/** What floats above the page closes first, and what was typed in a form is asked about first. */
const comesFirst = '[role="dialog"], [role="menu"], [role="listbox"]';

function useEscape(isSelecting: boolean, clear: () => void): void {
  useWindowEvent('keydown', (event) => {
    if (!isSelecting || event.key !== 'Escape' || event.defaultPrevented || isTyping(event)) return;
    const isOthers = event.target instanceof Element && event.target.closest(comesFirst);
    if (isOthers || document.querySelector('[data-save-bar]')) return;
    event.preventDefault();
    clear();
  });
}

/** What matches is what was read: a row that comes later is not among those that were counted. */
function All<Row>({ selection, matching, most }: Pick<SelectionBarProps<Row>, 'selection' | 'matching' | 'most'>) {
  const { totalItems, isTotalCapped = false } = matching;
  const reading = useReadAll(matching);
  const count = selection.selected.size;
  if (count > most)
    return (
      <span className={classes['hint']}>
        Up to {formatNumber(most)} at a time: take out {formatNumber(count - most)} first.
      </span>
    );
  if (isTotalCapped || totalItems > most)
    return (
      <span className={classes['hint']}>Up to {formatNumber(most)} at a time: search for fewer to select all.</span>
    );
  if (count >= totalItems && !reading.loading) return null;
  const selectAll = async () => selection.toggle(await reading.run(), true);
  return (
    <>
      <Unavailable why={reading.loading && 'They are loading'}>
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
