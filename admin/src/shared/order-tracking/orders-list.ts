/**
 * Queries of the tracking list. The list and its counts use the same order, because a document without a timestamp is
 * in neither (order-tracking.md).
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
  type Query,
  type QueryConstraint,
  type QueryDocumentSnapshot,
} from 'firebase/firestore/lite';
import { trackingCollections } from '#contract/order-tracking/endpoints.ts';
import type { CountResult, TimeSortedList } from './dated-list.ts';
import { cutoff, decodedEmail, type TrackingFilter } from './filters.ts';
import { toTrackingOrder } from './tracking-order.ts';

export type Snapshot = QueryDocumentSnapshot;

export const toOrder = (snapshot: Snapshot) => toTrackingOrder(snapshot.id, snapshot.data());

/** Smallest timestamp of Firestore. */
const firstMoment = Date.parse('0001-01-01T00:00:00Z');

/** Timestamp just after a moment, equal to no document's: those are stored to the microsecond. */
const justAfter = (moment: number) =>
  new Timestamp(Math.floor(moment / 1000), (moment - Math.floor(moment / 1000) * 1000) * 1_000_000 + 1);

type OrdersFrom = (from: Timestamp | undefined, ...narrowing: QueryConstraint[]) => Query;

/**
 * Orders that match a filter. "Unpaid" includes documents without status, which Firestore cannot query: all orders are
 * read then, and other statuses are left out. An aborted signal stops further requests.
 */
export function ordersList(
  db: Firestore,
  filter: TrackingFilter,
  now: Date,
  signal?: AbortSignal,
): TimeSortedList<Snapshot> {
  const oldest = filter.since ? new Date(filter.since) : cutoff(filter.date, now);
  const since = oldest && Timestamp.fromDate(oldest);
  const isUnpaid = filter.status === 'unpaid';
  const stored = filter.status ? [where('status', '==', filter.status)] : [];
  const orders: OrdersFrom = (from, ...narrowing) =>
    query(
      collection(db, trackingCollections.orders),
      ...personFilters(filter),
      ...narrowing,
      ...(from ? [where('timestamp', '>=', from)] : []),
      orderBy('timestamp', 'desc'),
    );
  const listed = query(orders(since, ...(isUnpaid ? [] : stored)), orderBy(documentId(), 'desc'));
  const count = isUnpaid ? countUnpaid : countListed;
  return {
    oldest: since?.toMillis() ?? firstMoment,
    sparsity: isUnpaid ? 8 : 1,
    async read(after, max) {
      signal?.throwIfAborted();
      // No document has this timestamp, so the document name beside it has no effect.
      const place = typeof after === 'number' ? [justAfter(after), 'any'] : after && [after];
      const { docs } = await getDocs(query(listed, ...(place ? [startAfter(...place)] : []), limit(max)));
      const rows = isUnpaid ? docs.filter((snapshot) => toOrder(snapshot).status === 'unpaid') : docs;
      return { rows, last: docs.length < max ? undefined : docs.at(-1) };
    },
    async count(newerThan) {
      signal?.throwIfAborted();
      return count(orders, newerThan === undefined ? since : justAfter(newerThan), stored);
    },
    momentOf,
  };
}

type Count = (orders: OrdersFrom, from: Timestamp | undefined, stored: QueryConstraint[]) => Promise<CountResult>;

const countOf = async (orders: Query) => (await getCount(orders)).data().count;

const countListed: Count = async (orders, from, stored) => {
  const rows = await countOf(orders(from, ...stored));
  return { rows, documents: rows };
};

/** Orders stored as unpaid, plus all documents without a text as status. */
const countUnpaid: Count = async (orders, from, stored) => {
  const [documents, unpaid, having] = await Promise.all([
    countOf(orders(from)),
    countOf(orders(from, ...stored)),
    countOf(orders(from, where('status', '>', ''))),
  ]);
  return { rows: unpaid + documents - having, documents };
};

function momentOf(snapshot: Snapshot): number | undefined {
  const timestamp: unknown = snapshot.get('timestamp');
  return timestamp instanceof Timestamp ? timestamp.toMillis() : undefined;
}

function personFilters({ email, customerServicePhone }: TrackingFilter): QueryConstraint[] {
  const address = decodedEmail(email);
  return [
    ...(address ? [where('user_email', '==', address)] : []),
    ...(customerServicePhone ? [where('customer_service_number.phone', '==', customerServicePhone)] : []),
  ];
}
