/**
 * The tracking documents, through the Firestore Web SDK's Lite build; load it only with the tracking screens. Pure
 * rules live beside it: filters.ts, formats.ts, tracking-order.ts, tracking-types.ts, page-reader.ts.
 *
 *   const tracking = openTracking(() => call(getTrackingAccess), location.origin);
 *   await tracking.customerServices();              // for HANDLED BY; [] on failure
 *   await tracking.page(filter, 3, 10, signal);     // { totalItems, page, pageSize, trackingOrders }
 *   await tracking.setStatus(id, 'paid');           // rejects; error.code is 'not-found' when there is no such
 * document
 *   for await (const part of tracking.exportPages(filter, signal)) …   // the whole filtered set, a part at a time
 *   await tracking.close();
 *
 * It works in a window, a worker and Node. Nothing is fetched before the first call.
 */
import {
  collection,
  doc,
  getDoc,
  getDocs,
  limit,
  query,
  startAfter,
  updateDoc,
  type Firestore,
} from 'firebase/firestore/lite';
import { trackingCollections, trackingPageLimit, type TrackingAccess } from '#contract/order-tracking/endpoints.ts';
import { Connection } from './connection.ts';
import type { ReadResult } from './dated-list.ts';
import { decodedEmail, noFilter } from './filters.ts';
import { ordersList, toOrder, type Snapshot } from './orders-list.ts';
import { PageCursorCache } from './page-cursors.ts';
import { readPage } from './page-reader.ts';
import { toCustomerService, toTrackingOrder, type CustomerService, type TrackingOrder } from './tracking-order.ts';
import type { TrackingClient } from './tracking-types.ts';
import { excludeClaimed } from './unclaimed-list.ts';

/** Documents read to reach a page; for more, counts are cheaper. */
const walkedToPage = 500;
/** Documents of a person that are read. */
const mostOfPerson = 100;

/**
 * Opens the tenant's tracking documents.
 * @param access asks the server where they are and for the right to read them (the contract's `getTrackingAccess`);
 *   called before the first request, and once more whenever the right has run out
 * @param origin of this product's server, as in `location.origin`
 */
export function openTracking(access: () => Promise<TrackingAccess>, origin: string): TrackingClient {
  const connection = new Connection(access, origin);
  const lists = new PageCursorCache<Snapshot>();

  return {
    customerServices: () => numbersOf(connection).catch(() => []),

    async page(filter, page, pageSize, signal, claimed) {
      if (!(pageSize > 0)) throw new RangeError('A limit must be positive');
      const ends = lists.of(
        JSON.stringify({ ...filter, email: decodedEmail(filter.email), pageSize, isUnclaimed: !!claimed }),
      );
      try {
        return await connection.run(async (db) => {
          const all = ordersList(db, filter, new Date(), signal);
          const list = claimed ? excludeClaimed(all, claimed) : all;
          const request = { page, pageSize, limit: walkedToPage, max: trackingPageLimit };
          const { totalItems, rows } = await readPage(list, ends, request);
          return { totalItems, page, pageSize, trackingOrders: rows.map(toOrder) };
        });
      } catch (error) {
        signal?.throwIfAborted();
        return { totalItems: 0, page: 1, pageSize, trackingOrders: [], failure: asError(error) };
      }
    },

    count: async (filter) => (await connection.run((db) => ordersList(db, filter, new Date()).count())).rows,

    byIds: (ids) => connection.run((db) => someOf(db, ids)),

    ofPerson: (email) => connection.run((db) => ordersOf(db, email)),

    setStatus: (id, status) => connection.run((db) => updateDoc(doc(db, trackingCollections.orders, id), { status })),

    async *exportPages(filter, signal) {
      const now = new Date();
      const { rows: totalItems } = await connection.run((db) => ordersList(db, filter, now).count());
      const read = (db: Firestore, after: Snapshot | undefined) =>
        ordersList(db, filter, now).read(after, trackingPageLimit);
      for await (const rows of everyRow(connection, read, signal)) {
        yield { totalItems, trackingOrders: rows.map(toOrder) };
      }
    },

    newerThan: (from, signal) => ordersSince(connection, from, signal),

    close: () => connection.close(),
  };
}

async function* ordersSince(connection: Connection, from: string, signal?: AbortSignal) {
  const now = new Date();
  const read = (db: Firestore, after: Snapshot | undefined) =>
    ordersList(db, { ...noFilter, since: from }, now).read(after, trackingPageLimit);
  for await (const rows of everyRow(connection, read, signal)) yield rows.map(toOrder);
}

async function ordersOf(db: Firestore, email: string): Promise<TrackingOrder[]> {
  const list = ordersList(db, { ...noFilter, email: encodeURIComponent(email) }, new Date());
  return (await list.read(undefined, mostOfPerson)).rows.map(toOrder);
}

async function someOf(db: Firestore, ids: readonly string[]): Promise<TrackingOrder[]> {
  const snapshots = await Promise.all(ids.map((id) => getDoc(doc(db, trackingCollections.orders, id))));
  return snapshots.flatMap((one) => (one.exists() ? [toTrackingOrder(one.id, one.data())] : []));
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

async function numbersOf(connection: Connection): Promise<CustomerService[]> {
  const numbers: CustomerService[] = [];
  const read = async (db: Firestore, after: Snapshot | undefined) => {
    const all = query(collection(db, trackingCollections.customerServices), limit(trackingPageLimit));
    const { docs } = await getDocs(after ? query(all, startAfter(after)) : all);
    return { rows: docs, last: docs.length < trackingPageLimit ? undefined : docs.at(-1) };
  };
  for await (const rows of everyRow(connection, read)) {
    numbers.push(...rows.map((snapshot) => toCustomerService(snapshot.data())));
  }
  return numbers;
}

/**
 * Reads every document of a query with bounded memory: the next request runs while the current documents are processed.
 * Pages by document, never by timestamp, which documents share.
 */
async function* everyRow(
  connection: Connection,
  read: (db: Firestore, after: Snapshot | undefined) => Promise<ReadResult<Snapshot>>,
  signal?: AbortSignal,
) {
  const ask = (after: Snapshot | undefined) => {
    signal?.throwIfAborted();
    const answer = connection.run((db) => read(db, after));
    // Handle the rejection in case the consumer stops; a consumer that continues awaits `answer`.
    answer.catch(() => undefined);
    return answer;
  };
  for (let pending: Promise<ReadResult<Snapshot>> | undefined = ask(undefined); pending;) {
    const { rows, last }: ReadResult<Snapshot> = await pending;
    signal?.throwIfAborted();
    pending = last && ask(last);
    if (rows.length > 0) yield rows;
  }
}
