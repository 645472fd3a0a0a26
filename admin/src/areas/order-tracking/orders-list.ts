/**
 * The queries of the tracking list. The list and its counts use the same order, because a document without a timestamp
 * is in neither (order-tracking.md).
 */
import {
  collection,
  documentId,
  getCount,
  getDocs,
  limit,
  orderBy,
  query,
  startAfter,
  Timestamp,
  where,
  type Firestore,
  type QueryConstraint,
  type QueryDocumentSnapshot,
} from 'firebase/firestore/lite';
import { trackingCollections } from '#contract/order-tracking.ts';
import type { DatedList } from './dated-list.ts';
import { cutoff, decodedEmail, type TrackingFilter } from './filters.ts';
import { toTrackingOrder } from './tracking-order.ts';

export type Snapshot = QueryDocumentSnapshot;

export const toOrder = (snapshot: Snapshot) => toTrackingOrder(snapshot.id, snapshot.data());

/** The least that Firestore keeps. */
const firstMoment = Date.parse('0001-01-01T00:00:00Z');

/** A moment that ties with no document's, which are kept to the microsecond. */
const justAfter = (moment: number) =>
  new Timestamp(Math.floor(moment / 1000), (moment - Math.floor(moment / 1000) * 1000) * 1_000_000 + 1);

/**
 * The orders that a filter admits. "Unpaid" is also what has no status, which Firestore cannot ask for: all orders are
 * walked then, and those of another status left out; how many have one tells how many have none.
 */
export function ordersList(db: Firestore, filter: TrackingFilter, now: Date): DatedList<Snapshot> {
  const oldest = cutoff(filter.date, now);
  const since = oldest && Timestamp.fromDate(oldest);
  const isUnpaid = filter.status === 'unpaid';
  const stored = filter.status ? [where('status', '==', filter.status)] : [];
  const orders = (from: Timestamp | undefined, ...narrowing: QueryConstraint[]) =>
    query(
      collection(db, trackingCollections.orders),
      ...personFilters(filter),
      ...narrowing,
      ...(from ? [where('timestamp', '>=', from)] : []),
      orderBy('timestamp', 'desc'),
    );
  const listed = query(orders(since, ...(isUnpaid ? [] : stored)), orderBy(documentId(), 'desc'));
  const counted = async (from: Timestamp | undefined, ...narrowing: QueryConstraint[]) =>
    (await getCount(orders(from, ...narrowing))).data().count;

  return {
    oldest: since?.toMillis() ?? firstMoment,
    sparsity: isUnpaid ? 8 : 1,
    async read(after, most) {
      // No document has such a moment, so that the name beside it decides nothing.
      const place = typeof after === 'number' ? [justAfter(after), 'any'] : after && [after];
      const { docs } = await getDocs(query(listed, ...(place ? [startAfter(...place)] : []), limit(most)));
      const rows = isUnpaid ? docs.filter((snapshot) => toOrder(snapshot).status === 'unpaid') : docs;
      return { rows, last: docs.length < most ? undefined : docs.at(-1) };
    },
    async count(newerThan) {
      const from = newerThan === undefined ? since : justAfter(newerThan);
      if (!isUnpaid) {
        const rows = await counted(from, ...stored);
        return { rows, documents: rows };
      }
      const [documents, unpaid, having] = await Promise.all([
        counted(from),
        counted(from, ...stored),
        counted(from, where('status', '>', '')),
      ]);
      return { rows: unpaid + documents - having, documents };
    },
    momentOf(snapshot) {
      const timestamp: unknown = snapshot.get('timestamp');
      return timestamp instanceof Timestamp ? timestamp.toMillis() : undefined;
    },
  };
}

function personFilters({ email, customerServicePhone }: TrackingFilter): QueryConstraint[] {
  const address = decodedEmail(email);
  return [
    ...(address ? [where('user_email', '==', address)] : []),
    ...(customerServicePhone ? [where('customer_service_number.phone', '==', customerServicePhone)] : []),
  ];
}
