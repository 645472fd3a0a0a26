/** What the page that is open is called: the bar on top says it at the end of the way there. */
import { useEffect, useSyncExternalStore } from 'react';

let title = '';
const listeners = new Set<() => void>();
const name = (next: string) => {
  title = next;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Of the page that is drawn; pages without one are called as their entry in the navigation. */
export function useTitledPage(own: string): void {
  useEffect(() => {
    name(own);
    return () => name('');
  }, [own]);
}

export const usePageTitle = (): string => useSyncExternalStore(subscribe, () => title);
