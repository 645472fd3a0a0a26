/**
 * Chase order as a list page. The server ranks what the browsers name to it: new documents before the page is read, and
 * those that are no longer open when they are shown, which are left out.
 */
import { listChase, maxTakenIn, takeInOrders } from '#contract/order-tracking/chase.ts';
import { hasDesk, isChased } from '#contract/order-tracking/desk.ts';
import { knownStatus } from '#contract/order/status.ts';
import { call } from '#kit/api/call.ts';
import { trackingClient } from '#admin-shared/order-tracking/session-tracking.ts';
import { keepRowSequence } from '../pinned-rows.ts';
import { toApiError } from '#admin-shared/order-tracking/tracking-failure.ts';
import { type TrackingOrder, toTrackingOrder } from '#admin-shared/order-tracking/tracking-order.ts';
import type { TrackingFilter } from '#admin-shared/order-tracking/filters.ts';
import { deskFilterOf } from './queues.ts';

async function send(orders: readonly TrackingOrder[], readFrom: string | null, signal: AbortSignal): Promise<void> {
  const ids = orders.map(({ id }) => id).filter(hasDesk);
  for (let first = 0; first < ids.length; first += maxTakenIn)
    await call(takeInOrders, { body: { ids: ids.slice(first, first + maxTakenIn), readFrom: null } }, { signal });
  if (readFrom !== null) await call(takeInOrders, { body: { ids: [], readFrom } }, { signal });
}

/** Names the documents since a moment, whatever their status. */
async function takeIn(readFrom: string, signal: AbortSignal): Promise<void> {
  for await (const orders of trackingClient().newerThan(readFrom, signal)) await send(orders, null, signal);
  await send([], readFrom, signal);
}

/** Documents by id; a deleted one is an order without data. */
async function documentsOf(ids: readonly string[]): Promise<TrackingOrder[]> {
  const found = new Map((await trackingClient().byIds(ids)).map((order) => [order.id, order]));
  return ids.map((id) => found.get(id) ?? { ...toTrackingOrder(id, {}), status: '' });
}

const isOpen = (order: TrackingOrder) => isChased(knownStatus(order.status));

/** Times that a page is read again because documents on it are no longer open. */
const maxTurns = 3;

/**
 * Reads a page; closed orders are left out, so it can have fewer rows than `pageSize`. Throws ApiError or the abort
 * reason.
 */
export async function readChase(
  filter: TrackingFilter,
  { page, pageSize }: { page: number; pageSize: number },
  signal: AbortSignal,
) {
  const query = { page, pageSize, ...deskFilterOf(filter) };
  const read = () => call(listChase, { query }, { signal });
  const fromDocuments = async <T>(reading: Promise<T>): Promise<T> => {
    try {
      return await reading;
    } catch (error) {
      throw toApiError(error);
    }
  };
  let reply = await read();
  if (reply.readFrom !== null) {
    await fromDocuments(takeIn(reply.readFrom, signal));
    reply = await read();
  }
  for (let turn = 1; ; turn += 1) {
    const orders = await fromDocuments(documentsOf(reply.orders.map(({ documentId }) => documentId)));
    const closed = orders.filter((order) => !isOpen(order));
    if (closed.length > 0) await send(closed, null, signal);
    if (closed.length === 0 || turn === maxTurns) {
      const chased = new Map(reply.orders.map((one) => [one.documentId, one]));
      const open = orders.filter(isOpen).map((order) => ({ ...order, chase: chased.get(order.id) }));
      return {
        trackingOrders: keepRowSequence(JSON.stringify([query.page, query.pageSize, filter, reply.rule]), open),
        totalItems: reply.totalItems - closed.length,
        isTotalCapped: reply.isTotalCapped,
      };
    }
    reply = await read();
  }
}
