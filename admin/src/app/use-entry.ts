/** Navigation entry of the current page; for a page below another, the entry of its outermost parent. */
import { usePageTitle } from '#kit/record/page-title.ts';
import type { MenuEntry } from '#kit/menu-entry.ts';
import { entryAt } from './menu.ts';

export function useEntry(path: string): MenuEntry | undefined {
  const { above } = usePageTitle();
  return entryAt(above[0]?.to ?? path);
}
