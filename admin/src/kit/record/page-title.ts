/** Title and parent pages of the current page, shown in the breadcrumb. */
import { useEffect } from 'react';
import { all, sharedValue } from '../shared-value.ts';

/** Page in a breadcrumb. */
export interface Above {
  label: string;
  to: string;
}

const nothing: readonly Above[] = [];
const page = sharedValue({ title: '', above: nothing });

/** Sets the title of the current page; pages without one use the label of their navigation entry. */
export function useTitledPage(title: string, above = nothing): void {
  const way = JSON.stringify(above);
  useEffect(() => {
    page.set({ title, above: JSON.parse(way) as Above[] });
    return () => page.set({ title: '', above: nothing });
  }, [title, way]);
}

export const usePageTitle = () => page.use(all);
