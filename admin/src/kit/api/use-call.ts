/** Reading: an endpoint's answer as a slice of state (domain.md, Client state). */
import { useQuery, keepPreviousData, type UseQueryResult } from '@tanstack/react-query';
import type { Area, CallInput, Endpoint, Messages, Reply } from '#contract/kernel.ts';
import { call } from './call.ts';
import type { ApiError } from './api-error.ts';

/** What the query client reads to toast and to refresh (app/query-client.ts). */
export interface TaskMeta extends Record<string, unknown> {
  messages?: Messages | undefined;
  /** What was changed: the answers that show it are stale (contract/src/staleness.ts). */
  changes?: Area | undefined;
  /** What was read, which says what makes it stale; of other queries their key does, which begins with their area. */
  endpoint?: Endpoint | undefined;
  /**
   * The person goes on to another page, which reads for itself: `loading` ends before what is refreshed was read again.
   */
  movesOn?: boolean | undefined;
}

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
    queryMeta: TaskMeta;
    mutationMeta: TaskMeta;
  }
}

/** What a slice says that the answer does not (of an endpoint: the contract's). */
export interface SliceOptions {
  /** HTTP status of success, 200 unless said. */
  success?: number | undefined;
  /** The status of every failure, whatever the server answered; its message stands (spec §8). */
  failsAs?: 500 | undefined;
}

export const failureStatus = (error: ApiError, failsAs: SliceOptions['failsAs']): number => failsAs ?? error.status;

/**
 * `status`: HTTP status of the last answer, 404 before the first, 0 when nothing answered; {@link failureStatus}.
 * `loading`: on during each fetch.
 */
export interface Slice {
  status: number;
  loading: boolean;
  message: string;
}

export interface CallResult<Data> extends Slice {
  data: Data | undefined;
  error: ApiError | null;
  /** The rows shown are the last question's, until the new answer is here. */
  isPrevious: boolean;
  /** Asks again, and answers what came, or undefined when it failed. */
  refetch: () => Promise<Data | undefined>;
}

export interface UseCallOptions {
  /** false: does not ask yet. */
  enabled?: boolean;
  /** Shows the last answer while the next is on its way. */
  keepPrevious?: boolean;
  /** Asks again this often while the page is looked at. */
  everyMs?: number;
}

/** Key and function of a call's query; also for prefetching. */
export function queryOf<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  return {
    queryKey: [endpoint.area, `${endpoint.method} ${endpoint.url}`, input] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => call(endpoint, input, { signal }),
    meta: { messages: endpoint.messages, endpoint } satisfies TaskMeta,
  };
}

/**
 * Asks an endpoint and keeps the answer. A failure is toasted by the query client where the contract has a message for
 * it.
 */
export function useCall<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: UseCallOptions = {},
): CallResult<Reply<E>> {
  return resultOf(
    useQuery<Reply<E>, ApiError>({
      ...queryOf(endpoint, input),
      enabled: options.enabled ?? true,
      refetchInterval: options.everyMs ?? false,
      ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
    }),
    endpoint,
  );
}

/** The slice of any query: for sources that are not endpoints, too. */
export function resultOf<Data>(
  query: UseQueryResult<Data, ApiError>,
  { success = 200, failsAs }: SliceOptions = {},
): CallResult<Data> {
  return {
    data: query.data,
    error: query.error,
    isPrevious: query.isPlaceholderData,
    refetch: async () => {
      const { data, isError } = await query.refetch();
      return isError ? undefined : data;
    },
    status: query.error
      ? failureStatus(query.error, failsAs)
      : query.isSuccess && !query.isPlaceholderData
        ? success
        : 404,
    loading: query.isFetching,
    message: query.error?.message ?? '',
  };
}
