/** Sources of the start page: each area says what waits in it, and for whom. */
import type { TodayItem } from '#contract/home/endpoints.ts';
import type { TodayKind } from '#contract/home/today.ts';
import type { Endpoint, Role, Tenant } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import type { JobStore } from '#platform/jobs/store.ts';
import type { Page, PageInfo } from '#platform/list.ts';

export interface WaitingContext {
  db: Db;
  tenant: Tenant;
  caller: { userId: string; role: Role };
  jobs: JobStore;
  now: Date;
}

/** Item as its source knows it. */
export type WaitingItem = Omit<TodayItem, 'key' | 'kind' | 'mark'>;

export interface Waiting {
  total: number;
  isTotalCapped?: boolean;
  items: WaitingItem[];
  /** Length of the queue that the items are the head of, if the total is not. */
  queue?: Pick<Waiting, 'total' | 'isTotalCapped'>;
}

export interface WaitingSource {
  kind: TodayKind;
  /** Endpoint of the work: roles that may call it have the items. */
  opens: Pick<Endpoint, 'roles'>;
  /** Reads the first items in the order of `inTodayOrder`, and their total. `limit` 0: the caller needs only the total. */
  find: (context: WaitingContext, limit: number) => Promise<Waiting>;
}

type List<F, Row> = (db: Db, filters: F, page: Page) => Promise<{ rows: Row[]; head: PageInfo }>;

/** Reads the head of a list. `itemOf` names what all items have and the row adds. */
export async function headOf<F, Row>(
  { list, db, filters, limit }: { list: List<F, Row>; db: Db; filters: F; limit: number },
  itemOf: (row: Row) => Omit<WaitingItem, 'amount' | 'about'> & Partial<WaitingItem>,
): Promise<Waiting> {
  const { rows, head } = await list(db, filters, { page: 1, pageSize: Math.max(limit, 1) });
  return {
    total: head.totalItems,
    ...(head.isTotalCapped && { isTotalCapped: true }),
    items: rows.map((row) => ({ amount: null, about: '', ...itemOf(row) })),
  };
}
