/** Hook that reads an endpoint as a slice of state (domain.md, Client state). */
import { useQuery, useQueryClient, keepPreviousData, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { CallInput, Endpoint, Reply } from '#contract/kernel/endpoint.ts';
import { call } from './call.ts';
import type { ApiError } from './api-error.ts';
import { failureMessage, failureStatus, type Slice, type SliceOptions, type TaskMeta } from './slice.ts';

export interface CallResult<Data> extends Slice {
  data: Data | undefined;
  error: ApiError | null;
  /** Whether `data` belongs to the previous input, shown until the new response arrives. */
  isPrevious: boolean;
  /** Reads again; resolves to the data, or undefined on failure. */
  refetch: () => Promise<Data | undefined>;
}

export interface UseCallOptions<Data = never> {
  /** Whether to read at all; default: true. */
  enabled?: boolean;
  /** Keeps the previous data while the next is loading. */
  keepPrevious?: boolean;
  /** Read again after writes of its own area only, and by `useReread`; all who read the call say so. */
  isApart?: boolean;
  /** Polling interval while the page is visible; a function of the last reply polls only while it returns a number. */
  everyMs?: number | ((data: Data | undefined) => number | false);
}

/** Query key and function of a call; also used for prefetching. */
export function queryOf<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  return {
    queryKey: [endpoint.area, `${endpoint.method} ${endpoint.url}`, input] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => call(endpoint, input, { signal }),
    meta: { messages: endpoint.messages } satisfies TaskMeta,
  };
}

/** Reads an endpoint and caches the reply. The query client toasts a failure if the contract has a message for it. */
export function useCall<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: UseCallOptions<Reply<E>> = {},
): CallResult<Reply<E>> {
  const { everyMs = false } = options;
  return resultOf(
    useQuery<Reply<E>, ApiError>({
      ...queryOf(endpoint, input),
      ...(options.isApart && { meta: { messages: endpoint.messages, isApart: true } }),
      enabled: options.enabled ?? true,
      refetchInterval: typeof everyMs === 'function' ? ({ state }) => everyMs(state.data) : everyMs,
      ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
    }),
    endpoint,
  );
}

/** Function that reads a call again that is read apart, whatever its input. */
export function useReread(endpoint: Endpoint): () => void {
  const client = useQueryClient();
  const queryKey = [endpoint.area, `${endpoint.method} ${endpoint.url}`];
  return () => void client.invalidateQueries({ queryKey });
}

/** Reads an area again when a value changes that was known before, such as a state that is polled. */
export function useRereadOn(area: string, value: string | undefined): void {
  const client = useQueryClient();
  const known = useRef(value);
  useEffect(() => {
    if (known.current !== undefined && value !== known.current) void client.invalidateQueries({ queryKey: [area] });
    known.current = value;
  }, [client, area, value]);
}

/** Slice of any query, including sources that are not endpoints. */
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
