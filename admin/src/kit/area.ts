/** Shape of an area.ts: all that the app needs of an area. */
import type { MenuEntry } from './menu-entry.ts';
import type { Page } from './page.ts';
import type { RecordPages } from './record/record-pages.ts';

export interface Area {
  menu?: readonly MenuEntry[];
  /** Pages by path, inside the shell. */
  pages: Readonly<Record<string, Page>>;
  /** Pages without sign-in, outside the shell. */
  publicPages?: Readonly<Record<string, Page>>;
  /** Pages of its records, which links and histories lead to. */
  records?: RecordPages;
  /** Kinds of search results: path above the id, and singular noun. `hasCategory`: the hint is a category. */
  found?: Readonly<Record<string, { to: string; one: string; hasCategory?: true }>>;
}
