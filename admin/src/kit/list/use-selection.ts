/** Which rows of a list are selected, kept across its pages. */
import { useCallback, useState } from 'react';

export type Keyed<Row> = readonly [key: string, row: Row];

export interface Selection<Row> {
  /** The rows as they were when they were selected. */
  selected: ReadonlyMap<string, Row>;
  toggle: (rows: readonly Keyed<Row>[], isOn: boolean) => void;
  clear: () => void;
}

const none: ReadonlyMap<string, never> = new Map<string, never>();

/**
 * `listed` says what is listed, on whatever page: when that becomes another, nothing is selected any more. While the rows
 * that are shown are still the last question's (`isPrevious`), none of them can be.
 */
export function useSelection<Row>(listed: string, isPrevious = false): Selection<Row> {
  const [held, hold] = useState<{ listed: string; rows: ReadonlyMap<string, Row> }>({ listed, rows: none });
  const isOther = held.listed !== listed;
  if (isOther && !isPrevious) hold({ listed, rows: none });
  const toggle = useCallback<Selection<Row>['toggle']>(
    (rows, isOn) => {
      hold((now) => {
        // Rows that were read for what is no longer listed.
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
  const clear = useCallback(() => hold((now) => ({ ...now, rows: none })), []);
  return { selected: isOther ? none : held.rows, toggle, clear };
}
