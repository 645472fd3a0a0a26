/**
 * Rows whose status was changed on this page. They keep their place until the user pages, filters or reloads, even if
 * they no longer match the filters (looks.md).
 */
import { useCallback, useEffect } from 'react';
import { mergePinnedRows, type PinnedRow } from '#kit/list/pinned-rows.ts';
import { all, sharedValue } from '#kit/shared-value.ts';
import type { Change } from './undo-stack.ts';
import type { TrackingOrder } from '#admin-shared/order-tracking/tracking-order.ts';

export interface PinnedOrder extends PinnedRow<TrackingOrder> {
  /** Whether one of its changes was written. */
  isWritten?: boolean;
}

const idOf = ({ id }: TrackingOrder) => id;

/** Highest number of staying rows, so that a page does not grow without end: with the largest page, the desk reads them all. */
const maxStaying = 100;

/** Adds a row that does not stay yet. Of too many, the one that was changed first no longer stays. */
export const addPinnedRow = (staying: readonly PinnedOrder[], one: PinnedOrder): readonly PinnedOrder[] =>
  staying.some(({ row }) => row.id === one.row.id) ? staying : [...staying, one].slice(-maxStaying);

/** Staying rows of the open list. */
const stayed = sharedValue<readonly PinnedOrder[]>([]);

export const usePinnedRows = (read: readonly TrackingOrder[] | undefined) => {
  const staying = stayed.use(all);
  return read && mergePinnedRows(read, staying, idOf);
};

/** Sets the written status on the order's staying row. */
export function updatePinnedStatus(id: string, status: string): void {
  const written = (one: PinnedOrder) => ({ ...one, row: { ...one.row, status }, isWritten: true });
  stayed.set(stayed.get().map((one) => (one.row.id === id ? written(one) : one)));
}

/** Removes a staying row whose only change was refused. */
export function unpinRefused(id: string): void {
  stayed.set(stayed.get().filter((one) => one.row.id !== id || one.isWritten));
}

/** Ids of the rows that each page of the open list showed. */
const shownOrders = new Map<string, readonly string[]>();

/** Puts rows that the page showed before where they were, and new ones below them. `page` identifies page and filters. */
export function keepRowSequence(page: string, rows: readonly TrackingOrder[]): TrackingOrder[] {
  const shown = shownOrders.get(page) ?? [];
  const placeOf = ({ id }: TrackingOrder) => (shown.includes(id) ? shown.indexOf(id) : shown.length);
  const ordered = rows.toSorted((one, other) => placeOf(one) - placeOf(other));
  shownOrders.set(
    page,
    ordered.map(({ id }) => id),
  );
  return ordered;
}

/** Returns a function that keeps the row of a change in place; `question` identifies page and filters of the list. */
export function usePinRow(
  question: string,
): (rows: readonly TrackingOrder[] | undefined, change: Pick<Change, 'order'>) => void {
  useEffect(
    () => () => {
      stayed.set([]);
      shownOrders.clear();
    },
    [question],
  );
  return useCallback((rows = [], { order }) => {
    const at = rows.findIndex(({ id }) => id === order.id);
    if (at < 0) return;
    stayed.set(addPinnedRow(stayed.get(), { at, below: rows[at - 1]?.id, row: { ...order, stays: true } }));
  }, []);
}
