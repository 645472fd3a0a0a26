/** Navigation entry of an area, exported by its menu.ts. */
import type { Icon } from '@tabler/icons-react';
import type { Endpoint } from '#contract/kernel/endpoint.ts';

/** Groups of the navigation, in order. */
export const groups = ['Learning', 'Selling', 'People', 'System'] as const;

/** Link of the navigation, with the role check and the create command. */
export interface MenuEntry {
  group: (typeof groups)[number];
  /** Position in its group, from 1. */
  place: number;
  label: string;
  /** Path of the page; its detail pages are below it. */
  to: string;
  /** Short description for the start page. */
  purpose: string;
  icon: Icon;
  /** First endpoint that the page calls; roles that may call it may open the page. */
  opens: Pick<Endpoint, 'roles'>;
  /**
   * Record that the list creates, offered in the command palette. `what`: noun as on the list's button; `page`: path of
   * a page that creates it instead of a dialog of the list.
   */
  create?: { what: string; call: Pick<Endpoint, 'roles'>; page?: string };
}
