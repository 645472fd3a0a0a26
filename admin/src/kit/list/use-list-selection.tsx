/** Row selection of a list and its action bar, which is loaded with the first selected row. */
import { type ComponentType, lazy, type ReactNode, type RefObject, Suspense } from 'react';
import { maxPageSize } from '#contract/kernel/page-size.ts';
import { focusAfterRender } from '../feedback/focus.ts';
import { listedBy, type ListState } from './list-state.ts';
import type { SelectionBarProps } from './selection-bar.tsx';
import type { RowsResult, RowsSource } from './source.ts';
import { type Selection, useSelection } from './use-selection.ts';

/** Rows that match the list's query, for actions on all of them. */
export interface AllMatching {
  /** Search and filters. */
  query: Record<string, unknown>;
}

export interface SelectionActions<Row> {
  selection: Selection<Row>;
  /** All that match; undefined if the action is about the selected rows. */
  all: AllMatching | undefined;
}

export interface Selecting<Row> {
  /** Maximum number of rows for an action. */
  max: number;
  /** Name of a row, for the label of its checkbox. */
  name: (row: Row) => string;
  /** The actions also take all rows that match, if those are more than `max`. */
  takesAll?: boolean;
  /** Component with the buttons of the actions. */
  actions: ComponentType<SelectionActions<Row>>;
}

const SelectionBar = lazy(async () => ({ default: (await import('./selection-bar.tsx')).SelectionBar })) as <Row>(
  props: SelectionBarProps<Row>,
) => ReactNode;

interface Shown<Row> {
  source: RowsSource<Row>;
  state: ListState;
  result: RowsResult<Row>;
  keyOf: (row: Row) => string;
  /** Element that contains the list. */
  page: RefObject<HTMLElement | null>;
}

/** Returns nothing if the list has no selection. */
export function useListSelection<Row>(
  selecting: Selecting<Row> | undefined,
  { source, state, result, keyOf, page }: Shown<Row>,
): { selection: Selection<Row> | undefined; bar: ReactNode } {
  const selection = useSelection<Row>(JSON.stringify(listedBy(state)), result.isPrevious);
  if (!selecting) return { selection: undefined, bar: undefined };
  const { max, takesAll, actions: Actions } = selecting;
  const { totalItems, isTotalCapped } = result;
  const readPage = (number: number, signal: AbortSignal) =>
    source.readPage({ ...state, page: number, pageSize: maxPageSize }, signal);
  /** Has the focus after the bar is gone. */
  const search = () => page.current?.querySelector<HTMLElement>('[data-list-search]');
  const boxOf = (key: string) =>
    page.current?.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(key)}"] input[type="checkbox"]`);
  /** For an action that ends the selection: who pressed it goes on at the first of these rows. */
  const done = () => {
    const keys = [...selection.selected.keys()];
    selection.clear();
    focusAfterRender(() => keys.map(boxOf).find(Boolean) ?? search());
  };
  const all = selection.isAll ? { query: listedBy(state) } : undefined;
  const bar = selection.selected.size > 0 && (
    <Suspense>
      <SelectionBar
        selection={selection}
        matching={{ totalItems, isTotalCapped, keyOf, readPage }}
        max={max}
        takesAll={takesAll}
        onClear={() => focusAfterRender(search)}
      >
        <Actions selection={{ ...selection, clear: done }} all={all} />
      </SelectionBar>
    </Suspense>
  );
  return { selection, bar };
}
