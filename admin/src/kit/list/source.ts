/** Where a list's rows come from: an endpoint, or any hook that answers the same. */
import { keepPreviousData, usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Area, CallInput, Endpoint, Reply, Schema } from '#contract/kernel.ts';
import type { ApiError } from '../api/api-error.ts';
import type { Slice, SliceOptions, TaskMeta } from '../api/slice.ts';
import { queryOf, resultOf } from '../api/use-call.ts';
import type { ListState } from './list-state.ts';
import type { PageOfRows } from './read-all.ts';

export interface RowsResult<Row> extends Slice {
  /** undefined before the first answer. */
  rows: readonly Row[] | undefined;
  totalItems: number;
  /** The count stopped at its cap: there are at least `totalItems`. */
  isTotalCapped?: boolean | undefined;
  /** The rows are the last question's; the answer is on its way. */
  isPrevious: boolean;
  error: ApiError | null;
  refetch: () => unknown;
}

export interface RowsSource<Row> {
  /** Validates the URL and gives the defaults; has page, pageSize, search and the list's own. */
  query: Schema;
  /** A hook. */
  useRows: (state: ListState) => RowsResult<Row>;
  /** One page, for who reads them all. */
  readPage: (state: ListState, signal: AbortSignal) => Promise<PageOfRows<Row>>;
}

/** The keys of a reply that hold rows. */
export type RowsKey<E> = {
  [Key in keyof Reply<E>]: Reply<E>[Key] extends readonly unknown[] ? Key : never;
}[keyof Reply<E>] &
  string;
export type RowOf<E, Key extends keyof Reply<E>> = Reply<E>[Key] extends readonly (infer Row)[] ? Row : never;

/** What a page of rows is, whoever answers it. */
interface Page<Row> extends PageOfRows<Row> {
  isTotalCapped?: boolean | undefined;
}

/** A query for one state of the list. Its key begins with the area; it throws ApiError. */
interface PageQuery<Answer> {
  queryKey: readonly [Area, ...unknown[]];
  queryFn: (context: { signal: AbortSignal }) => Promise<Answer>;
  meta?: TaskMeta;
}

/** Rows of any query; the next page is fetched ahead. `ask` and `read` must not change. */
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
      const question = ask(state);
      // Asked while the list is drawn, not after.
      usePrefetchQuery(question);
      const { data, ...result } = resultOf(
        useQuery({ ...question, select: read, placeholderData: keepPreviousData }),
        slice,
      );
      const { totalItems = 0, isTotalCapped } = data ?? {};
      const hasNext =
        data !== undefined && !result.isPrevious && (isTotalCapped || state.page * state.pageSize < totalItems);
      useEffect(() => {
        if (hasNext) void client.prefetchQuery(ask({ ...state, page: state.page + 1 }));
      }, [client, hasNext, state]);
      return { ...result, rows: data?.rows, totalItems, isTotalCapped };
    },
  };
}

interface ListReply {
  totalItems: number;
  isTotalCapped?: boolean;
}

/** An endpoint's rows; the next page is fetched ahead. `params` fill the address. */
export function endpointSource<E extends Endpoint, Key extends RowsKey<E>>(
  endpoint: E,
  rows: Key,
  params?: Record<string, string>,
): RowsSource<RowOf<E, Key>> {
  return querySource(
    endpoint.query as Schema,
    (state) => queryOf(endpoint, { ...(params ? { params } : {}), query: state } as unknown as CallInput<E>),
    (reply) => {
      const { totalItems, isTotalCapped, [rows]: page } = reply as ListReply & Record<Key, RowOf<E, Key>[]>;
      return { rows: page, totalItems, isTotalCapped };
    },
    endpoint,
  );
}
