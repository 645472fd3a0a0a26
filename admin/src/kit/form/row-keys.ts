/** Stable keys for the rows of a list while rows are added, moved or removed, even after leaving the page. */
import { createContext, useContext, useEffect } from 'react';
import { perSession } from '../api/session.ts';
import { dropUploads } from '../feedback/uploads.ts';

export interface KeyedRows {
  rows: readonly string[];
  keys: readonly number[];
  /** Next unused key; keys are never reused. */
  next: number;
}

/**
 * Assigns keys to rows by their content. A single differing row was edited in place. After any other change, rows with
 * unchanged content keep their keys and the others get new ones.
 */
export function assignRowKeys(before: KeyedRows, rows: readonly string[]): KeyedRows {
  const isTyped =
    rows.length === before.rows.length && rows.filter((row, index) => row !== before.rows[index]).length <= 1;
  if (isTyped) return { ...before, rows };
  const left = before.rows.map((row, index) => ({ row, key: before.keys[index] }));
  let { next } = before;
  const keys = rows.map((row) => {
    const at = left.findIndex((one) => one.row === row);
    return left.splice(at < 0 ? left.length : at, 1)[0]?.key ?? next++;
  });
  return { rows, keys, next };
}

/** `at`: current path prefix of the row's fields. `is`: prefix that stays the same when the row moves. */
export const RowPlace = createContext<{ at: string; is: string } | undefined>(undefined);

const rowPrefix = (list: string, key: number | undefined) => `${list}.${key}:`;

/** Name of a field that stays the same when its row moves. */
export function useStablePlace(place: string): string {
  const row = useContext(RowPlace);
  return row && place.startsWith(row.at) ? row.is + place.slice(row.at.length) : place;
}

/** Kept in memory, like the uploads that belong to rows. */
const keyedLists = perSession(() => new Map<string, KeyedRows>());

/**
 * Keys of the rows of `list` (its app-wide name). Call `remove` before removing a row; it tells rows of equal content
 * apart.
 */
export function useRowKeys(list: string, values: readonly object[]) {
  const rows = values.map((value) => JSON.stringify(value));
  const now = assignRowKeys(keyedLists().get(list) ?? { rows: [], keys: [], next: 0 }, rows);
  useEffect(() => {
    // Skips a first render whose values are replaced at once by a restored draft.
    const settled = setTimeout(() => {
      keyedLists().set(list, now);
      // Cancels uploads into rows that no longer exist.
      dropUploads(
        ({ place }) => place.startsWith(`${list}.`) && !now.keys.some((key) => place.startsWith(rowPrefix(list, key))),
      );
    });
    return () => clearTimeout(settled);
  });
  const remove = (index: number) =>
    keyedLists().set(list, { ...now, rows: now.rows.toSpliced(index, 1), keys: now.keys.toSpliced(index, 1) });
  return { keys: now.keys, rowPrefix: (index: number) => rowPrefix(list, now.keys[index]), remove };
}
