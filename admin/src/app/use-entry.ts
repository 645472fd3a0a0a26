/** Where the page that is open belongs in the navigation: what is a part of another page, where that does. */
import { usePageTitle } from '#kit/record/page-title.ts';
import type { MenuEntry } from '#kit/menu-entry.ts';
import { entryAt } from './menu.ts';

export function useEntry(path: string): MenuEntry | undefined {
  const { above } = usePageTitle();
  return entryAt(above[0]?.to ?? path);
}
