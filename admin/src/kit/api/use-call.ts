/** Reading: an endpoint's answer as a slice of state (domain.md, Client state). */
import { useQuery, keepPreviousData, type UseQueryResult } from '@tanstack/react-query';
import type { CallInput, Endpoint, Reply } from '#contract/kernel.ts';
import { call } from './call.ts';
import type { ApiError } from './api-error.ts';
import { failureMessage, failureStatus, type Slice, type SliceOptions, type TaskMeta } from './slice.ts';

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
  { success = 200, failsAs, messages }: SliceOptions = {},
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
    message: failureMessage(query.error, messages),
  };
}
