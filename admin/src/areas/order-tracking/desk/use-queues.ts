/** Queues as tabs of the list, with counts. */
import { useQuery } from '@tanstack/react-query';
import { countDesk } from '#contract/order-tracking/desk.ts';
import { useCall } from '#kit/api/use-call.ts';
import { formatTotal } from '#kit/format/formats.ts';
import type { TabFilter } from '#kit/list/filter-tabs.tsx';
import { noFilter } from '#admin-shared/order-tracking/filters.ts';
import { trackingClient } from '#admin-shared/order-tracking/session-tracking.ts';
import type { Queue } from '../tracking-query.ts';
import { readChase } from './chase-queue.ts';

/** Polling interval of the counts. */
const everyMs = 10_000;
/** Highest counts that the server returns: from a cap on, there may be more. */
const caps: Partial<Record<Queue, number>> = { chase: 5_000, mine: 10_001, overdue: 10_001, contacted: 10_001 };

/** Names of the queues. */
export const queueLabels: Readonly<Record<Queue, string>> = {
  '': 'All',
  chase: 'Chase',
  unpaid: 'Unpaid',
  mine: 'Mine',
  unclaimed: 'Unclaimed',
  overdue: 'Overdue',
  contacted: 'Contacted',
};
const order: readonly Queue[] = ['', 'chase', 'unpaid', 'mine', 'unclaimed', 'overdue', 'contacted'];

/** Queue beside another; past the last one comes the first. */
export const queueAfter = (queue: Queue, step: number): Queue =>
  order.at((order.indexOf(queue) + step) % order.length) ?? queue;

/** Tabs with counts of whole queues, without the list's filters; a failed count has none. */
export function useQueues(): TabFilter {
  const { data: desk } = useCall(countDesk, {}, { everyMs });
  const { data: unpaid } = useQuery({
    queryKey: ['order-tracking', 'unpaid'],
    queryFn: () => trackingClient().count({ ...noFilter, status: 'unpaid' }),
    retry: false,
  });
  // Until a browser has named the documents to the server, its chase order is empty.
  const { isSuccess: isTakenIn } = useQuery({
    queryKey: ['order-tracking', 'take in'],
    queryFn: ({ signal }) => readChase(noFilter, { page: 1, pageSize: 1 }, signal),
    enabled: desk?.chase === 0,
    retry: false,
  });
  const counts: Partial<Record<Queue, number>> = {
    ...desk,
    ...(unpaid !== undefined && { unpaid }),
    ...(unpaid !== undefined && desk && { unclaimed: Math.max(unpaid - desk.claimed, 0) }),
  };
  const labelOf = (queue: Queue) => {
    const count = counts[queue];
    if (count === undefined || (queue === 'chase' && count === 0 && !isTakenIn)) return queueLabels[queue];
    const isCapped = count >= (caps[queue] ?? Infinity);
    return `${queueLabels[queue]} ${formatTotal(isCapped ? Math.floor(count / 1000) * 1000 : count, isCapped)}`;
  };
  return { name: 'queue', label: 'Queue', tabs: order.map((value) => ({ value, label: labelOf(value) })) };
}

/** Empty-state texts of the queues. */
export const emptyQueueTexts: Partial<Record<Queue, string>> = {
  chase: 'Every open order of these days is somebody else’s, or paid.',
  unpaid: 'No order is unpaid.',
  mine: 'You have no open orders. Press c on an order to claim it.',
  unclaimed: 'Every unpaid order is somebody’s.',
  overdue: 'No follow-up is overdue.',
  contacted: 'Nobody with an open order has been written to.',
};
