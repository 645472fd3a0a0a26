/** Batches in words: state, progress and result. */
import { type Batch, type BatchRowState, batchKinds, batchRowStates, batchStates } from '#contract/batch/endpoints.ts';
import { recordKinds, recordNoun, recordNounPlural } from '#contract/kernel/record-kinds.ts';
import type { BadgeColour } from '#kit/display/badge.tsx';
import { counted, formatNumber } from '#kit/format/formats.ts';

/** Number of records that are worked off, and of all that the present run is about. */
export function progressOf({ isUndo, total, pending, done, undone, kept }: Batch): { worked: number; of: number } {
  return isUndo ? { worked: undone + kept, of: done + undone + kept } : { worked: total - pending, of: total };
}

export function stateOf(batch: Batch): { label: string; colour: BadgeColour } {
  const { state, isUndo } = batch;
  if (state === 'failed') return { label: batchStates.failed, colour: 'red' };
  if (state === 'cancelled') return { label: isUndo ? 'Undo cancelled' : batchStates.cancelled, colour: 'grey' };
  if (state === 'done')
    return isUndo ? { label: 'Undone', colour: 'grey' } : { label: batchStates.done, colour: 'green' };
  if (isUndo) return { label: 'Undoing', colour: 'blue' };
  return progressOf(batch).worked === 0
    ? { label: 'Waiting', colour: 'yellow' }
    : { label: batchStates.running, colour: 'blue' };
}

export const rowColours: Readonly<Record<BatchRowState, BadgeColour>> = {
  pending: 'yellow',
  done: 'green',
  skipped: 'grey',
  failed: 'red',
  undone: 'grey',
  kept: 'yellow',
};

export const rowStates = Object.keys(batchRowStates) as BatchRowState[];

/** Numbers of records by state: "200 done · 3 not possible"; states without records are left out. */
export const resultOf = (batch: Batch): string =>
  rowStates
    .filter((state) => batch[state] > 0)
    .map((state) => `${formatNumber(batch[state])} ${batchRowStates[state].toLowerCase()}`)
    .join(' · ');

/** "12.431 orders, all that matched". */
export function scopeOf({ kind, total, isAll }: Batch): string {
  const { table } = recordKinds[batchKinds[kind].record];
  const scope = kind.endsWith('-import') ? 'from a file' : isAll ? 'all that matched' : 'chosen one by one';
  return `${counted(total, recordNoun(table), recordNounPlural(table))}, ${scope}`;
}
