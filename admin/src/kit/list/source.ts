/** Where a list's rows come from: an endpoint, or any hook that answers the same. */
import { useEffect } from 'react';
import type { CallInput, Endpoint, Reply, Schema } from '#contract/kernel.ts';
import type { CallError } from '../call-error.ts';
import { useCall, usePrefetch, type Slice } from '../use-call.ts';
import type { ListState } from './list-state.ts';

export interface RowsResult<Row> extends Slice {
  /** undefined before the first answer. */
  rows: readonly Row[] | undefined;
  totalItems: number;
  /** The count stopped at its cap: there are at least `totalItems`. */
  isTotalCapped?: boolean | undefined;
  /** The rows are the last question's; the answer is on its way. */
  isPrevious: boolean;
  error: CallError | null;
  again: () => unknown;
}

export interface RowsSource<Row> {
  /** Validates the URL and gives the defaults; has page, pageSize, search and the list's own. */
  query: Schema;
  /** A hook. */
  useRows: (state: ListState) => RowsResult<Row>;
}

/** The keys of a reply that hold rows. */
export type RowsKey<E> = { [Key in keyof Reply<E>]: Reply<E>[Key] extends readonly unknown[] ? Key : never }[keyof Reply<E>] & string;
export type RowOf<E, Key extends keyof Reply<E>> = Reply<E>[Key] extends readonly (infer Row)[] ? Row : never;

interface ListReply {
  totalItems: number;
  isTotalCapped?: boolean;
}

/** An endpoint's rows; the next page is fetched ahead. `params` fill the address. */
export function endpointSource<E extends Endpoint, Key extends RowsKey<E>>(
  endpoint: E, rows: Key, params?: Record<string, string>,
): RowsSource<RowOf<E, Key>> {
  const inputOf = (state: ListState) => ({ ...(params ? { params } : {}), query: state }) as unknown as CallInput<E>;
  return {
    query: endpoint.query as Schema,
    useRows: (state) => {
      const { data, ...result } = useCall(endpoint, inputOf(state), { keepPrevious: true });
      const prefetch = usePrefetch();
      const reply = data as (ListReply & Record<Key, RowOf<E, Key>[]>) | undefined;
      const total = reply?.totalItems ?? 0;
      const hasNext = !result.isPrevious && (reply?.isTotalCapped || state.page * state.pageSize < total);
      const next = hasNext ? JSON.stringify({ ...state, page: state.page + 1 }) : undefined;
      useEffect(() => {
        if (next) void prefetch(endpoint, inputOf(JSON.parse(next) as ListState));
      }, [next]);
      return { ...result, rows: reply?.[rows], totalItems: total, isTotalCapped: reply?.isTotalCapped };
    },
  };
}
