/** Data source of the tracking page: pages of orders, and customer services. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Filter } from '#kit/list/list-page.tsx';
import type { ListState } from '#kit/list/list-state.ts';
import { querySource } from '#kit/list/source.ts';
import { readChase } from './desk/chase-queue.ts';
import { isDeskQueue, readClaimed, readQueue } from './desk/queues.ts';
import { decodedEmail, maxEmailLength, type TrackingFilter } from '#admin-shared/order-tracking/filters.ts';
import { trackingClient } from '#admin-shared/order-tracking/session-tracking.ts';
import { usePinnedRows } from './pinned-rows.ts';
import { toApiError } from '#admin-shared/order-tracking/tracking-failure.ts';
import type { TrackingOrder } from '#admin-shared/order-tracking/tracking-order.ts';
import { filterOf, handledByChoices, queueOf, trackingQuery } from './tracking-query.ts';

const readSource = querySource(
  trackingQuery,
  (state) => ({
    queryKey: ['order-tracking', 'page', queueOf(state), filterOf(state), state.page, state.pageSize],
    queryFn: ({ signal }) => readPage(state, signal),
  }),
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

interface Page {
  trackingOrders: TrackingOrder[];
  totalItems: number;
  isTotalCapped?: boolean | undefined;
}

async function readPage(state: ListState, signal: AbortSignal): Promise<Page> {
  const filter = filterOf(state);
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
export function useCancelPrefetch(filter: TrackingFilter): void {
  const client = useQueryClient();
  const shown = JSON.stringify(filter);
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
