/** Selected rows of a list, kept across its pages. */
import { useCallback, useState } from 'react';

/** Row with its key. */
export type Keyed<Row> = readonly [key: string, row: Row];

/** Selected rows: chosen ones, or all that match. */
export interface Selection<Row> {
  /** Rows as they were when they were selected. */
  selected: ReadonlyMap<string, Row>;
  /** Selects or deselects rows. Ends the selection of all that match. */
  toggle: (rows: readonly Keyed<Row>[], isOn: boolean) => void;
  clear: () => void;
  /** Whether all rows that match are selected, on whatever page, without having been read. */
  isAll: boolean;
  selectAll: () => void;
}

interface State<Row> {
  listed: string;
  rows: ReadonlyMap<string, Row>;
  isAll: boolean;
}

const none: ReadonlyMap<string, never> = new Map<string, never>();

/**
 * Selection of a list. `listed` identifies the result; when it changes, the selection is cleared, and rows of the
 * previous query (`isPrevious`) cannot be selected. With the keys of the rows on the page (`shown`), those that the new
 * result shows stay selected, also if they are selected while it is loading.
 */
export function useSelection<Row>(listed: string, isPrevious = false, shown?: readonly string[]): Selection<Row> {
  const [state, setState] = useState<State<Row>>({ listed, rows: none, isAll: false });
  const isChanged = state.listed !== listed;
  if (isChanged && !isPrevious) {
    const rows = shown ? new Map([...state.rows].filter(([key]) => shown.includes(key))) : none;
    setState({ listed, rows, isAll: false });
  }
  const loadedFor = shown ? state.listed : listed;
  const toggle = useCallback<Selection<Row>['toggle']>(
    (rows, isOn) => {
      setState((now) => {
        // Ignores rows of a result that is no longer listed.
        if (now.listed !== listed && now.listed !== loadedFor) return now;
        const next = new Map(now.rows);
        for (const [key, row] of rows) {
          if (isOn) next.set(key, row);
          else next.delete(key);
        }
        return { listed: now.listed, rows: next, isAll: false };
      });
    },
    [listed, loadedFor],
  );
  const clear = useCallback(() => setState((now) => ({ ...now, rows: none, isAll: false })), []);
  const selectAll = useCallback(() => setState((now) => ({ ...now, isAll: true })), []);
  return {
    selected: isChanged && !shown ? none : state.rows,
    isAll: state.isAll && !isChanged,
    toggle,
    clear,
    selectAll,
  };
}
