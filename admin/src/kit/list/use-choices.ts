/** Settings of a list: columns, page size, and what a saved view contains. */
import { useMemo } from 'react';
import type { Schema } from '#contract/kernel/endpoint.ts';
import type { Column } from './column.tsx';
import { fitsWindow, useListMemory } from './list-memory.ts';
import { readState } from './list-state.ts';
import { useColumns } from './use-columns.ts';
import type { useListState } from './use-list-state.ts';
import type { Savable } from './view-state.ts';

interface View<Row> {
  columns: readonly Column<Row>[];
  filters?: readonly { name: string }[];
}

/**
 * Shown columns, page size, and what can be saved as a view. `isFitting`: the page size follows the window's
 * height.
 */
export function useChoices<Row>(
  query: Schema,
  { columns, filters }: View<Row>,
  { path, url, change }: ReturnType<typeof useListState>,
) {
  const { remember, pageSize: remembered } = useListMemory(path);
  const { shown, choice } = useColumns(path, columns, url, change);
  const savable = useMemo((): Savable => {
    const names = [...(filters ?? []).map(({ name }) => name), 'sort'];
    return { query, names, columns: choice.choices };
  }, [query, filters, choice.choices]);
  // The default is not stored.
  const setSize = (pageSize: number | typeof fitsWindow) => {
    const isUsual = pageSize === readState(query, {}).pageSize;
    remember({ pageSize: isUsual ? undefined : String(pageSize) });
    change({ pageSize: undefined });
  };
  return {
    columns: shown,
    columnChoice: choice,
    savable,
    setSize,
    isFitting: remembered === fitsWindow && url['pageSize'] === undefined,
  };
}
