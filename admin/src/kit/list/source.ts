/** Source of a list's rows: an endpoint, or any hook with the same result. */
import { keepPreviousData, usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Area, Endpoint, Reply, Schema } from '#contract/kernel/endpoint.ts';
import type { ApiError } from '../api/api-error.ts';
import { afterPaint } from '../after-paint.ts';
import { inputOf } from '../api/call.ts';
import type { Slice, SliceOptions, TaskMeta } from '../api/slice.ts';
import { queryOf, resultOf } from '../api/use-call.ts';
import type { ListState } from './list-state.ts';
import type { PageOfRows } from './read-all.ts';

/** Rows of one state of a list, with the state of their request. */
export interface RowsResult<Row> extends Slice {
  /** undefined before the first response. */
  rows: readonly Row[] | undefined;
  totalItems: number;
  /** The count stopped at its cap: there are at least `totalItems` rows. */
  isTotalCapped?: boolean | undefined;
  /** Whether the rows belong to the previous query while the next is loading. */
  isPrevious: boolean;
  error: ApiError | null;
  refetch: () => unknown;
}

/** Source of a list's rows, for display and for reading them all. */
export interface RowsSource<Row> {
  /** Schema of the search params with defaults: page, pageSize, search and the list's own. */
  query: Schema;
  /** Hook that reads the rows of a state. */
  useRows: (state: ListState) => RowsResult<Row>;
  /** Reads one page; used to read all rows. */
  readPage: (state: ListState, signal: AbortSignal) => Promise<PageOfRows<Row>>;
}

/** Keys of a reply that contain rows. */
export type RowsKey<E> = {
  [Key in keyof Reply<E>]: Reply<E>[Key] extends readonly unknown[] ? Key : never;
}[keyof Reply<E>] &
  string;
/** Row of a reply's list. */
export type RowOf<E, Key extends keyof Reply<E>> = Reply<E>[Key] extends readonly (infer Row)[] ? Row : never;

/** Page of rows from any source. */
interface Page<Row> extends PageOfRows<Row> {
  isTotalCapped?: boolean | undefined;
}

/** Query for one state of the list. Its key starts with the area; it throws ApiError. */
interface PageQuery<Answer> {
  queryKey: readonly [Area, ...unknown[]];
  queryFn: (context: { signal: AbortSignal }) => Promise<Answer>;
  meta?: TaskMeta;
}

/** Source for the rows of any query; prefetches the next page. `ask` and `read` must be stable references. */
export function querySource<Answer, Row>(
  query: Schema,
  ask: (state: ListState) => PageQuery<Answer>,
  read: (answer: Answer) => Page<Row>,
  slice: SliceOptions = {},
): RowsSource<Row> {
  return {
    query,
    readPage: async (state, signal) => read(await ask(state).queryFn({ signal })),
    useRows: (state) => {
      const client = useQueryClient();
      const pageQuery = ask(state);
      // Starts the request during the first render instead of after it.
      usePrefetchQuery(pageQuery);
      const { data, ...result } = resultOf(
        useQuery({ ...pageQuery, select: read, placeholderData: keepPreviousData }),
        slice,
      );
      const { totalItems = 0, isTotalCapped } = data ?? {};
      const hasNext =
        data !== undefined && !result.isPrevious && (isTotalCapped || state.page * state.pageSize < totalItems);
      useEffect(() => {
        if (!hasNext) return;
        return afterPaint(() => void client.prefetchQuery(ask({ ...state, page: state.page + 1 })));
      }, [client, hasNext, state]);
      return { ...result, rows: data?.rows, totalItems, isTotalCapped };
    },
  };
}

interface ListReply {
  totalItems: number;
  isTotalCapped?: boolean;
}

/** Source for an endpoint's rows; prefetches the next page. `params` are the path params. */
export function endpointSource<E extends Endpoint, Key extends RowsKey<E>>(
  endpoint: E,
  rows: Key,
  params?: Record<string, string>,
): RowsSource<RowOf<E, Key>> {
  return querySource(
    endpoint.query as Schema,
    (state) => queryOf(endpoint, inputOf(endpoint, { ...(params && { params }), query: state })),
    (reply) => {
      const { totalItems, isTotalCapped, [rows]: page } = reply as ListReply & Record<Key, RowOf<E, Key>[]>;
      return { rows: page, totalItems, isTotalCapped };
    },
    endpoint,
  );
}
