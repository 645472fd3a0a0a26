/** Where the page that is open belongs in the navigation: by its address, else where what it is a part of does. */
import { usePageTitle } from '#kit/record/page-title.ts';
import type { MenuEntry } from '#kit/menu-entry.ts';
import { entryAt } from './menu.ts';

export function useEntry(path: string): MenuEntry | undefined {
  const { above } = usePageTitle();
  return entryAt(path) ?? (above[0] && entryAt(above[0].to));
}
