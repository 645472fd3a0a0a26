/** What an area says of itself for the navigation, in its menu.ts. */
import type { Icon } from '@tabler/icons-react';
import type { Endpoint } from '#contract/kernel.ts';

export const groups = ['Learning', 'Selling', 'People', 'System'] as const;

export interface MenuEntry {
  group: (typeof groups)[number];
  /** In its group, from 1. */
  place: number;
  label: string;
  /** The page's address; its detail pages are below it. */
  to: string;
  /** What people do there, in a few words, for the start page. */
  purpose: string;
  icon: Icon;
  /** What the page calls first: who may call it may open the page. */
  opens: Pick<Endpoint, 'roles'>;
  /**
   * What its list creates, for the palette; `what` is one of them in a sentence, as the list's own button says. `page`:
   * where that is no dialog of the list.
   */
  create?: { what: string; call: Pick<Endpoint, 'roles'>; page?: string };
}
