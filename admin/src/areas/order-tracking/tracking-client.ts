/**
 * The tracking documents, through the Firestore Web SDK's Lite build. This is the only file that imports firebase;
 * load it with the tracking screens alone. Pure rules live beside it: filters.ts, formats.ts, tracking-order.ts,
 * tracking-types.ts.
 *
 *   const tracking = openTracking(() => call(getTrackingAccess), location.origin);
 *   await tracking.customerServices();              // for HANDLED BY; [] on failure
 *   await tracking.page(filter, 3, 10);             // { totalItems, page, pageSize, trackingOrders }
 *   await tracking.setStatus(id, 'paid');           // rejects; error.code is 'not-found' when there is no such
 * document
 *   for await (const part of tracking.everyPage(filter, signal)) …   // the whole filtered set, 500 at a time
 *   await tracking.close();
 *
 * It works in a window, a worker and Node. Nothing is fetched before the first call.
 */
import { deleteApp, initializeApp, type FirebaseApp } from 'firebase/app';
import {
  collection,
  doc,
  documentId,
  getCount,
  getDocs,
  initializeFirestore,
  limit,
  orderBy,
  query,
  setLogLevel,
  startAfter,
  Timestamp,
  updateDoc,
  where,
  type Firestore,
  type Query,
  type QueryDocumentSnapshot,
} from 'firebase/firestore/lite';
import { trackingCollections, trackingPageLimit, type TrackingAccess } from '#contract/order-tracking.ts';
import { cutoff, decodedEmail, type TrackingFilter } from './filters.ts';
import type { DatedList } from './dated-list.ts';
import { PageEndsByList } from './page-ends.ts';
import { readPage } from './page-reader.ts';
import { toCustomerService, toTrackingOrder, type CustomerService } from './tracking-order.ts';
import type { TrackingClient } from './tracking-types.ts';

type Snapshot = QueryDocumentSnapshot;

// The SDK would write whole requests to the console, e-mail addresses too; failures are told by the page.
setLogLevel('silent');

/**
 * Opens the tenant's tracking documents.
 * @param access asks the server where they are and for the right to read them (the contract's `getTrackingAccess`);
 *   called before the first request, and once more whenever the right has run out
 * @param origin of this product's server, as in `location.origin`
 */
export function openTracking(access: () => Promise<TrackingAccess>, origin: string): TrackingClient {
  const connection = new Connection(access, origin);
  const lists = new PageEndsByList<Snapshot>();

  return {
    customerServices: () => numbersOf(connection).catch(() => []),

    async page(filter, page, pageSize) {
      if (!(pageSize > 0)) throw new RangeError('A limit must be positive');
      const ends = lists.of(
        JSON.stringify([decodedEmail(filter.email), filter.customerServicePhone, filter.date, pageSize]),
      );
      try {
        return await connection.run(async (db) => {
          const list = datedList(db, filter, new Date());
          const { totalItems, rows } = await readPage(list, ends, { page, pageSize, limit: trackingPageLimit });
          return { totalItems, page, pageSize, trackingOrders: rows.map(toOrder) };
        });
      } catch (error) {
        return { totalItems: 0, page: 1, pageSize, trackingOrders: [], failure: asError(error) };
      }
    },

    setStatus: (id, status) => connection.run((db) => updateDoc(doc(db, trackingCollections.orders, id), { status })),

    async *everyPage(filter, signal) {
      const now = new Date();
      const counted = await connection.run((db) => getCount(ordersQuery(db, filter, bound(filter, now))));
      const totalItems = counted.data().count;
      for await (const part of pagesOf(connection, (db) => ordersQuery(db, filter, bound(filter, now)), signal)) {
        yield { totalItems, trackingOrders: part.map(toOrder) };
      }
    },

    close: () => connection.close(),
  };
}

const toOrder = (snapshot: Snapshot) => toTrackingOrder(snapshot.id, snapshot.data());
const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

/**
 * The list and its count use the same order, because a document without a timestamp is in neither (order-tracking.md).
 */
function ordersQuery(db: Firestore, filter: TrackingFilter, since: Timestamp | undefined): Query {
  const email = decodedEmail(filter.email);
  return query(
    collection(db, trackingCollections.orders),
    ...(email ? [where('user_email', '==', email)] : []),
    ...(filter.customerServicePhone ? [where('customer_service_number.phone', '==', filter.customerServicePhone)] : []),
    ...(since ? [where('timestamp', '>=', since)] : []),
    orderBy('timestamp', 'desc'),
  );
}

async function numbersOf(connection: Connection): Promise<CustomerService[]> {
  const numbers: CustomerService[] = [];
  for await (const part of pagesOf(connection, (db) => query(collection(db, trackingCollections.customerServices)))) {
    numbers.push(...part.map((snapshot) => toCustomerService(snapshot.data())));
  }
  return numbers;
}

/** What the date filter admits. */
function bound({ date }: TrackingFilter, now: Date): Timestamp | undefined {
  const oldest = cutoff(date, now);
  return oldest && Timestamp.fromDate(oldest);
}

/** The least that Firestore keeps. */
const firstMoment = Date.parse('0001-01-01T00:00:00Z');

/** A moment that ties with no document's, which are kept to the microsecond. */
const justAfter = (moment: number) =>
  new Timestamp(Math.floor(moment / 1000), (moment - Math.floor(moment / 1000) * 1000) * 1_000_000 + 1);

/** The list as pages are read from it. */
function datedList(db: Firestore, filter: TrackingFilter, now: Date): DatedList<Snapshot> {
  const since = bound(filter, now);
  const listed = query(ordersQuery(db, filter, since), orderBy(documentId(), 'desc'));
  return {
    oldest: since?.toMillis() ?? firstMoment,
    sparsity: 1,
    async read(after, most) {
      // No document has such a moment, so that the name beside it decides nothing.
      const place = typeof after === 'number' ? [justAfter(after), 'any'] : after && [after];
      const { docs } = await getDocs(query(listed, ...(place ? [startAfter(...place)] : []), limit(most)));
      return { rows: docs, last: docs.length < most ? undefined : docs.at(-1) };
    },
    async count(newerThan) {
      const counted = await getCount(ordersQuery(db, filter, newerThan === undefined ? since : justAfter(newerThan)));
      const { count } = counted.data();
      return { rows: count, documents: count };
    },
    momentOf(snapshot) {
      const timestamp: unknown = snapshot.get('timestamp');
      return timestamp instanceof Timestamp ? timestamp.toMillis() : undefined;
    },
  };
}

/**
 * Every document of a query, a bounded number in memory at a time. Paging is by document, never by timestamp: many
 * share one.
 */
async function* pagesOf(connection: Connection, of: (db: Firestore) => Query, signal?: AbortSignal) {
  for (let after: Snapshot | undefined; ;) {
    signal?.throwIfAborted();
    const { docs } = await connection.run((db) => getDocs(next(of(db), after, trackingPageLimit)));
    signal?.throwIfAborted();
    if (docs.length > 0) yield docs;
    if (docs.length < trackingPageLimit) return;
    after = docs.at(-1);
  }
}

const next = (base: Query, after: Snapshot | undefined, count: number) =>
  query(base, ...(after ? [startAfter(after)] : []), limit(count));

/** The hosted rules refuse a sign-in of more than an hour ago, with the code of whoever may not. */
const isOver = (code: unknown) => code === 'unauthenticated' || code === 'permission-denied';

/** Names the apps: a random id would need crypto.randomUUID, which plain http has not. */
let connections = 0;

/** One Firebase app, made at first use. */
class Connection {
  private opened: Promise<{ app: FirebaseApp; db: Firestore }> | undefined;
  private readonly access: () => Promise<TrackingAccess>;
  private readonly origin: string;

  constructor(access: () => Promise<TrackingAccess>, origin: string) {
    this.access = access;
    this.origin = origin;
  }

  /** Runs a request; when the access has run out, renews it and tries once more. */
  async run<Result>(request: (db: Firestore) => Promise<Result>): Promise<Result> {
    const { app, db } = await this.open();
    try {
      return await request(db);
    } catch (error) {
      if (!isOver((error as { code?: unknown }).code)) throw error;
      await signIn(app, await this.access());
      return request(db);
    }
  }

  async close(): Promise<void> {
    const opened = this.opened;
    this.opened = undefined;
    if (opened) await deleteApp((await opened).app);
  }

  private open() {
    this.opened ??= this.connect().catch((error: unknown) => {
      this.opened = undefined;
      throw error;
    });
    return this.opened;
  }

  private async connect() {
    const access = await this.access();
    const app = initializeApp({ projectId: access.projectId, apiKey: access.apiKey }, `tracking-${(connections += 1)}`);
    await signIn(app, access);
    return { app, db: initializeFirestore(app, access.mode === 'embedded' ? this.ownHost(access.path) : {}) };
  }

  private ownHost(path: string) {
    const { host, protocol } = new URL(this.origin);
    return { host: `${host}${path}`, ssl: protocol === 'https:' };
  }
}

/**
 * Hosted documents ask for a Firebase sign-in, kept in memory alone; embedded ones for the cookie that the browser
 * sends.
 */
async function signIn(app: FirebaseApp, access: TrackingAccess): Promise<void> {
  if (access.mode === 'embedded') return;
  const { initializeAuth, inMemoryPersistence, signInWithCustomToken } = await import('firebase/auth');
  await signInWithCustomToken(initializeAuth(app, { persistence: inMemoryPersistence }), access.token);
}
