/**
 * Visible columns of a list: those of its saved view, else the user's last choice. The first column, with the link, is
 * always visible.
 */
import { useMemo } from 'react';
import type { Column } from './column.tsx';
import { useListMemory } from './list-memory.ts';
import { readHidden, type Search } from './list-state.ts';
import type { ChangeList } from './use-list-state.ts';

export interface ColumnChoice {
  /** Labels of the columns that can be hidden, and of the hidden ones. */
  choices: readonly string[];
  hidden: readonly string[];
  hide: (labels: readonly string[]) => void;
}

/** Visible columns of a list, from the saved view or else from what the user last chose. */
export function useColumns<Row>(path: string, columns: readonly Column<Row>[], url: Search, change: ChangeList) {
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
