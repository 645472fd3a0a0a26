/** Sources of the start page: each area says what waits in it, and for whom. */
import type { TodayItem } from '#contract/home/endpoints.ts';
import type { TodayKind } from '#contract/home/today.ts';
import type { Endpoint, Tenant } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import type { JobStore } from '#platform/jobs/store.ts';
import type { Page, PageInfo } from '#platform/list.ts';

export interface WaitingContext {
  db: Db;
  tenant: Tenant;
  caller: { userId: string; role: string };
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

type Total = Pick<Waiting, 'total' | 'isTotalCapped'>;

export interface WaitingSource {
  kind: TodayKind;
  /** Endpoint of the work: roles that may call it have the items. */
  opens: Pick<Endpoint, 'roles'>;
  /** Reads the first items in the order of `inTodayOrder`, and their total. */
  find: (context: WaitingContext, limit: number) => Promise<Waiting>;
  /** Reads only the total that `find` has. */
  count: (context: WaitingContext) => Promise<Total>;
}

interface List<F, Row> {
  (db: Db, filters: F, page: Page): Promise<{ rows: Row[]; head: PageInfo }>;
  count: (db: Db, filters: F) => Promise<PageInfo>;
}

interface ListSource<F, Row> extends Pick<WaitingSource, 'kind' | 'opens'> {
  list: List<F, Row>;
  filters: (context: WaitingContext) => F;
  /** Names what all items have and the row adds. */
  itemOf: (row: Row) => Omit<WaitingItem, 'amount' | 'about'> & Partial<WaitingItem>;
}

const totalOf = ({ totalItems: total, isTotalCapped }: PageInfo): Total => ({
  total,
  ...(isTotalCapped && { isTotalCapped }),
});

/** Source of the rows of a list. */
export const listSource = <F, Row>({ kind, opens, list, filters, itemOf }: ListSource<F, Row>): WaitingSource => ({
  kind,
  opens,
  find: async (context, limit) => {
    const { rows, head } = await list(context.db, filters(context), { page: 1, pageSize: limit });
    return { ...totalOf(head), items: rows.map((row) => ({ amount: null, about: '', ...itemOf(row) })) };
  },
  count: async (context) => totalOf(await list.count(context.db, filters(context))),
});

/** Source of few rows, whose total follows from reading them. */
export const shortSource = (source: Omit<WaitingSource, 'count'>): WaitingSource => ({
  ...source,
  count: async (context) => {
    const { total, isTotalCapped } = await source.find(context, 0);
    return { total, ...(isTotalCapped && { isTotalCapped }) };
  },
});
