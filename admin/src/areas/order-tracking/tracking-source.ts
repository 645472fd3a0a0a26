/** Data source of the tracking page: pages of orders, and customer services. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Filter } from '#kit/list/list-page.tsx';
import type { ListState } from '#kit/list/list-state.ts';
import { querySource } from '#kit/list/source.ts';
import type { ApiError } from '#kit/api/api-error.ts';
import { readChase } from './desk/chase-queue.ts';
import { isDeskQueue, readClaimed, readQueue } from './desk/queues.ts';
import { decodedEmail, maxEmailLength, type TrackingFilter } from '#admin-shared/order-tracking/filters.ts';
import { type Found, findPeople, onlyPerson } from './person-search.ts';
import { trackingClient } from '#admin-shared/order-tracking/session-tracking.ts';
import { usePinnedRows } from './pinned-rows.ts';
import { toApiError } from '#admin-shared/order-tracking/tracking-failure.ts';
import type { TrackingOrder } from '#admin-shared/order-tracking/tracking-order.ts';
import { filterOf, handledByChoices, lookupOf, queueOf, trackingQuery } from './tracking-query.ts';

const queryOf = (state: ListState) => ({
  queryKey: [
    'order-tracking',
    'page',
    queueOf(state),
    filterOf(state),
    lookupOf(state),
    state.page,
    state.pageSize,
  ] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => readPage(state, signal),
});

const readSource = querySource(
  trackingQuery,
  queryOf,
  ({ trackingOrders, totalItems, isTotalCapped }) => ({ rows: trackingOrders, totalItems, isTotalCapped }),
  { failsAs: 500 },
);

/** Adds the staying rows to the rows that are read. */
export const trackingSource: typeof readSource = {
  ...readSource,
  useRows: (state) => {
    const result = readSource.useRows(state);
    return { ...result, rows: usePinnedRows(result.rows) };
  },
};

/** Result of the lookup of the search, from the query of the rows. */
export const useFound = (state: ListState): Found | undefined =>
  useQuery<Page, ApiError, Found | null>({
    ...queryOf(state),
    // Not undefined: as a placeholder, that is no data, and the query would never settle.
    select: ({ found }) => found ?? null,
    placeholderData: keepPreviousData,
  }).data ?? undefined;

/** Filter of the state, with the e-mail of the person found. */
export const foundFilter = (state: ListState, found: Found | undefined): TrackingFilter => {
  const filter = filterOf(state);
  return { ...filter, email: filter.email || (onlyPerson(found)?.email ?? '') };
};

interface Page {
  found?: Found | undefined;
  trackingOrders: TrackingOrder[];
  totalItems: number;
  isTotalCapped?: boolean | undefined;
}

/** Without exactly one person, a search lists no orders. */
async function readPage(state: ListState, signal: AbortSignal): Promise<Page> {
  const text = lookupOf(state);
  if (!text) return readOrders(filterOf(state), state, signal);
  const found = await findPeople(text, signal);
  if (!onlyPerson(found)) return { found, trackingOrders: [], totalItems: 0 };
  return { ...(await readOrders(foundFilter(state, found), state, signal)), found };
}

async function readOrders(filter: TrackingFilter, state: ListState, signal: AbortSignal): Promise<Page> {
  const queue = queueOf(state);
  if (decodedEmail(filter.email).length > maxEmailLength) return { trackingOrders: [], totalItems: 0 };
  if (queue === 'chase') return readChase(filter, state, signal);
  if (isDeskQueue(queue)) return readQueue(queue, filter, state, signal);
  const claimed = queue === 'unclaimed' ? await readClaimed(filter, signal) : undefined;
  const page = await trackingClient().page(filter, state.page, state.pageSize, signal, claimed);
  if (page.failure) throw toApiError(page.failure);
  return page;
}

/** Cancels prefetches when the filter changes or the page is left. */
export function useCancelPrefetch(state: ListState): void {
  const client = useQueryClient();
  const shown = JSON.stringify([filterOf(state), lookupOf(state)]);
  useEffect(
    () => () => void client.cancelQueries({ queryKey: ['order-tracking', 'page'], type: 'inactive' }),
    [client, shown],
  );
}

const nobody: [] = [];

/** Filter HANDLED BY: customer services by phone. */
export function useHandledByFilter(inForce: string): Filter {
  const { data = nobody } = useQuery({
    queryKey: ['order-tracking', 'customer-services'],
    queryFn: () => trackingClient().customerServices(),
  });
  return { name: 'handledBy', label: 'HANDLED BY', options: handledByChoices(data, inForce) };
}
