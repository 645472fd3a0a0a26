/**
 * Settings of a list: page size, what a saved view contains, and visible columns: those of its saved view, else the
 * user's last choice. The first column, with the link, is always visible.
 */
import { useMemo } from 'react';
import type { Column } from './column.tsx';
import { useListMemory, fitsWindow } from './list-memory.ts';
import { readHidden, type Search, readState } from './list-state.ts';
import type { ChangeList, useListState } from './use-list-state.ts';
import type { Schema } from '#contract/kernel/endpoint.ts';
import type { Savable } from './view-state.ts';

export interface ColumnChoice {
  /** Labels of the columns that can be hidden, and of the hidden ones. */
  choices: readonly string[];
  hidden: readonly string[];
  hide: (labels: readonly string[]) => void;
}

/** Visible columns of a list, from the saved view or else from what the user last chose. */
function useColumns<Row>(path: string, columns: readonly Column<Row>[], url: Search, change: ChangeList) {
  const { hidden: remembered, remember } = useListMemory(path);
  const isView = url['view'] !== undefined;
  const text = isView ? url['hidden'] : remembered;
  const choices = useMemo(() => {
    // Action columns have no visible label to choose them by.
    return columns.filter(({ isLabelHidden }, index) => index > 0 && !isLabelHidden).map(({ label }) => label);
  }, [columns]);
  const hidden = useMemo(() => readHidden(choices, text), [choices, text]);
  const shown = useMemo(() => columns.filter(({ label }) => !hidden.includes(label)), [columns, hidden]);
  const choice = useMemo((): ColumnChoice => {
    const hide = (labels: readonly string[]) => {
      const next = labels.join(',');
      if (isView) change({ hidden: next }, true);
      else remember({ hidden: next });
    };
    return { choices, hidden, hide };
  }, [choices, hidden, isView, change, remember]);
  return { shown, choice };
}

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
