/** Desk queues: orders of one queue, read from the desk and the documents in the form of a list page. */
import { deskQueues, listClaimed, listDesk } from '#contract/order-tracking/desk.ts';
import { call } from '#kit/api/call.ts';
import { cutoff, decodedEmail, type TrackingFilter } from '#admin-shared/order-tracking/filters.ts';
import { trackingClient } from '#admin-shared/order-tracking/session-tracking.ts';
import { toApiError } from '#admin-shared/order-tracking/tracking-failure.ts';
import { toTrackingOrder } from '#admin-shared/order-tracking/tracking-order.ts';
import type { Queue } from '../tracking-query.ts';

type DeskQueue = (typeof deskQueues)[number];

export const isDeskQueue = (queue: Queue): queue is DeskQueue => (deskQueues as readonly string[]).includes(queue);

/** Filters of the list as parameters of the desk. */
export const deskFilterOf = ({ email, customerServicePhone: handledBy, date }: TrackingFilter) => ({
  email: decodedEmail(email),
  handledBy,
  since: cutoff(date, new Date())?.toISOString(),
});

export const readClaimed = async (filter: TrackingFilter, signal: AbortSignal) =>
  (await call(listClaimed, { query: deskFilterOf(filter) }, { signal })).claimed;

/** Orders in queue order. A deleted document becomes a row with its id only. */
export async function readQueue(
  queue: DeskQueue,
  filter: TrackingFilter,
  { page, pageSize }: { page: number; pageSize: number },
  signal: AbortSignal,
) {
  const query = { queue, page, pageSize, ...deskFilterOf(filter) };
  const { orders, totalItems, isTotalCapped } = await call(listDesk, { query }, { signal });
  const ids = orders.map(({ documentId }) => documentId);
  const documents = await trackingClient()
    .byIds(ids)
    .catch((error: unknown) => {
      throw toApiError(error);
    });
  const byId = new Map(documents.map((order) => [order.id, order]));
  return { trackingOrders: ids.map((id) => byId.get(id) ?? toTrackingOrder(id, {})), totalItems, isTotalCapped };
}
