/** What the page that is open is called and what it is a part of: the bar on top says it at the end of the way there. */
import { useEffect } from 'react';
import { all, sharedValue } from '../shared-value.ts';

/** A page on the way to another. */
export interface Above {
  label: string;
  to: string;
}

const nothing: readonly Above[] = [];
const page = sharedValue({ title: '', above: nothing });

/** Of the page that is drawn; pages without one are called as their entry in the navigation. */
export function useTitledPage(title: string, above = nothing): void {
  const way = JSON.stringify(above);
  useEffect(() => {
    page.set({ title, above: JSON.parse(way) as Above[] });
    return () => page.set({ title: '', above: nothing });
  }, [title, way]);
}

export const usePageTitle = () => page.use(all);
