/** What the page that is open is called: the bar on top says it at the end of the way there. */
import { useEffect } from 'react';
import { all, sharedValue } from '../shared-value.ts';

const title = sharedValue('');

/** Of the page that is drawn; pages without one are called as their entry in the navigation. */
export function useTitledPage(own: string): void {
  useEffect(() => {
    title.set(own);
    return () => title.set('');
  }, [own]);
}

export const usePageTitle = (): string => title.use(all);
