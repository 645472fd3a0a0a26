/** Block of the start page from a list: its first items and the total. */
import { maxWaiting } from '#contract/home/endpoints.ts';
import type { Db } from '#platform/database/database.ts';
import type { Page, PageInfo } from '#platform/list.ts';

export interface Block<Item> {
  total: number;
  isTotalCapped?: boolean;
  items: Item[];
}

type List<F, Item> = (db: Db, filters: F, page: Page) => Promise<{ rows: Item[]; head: PageInfo }>;

/** Reads the first page of a list as a block. */
export async function blockOf<F, Item>(list: List<F, Item>, db: Db, filters: F): Promise<Block<Item>> {
  const { rows, head } = await list(db, filters, { page: 1, pageSize: maxWaiting });
  return {
    total: head.totalItems,
    ...(head.isTotalCapped && { isTotalCapped: true }),
    items: rows,
  };
}
