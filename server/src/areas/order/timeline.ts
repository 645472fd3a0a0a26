/** Timeline of an order from all that is stored of it, in a fixed number of queries. */
import type { Reply } from '#contract/kernel/endpoint.ts';
import { maxOrderEvents, type orderTimeline } from '#contract/order/timeline.ts';
import type { Db } from '#platform/database/database.ts';
import { findDeskEvents } from '#shared/desk-events.ts';
import {
  findAccessChanges,
  findEntries,
  findGrants,
  findLinks,
  findOrderChanges,
  findPaperEvents,
  findRefundEvents,
  findRefusals,
  findStoredOrder,
} from './timeline-queries.ts';
import { timelineOf } from './timeline-words.ts';

export async function findTimeline(db: Db, orderId: string): Promise<Reply<typeof orderTimeline>> {
  const order = await findStoredOrder(db, orderId);
  const { items, userId, createdAt: since } = order;
  const idsOf = (type: string) =>
    items.filter(({ productType }) => productType === type).map(({ productId }) => productId);
  const holding = { orderId, userId, since, courses: idsOf('courses'), paths: idsOf('learning paths') };
  const documents = items.flatMap(({ tracked }) => tracked?.documentId ?? []);
  const [own, access, grants, events, refusals, payments, links, papers, refunds] = await Promise.all([
    findOrderChanges(db, orderId),
    findAccessChanges(db, holding),
    findGrants(db, holding),
    findDeskEvents(db, documents, maxOrderEvents),
    findRefusals(db, orderId),
    findEntries(db, orderId),
    findLinks(db, orderId),
    findPaperEvents(db, orderId),
    findRefundEvents(db, orderId),
  ]);
  const changes = [...own, ...access];
  const entries = timelineOf({ order, changes, grants, events, refusals, payments, links, papers, refunds });
  return { entries: entries.slice(0, maxOrderEvents), isCut: entries.length > maxOrderEvents };
}
