/** Which rows of a list are ticked. */
import { useCallback, useState } from 'react';
import type { Selection } from './rows-table.tsx';

const none: ReadonlySet<string> = new Set();

/** What is ticked; it survives paging and searching. */
export function useSelection(): Selection & { clear: () => void } {
  const [selected, setSelected] = useState(none);
  const toggle = useCallback((keys: readonly string[], isOn: boolean) => {
    setSelected((now) => (isOn ? now.union(new Set(keys)) : now.difference(new Set(keys))));
  }, []);
  const clear = useCallback(() => setSelected(none), []);
  return { selected, toggle, clear };
}
