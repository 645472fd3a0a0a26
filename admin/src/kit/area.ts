/** Shape of an area.ts: all that the app needs of an area, with its entries of the navigation. */
import type { Page } from './page.ts';
import type { RecordPages } from './record/record-pages.ts';
import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import type { RecordKind } from '#contract/kernel/record-kinds.ts';

export interface Area {
  menu?: readonly MenuEntry[];
  /** Pages by path, inside the shell. */
  pages: Readonly<Record<string, Page>>;
  /** Pages without sign-in, outside the shell. */
  publicPages?: Readonly<Record<string, Page>>;
  /** Pages of its records, which links and histories lead to. */
  records?: RecordPages;
  /** Contents of the panel beside a list for its records. */
  beside?: Partial<Record<RecordKind, Beside>>;
  /** Kinds of search results: path above the id, and singular noun. `hasCategory`: the hint is a category. */
  found?: Readonly<Record<string, { to: string; one: string; hasCategory?: true }>>;
}

/** Reports of a content that works on its record to the queue beside it. */
export interface Queued {
  /** Runs the work; the row then keeps its place with the outcome. Resolves to whether it was done, as the work does. */
  handle: (outcome: string, work: () => Promise<boolean>) => Promise<boolean>;
  /** Sets the row aside if nothing was done with it. */
  pass: () => void;
}

/** Endpoint that reads the record, or roles of content that reads for itself; the content, loaded on first use. */
type Beside = readonly [
  read: Endpoint | Pick<Endpoint, 'roles'>,
  content: () => Promise<ComponentType<{ id: string; record: never; queued: Queued }>>,
];

/** Entries of the navigation, in order; their pages are links beside the heading. `System` is in the account menu. */
export const groups = [
  'Courses',
  'Calendar',
  'Review',
  'Orders',
  'Payments',
  'Promotions',
  'Catalogue',
  'People',
  'System',
] as const;
export type Group = (typeof groups)[number];

/** Link of the navigation, with the role check and the create command. */
export interface MenuEntry {
  group: Group;
  /** Position in its group, from 1. The first page that the role may open is where the group's entry leads. */
  place: number;
  label: string;
  /** Path of the page; its detail pages are below it. */
  to: string;
  icon: Icon;
  /** First endpoint that the page calls; roles that may call it may open the page. */
  opens: Pick<Endpoint, 'roles'>;
  /**
   * Record that the list creates, offered in the command palette. `what`: noun as on the list's button; `page`: path of
   * a page that creates it instead of a dialog of the list.
   */
  create?: { what: string; call: Pick<Endpoint, 'roles'>; page?: string };
}
