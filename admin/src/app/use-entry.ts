/** Navigation entry of the current page: by its address, else the entry of its outermost parent page. */
import { usePageTitle } from '#kit/record/page-title.ts';
import type { MenuEntry } from '#kit/area.ts';
import { entryAt } from './menu.ts';

export function useEntry(path: string): MenuEntry | undefined {
  const { above } = usePageTitle();
  return entryAt(path) ?? (above[0] && entryAt(above[0].to));
}
