/** Keys of a list's rows that stay with their row while the list changes around it, also while its page is left. */
import { createContext, useContext, useEffect } from 'react';
import { perSession } from '../api/session.ts';
import { dropUploads } from '../feedback/uploads.ts';

export interface KeyedRows {
  rows: readonly string[];
  keys: readonly number[];
  /** No key is used twice. */
  next: number;
}

/**
 * Which row is which, told by what they hold: one row that differs was typed into; of any other change (removed, moved,
 * discarded, read again) the rows that are as they were keep their keys, and the others are new.
 */
export function followRows(before: KeyedRows, rows: readonly string[]): KeyedRows {
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

/** `at`: where the fields of the row are now. `is`: what names them wherever they are. */
export const RowPlace = createContext<{ at: string; is: string } | undefined>(undefined);

const rowOf = (list: string, key: number | undefined) => `${list}.${key}:`;

/** What names a field in the whole app, as long as its row is there. */
export function useLastingPlace(place: string): string {
  const row = useContext(RowPlace);
  return row && place.startsWith(row.at) ? row.is + place.slice(row.at.length) : place;
}

/** In memory, like the files on their way that belong to rows. */
const known = perSession(() => new Map<string, KeyedRows>());

/** `list` names it in the whole app. `remove` is called before the row is taken away: of two alike one is meant. */
export function useRowKeys(list: string, values: readonly object[]) {
  const rows = values.map((value) => JSON.stringify(value));
  const now = followRows(known().get(list) ?? { rows: [], keys: [], next: 0 }, rows);
  useEffect(() => {
    // Not of a first drawing, which a draft that is put back replaces at once.
    const settled = setTimeout(() => {
      known().set(list, now);
      // What is on its way to a row that is gone has nowhere to go.
      dropUploads(
        ({ place }) => place.startsWith(`${list}.`) && !now.keys.some((key) => place.startsWith(rowOf(list, key))),
      );
    });
    return () => clearTimeout(settled);
  });
  const remove = (index: number) =>
    known().set(list, { ...now, rows: now.rows.toSpliced(index, 1), keys: now.keys.toSpliced(index, 1) });
  return { keys: now.keys, rowOf: (index: number) => rowOf(list, now.keys[index]), remove };
}
