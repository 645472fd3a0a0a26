/** Selected rows of a list, kept across its pages. */
import { useCallback, useState } from 'react';

export type Keyed<Row> = readonly [key: string, row: Row];

export interface Selection<Row> {
  /** Rows as they were when they were selected. */
  selected: ReadonlyMap<string, Row>;
  toggle: (rows: readonly Keyed<Row>[], isOn: boolean) => void;
  clear: () => void;
}

const none: ReadonlyMap<string, never> = new Map<string, never>();

/**
 * Selection of a list. `listed` identifies the result; when it changes, the selection is cleared. Rows of the previous
 * query (`isPrevious`) cannot be selected.
 */
export function useSelection<Row>(listed: string, isPrevious = false): Selection<Row> {
  const [state, setState] = useState<{ listed: string; rows: ReadonlyMap<string, Row> }>({ listed, rows: none });
  const isChanged = state.listed !== listed;
  if (isChanged && !isPrevious) setState({ listed, rows: none });
  const toggle = useCallback<Selection<Row>['toggle']>(
    (rows, isOn) => {
      setState((now) => {
        // Ignores rows of a result that is no longer listed.
        if (now.listed !== listed) return now;
        const next = new Map(now.rows);
        for (const [key, row] of rows) {
          if (isOn) next.set(key, row);
          else next.delete(key);
        }
        return { listed, rows: next };
      });
    },
    [listed],
  );
  const clear = useCallback(() => setState((now) => ({ ...now, rows: none })), []);
  return { selected: isChanged ? none : state.rows, toggle, clear };
}
