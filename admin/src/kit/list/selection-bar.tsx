/** At the bottom while rows are selected: how many, all that match, and what can be done with them. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTask } from '../api/use-action.ts';
import { formatNumber } from '../format/formats.ts';
import type { Keyed, Selection } from './use-selection.ts';
import classes from './selection-bar.module.css';

export interface Matching<Row> {
  /** How many rows there are, on all pages. */
  totalItems: number;
  isTotalCapped?: boolean | undefined;
  readAll: () => Promise<readonly Keyed<Row>[]>;
  /** An action takes no more. */
  most: number;
}

interface Props<Row> {
  selection: Selection<Row>;
  matching: Matching<Row>;
  /** Where the focus goes when nothing is selected any more. */
  onClear: () => void;
  /** The actions. */
  children: ReactNode;
}

export function SelectionBar<Row>({ selection, matching, onClear, children }: Props<Row>) {
  const count = selection.selected.size;
  if (count === 0) return null;
  return (
    <div className={classes['bar']} data-bottom-bar role="region" aria-label="Selection">
      <span role="status">{formatNumber(count)} selected</span>
      <All selection={selection} matching={matching} />
      <span className={classes['actions']}>
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            selection.clear();
            onClear();
          }}
        >
          Clear selection
        </Button>
        {children}
      </span>
    </div>
  );
}

/** What matches is what was read: a row that comes later is not among those that were counted. */
function All<Row>({ selection, matching }: Pick<Props<Row>, 'selection' | 'matching'>) {
  const { totalItems, isTotalCapped = false, readAll, most } = matching;
  const reading = useTask<void, readonly Keyed<Row>[]>({
    messages: { fail: 'Not all could be selected' },
    perform: readAll,
  });
  if (isTotalCapped || totalItems > most)
    return (
      <span className={classes['hint']}>Up to {formatNumber(most)} at a time: search for fewer to select all.</span>
    );
  if (selection.selected.size >= totalItems) return null;
  const selectAll = async () => {
    const read = await reading.run();
    if (read.ok) selection.toggle(read.reply, true);
  };
  return (
    <Button size="compact-sm" variant="subtle" loading={reading.loading} onClick={() => void selectAll()}>
      Select all {formatNumber(totalItems)} that match
    </Button>
  );
}
