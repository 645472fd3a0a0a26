/** SQL of the order desk: orders, queues, timeline and presence. */
import { sql } from 'kysely';
import type { Role } from '#contract/kernel/endpoint.ts';
import type { DeskOrder, deskQueues } from '#contract/order-tracking/desk.ts';
import { trackingRoles } from '#contract/order-tracking/endpoints.ts';
import type { Db } from '#platform/database/database.ts';
import { cappedCount, pagedList, countCap, pageOf } from '#platform/list.ts';
import type { TrackedOrder } from './tracking-documents.ts';
import type { KnownOrder, NewEvent, WorkedOrder } from './work.ts';

type Queue = (typeof deskQueues)[number];

const holder = sql<DeskOrder['claimedBy']>`(select json_build_object('userId', holder.id, 'name', holder.name)
  from "user" holder where holder.id = desk_order.claimed_by)`;

const columns = [
  'deskOrder.id as documentId',
  'deskOrder.status',
  'claimedAt',
  'followUpAt',
  'contactedAt',
  'contactedCount',
  'lastTemplate',
  'note',
  'deskOrder.version',
] as const;

/** Ids as an operand; there may be none. */
const anyOf = (ids: readonly string[]) => sql<string>`any(${ids})`;

const orders = (db: Db) => db.selectFrom('deskOrder').select([...columns, holder.as('claimedBy')]);

/** Desk orders with these document ids, in any order; unknown ids are left out. */
export const findDeskOrders = (db: Db, ids: string[]): Promise<DeskOrder[]> =>
  orders(db).where('deskOrder.id', '=', anyOf(ids)).execute();

/**
 * Desk order by its document id.
 * @throws if there is none.
 */
export const findDeskOrder = (db: Db, id: string): Promise<DeskOrder> =>
  orders(db).where('deskOrder.id', '=', id).executeTakeFirstOrThrow();

/** Columns stored from an order document. */
const rowOf = ({ status, orderedAt, userEmail, servicePhone }: TrackedOrder) => ({
  status,
  orderedAt,
  userEmail,
  servicePhone,
});

/** Orders with these document ids, as the rules of work need them. */
export const findKnownOrders = (db: Db, ids: string[]): Promise<KnownOrder[]> =>
  orders(db)
    .select(
      sql<string | null>`(select case when kind = 'hand-over' then user_id end from desk_event
        where order_id = desk_order.id order by desk_event.id desc limit 1)`.as('handedOverBy'),
    )
    .where('deskOrder.id', '=', anyOf(ids))
    .execute();

/** Inserts orders from their documents, except those that exist; in the order of their ids. */
export const addDeskOrders = async (db: Db, documents: readonly { id: string; document: TrackedOrder }[]) => {
  if (documents.length === 0) return;
  const sorted = documents.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  await db
    .insertInto('deskOrder')
    .values(
      sorted.map(({ id, document }) => ({
        id,
        ...rowOf(document),
        paidAt: document.status === 'paid' ? sql<string>`now()` : null,
      })),
    )
    .onConflict((on) => on.doNothing())
    .execute();
};

/** Locks orders, in the order of their ids; returns their versions. */
export const lockDeskOrders = (db: Db, ids: string[]) =>
  db
    .selectFrom('deskOrder')
    .where('id', '=', anyOf(ids))
    .select(['id', 'version'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

/**
 * SQL values of the payment: time when the order was first seen as paid, and the price of its course at that time; both
 * null while it is not paid.
 */
const paymentOf = (isPaid: boolean, value: number | null) =>
  isPaid
    ? {
        paidAt: sql<string | null>`case when status is distinct from 'paid' then now() else paid_at end`,
        paidValue: sql<number | null>`case when status is distinct from 'paid' then ${value}::int else paid_value end`,
      }
    : { paidAt: null, paidValue: null };

/** Updates an order from its document where they differ. `value`: price of its course, for a paid order. */
export const updateDeskOrder = (db: Db, id: string, document: TrackedOrder, value: number | null) => {
  const { status, orderedAt, userEmail, servicePhone } = document;
  return db
    .updateTable('deskOrder')
    .set({ ...rowOf(document), ...paymentOf(status === 'paid', value) })
    .where('id', '=', id)
    .where(
      sql<boolean>`(status, ordered_at, user_email, service_phone)
        is distinct from (${status}::text, ${orderedAt}::timestamptz, ${userEmail}::text, ${servicePhone}::text)`,
    )
    .execute();
};

export const addDeskEvents = (db: Db, events: readonly NewEvent[]) =>
  db
    .insertInto('deskEvent')
    .values([...events])
    .execute();

/** Writes orders as work left them, and its events; one statement each. */
export async function storeWork(
  db: Db,
  userId: string,
  worked: readonly { order: WorkedOrder; events: readonly Omit<NewEvent, 'orderId' | 'userId'>[] }[],
): Promise<void> {
  const events = worked.flatMap(({ order, events: all }) =>
    all.map((event) => ({ orderId: order.documentId, userId, ...event })),
  );
  if (events.length === 0) return;
  const rows = worked.map(({ order }) => ({
    id: order.documentId,
    claimed_by: order.claimedBy,
    claimed_at: order.claimedAt,
    follow_up_at: order.followUpAt,
    contacted_at: order.contactedAt,
    contacted_count: order.contactedCount,
    last_template: order.lastTemplate,
    note: order.note,
  }));
  await sql`update desk_order set claimed_by = made.claimed_by, claimed_at = made.claimed_at, follow_up_at = made.follow_up_at,
      contacted_at = made.contacted_at, contacted_count = made.contacted_count, last_template = made.last_template, note = made.note
    from json_to_recordset(${JSON.stringify(rows)}::json) as made (id text, claimed_by uuid, claimed_at timestamptz,
      follow_up_at timestamptz, contacted_at timestamptz, contacted_count int, last_template text, note text)
    where desk_order.id = made.id`.execute(db);
  await addDeskEvents(db, events);
}

/** Latest status in the timeline of an order; undefined if it has none. */
export const findLatestStatus = async (db: Db, orderId: string): Promise<string | null | undefined> =>
  (
    await db
      .selectFrom('deskEvent')
      .where('orderId', '=', orderId)
      .where('kind', '=', 'status')
      .select('status')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.status;

const deskRoles: Role[] = ['superadmin', ...trackingRoles];

/** At most 500 users who may work at the desk, by name. */
export const findDeskPeople = (db: Db) =>
  db
    .selectFrom('user')
    .where('role', 'in', deskRoles)
    .select(['id as userId', 'name'])
    .orderBy('nameKey')
    .orderBy('id')
    .limit(500)
    .execute();

/** Roles and names of users; unknown ones are left out. */
export const findPeople = (db: Db, ids: string[]) =>
  db.selectFrom('user').where('id', '=', anyOf(ids)).select(['id', 'role', 'name']).execute();

/** Filters of a queue; undefined: not filtered. */
export type QueueFilter = { email?: string | undefined; phone?: string | undefined; since?: string | undefined };

const narrowed = (db: Db, { email, phone, since }: QueueFilter) => {
  let open = db.selectFrom('deskOrder');
  if (email !== undefined) open = open.where('userEmail', '=', email);
  if (phone !== undefined) open = open.where('servicePhone', '=', phone);
  return since === undefined ? open : open.where('orderedAt', '>=', since);
};

type Queued = QueueFilter & { queue: Queue; userId: string; now: string };

const isOpen = sql<boolean>`is_open`;

/**
 * Page of a queue of open orders, by next follow-up or, in `contacted`, least recently contacted first.
 */
export const findQueue = pagedList((db, { userId, now, queue, ...narrowing }: Queued, window) => {
  const open = narrowed(db, narrowing).where(isOpen);
  const matching = {
    mine: () => open.where('claimedBy', '=', userId),
    overdue: () => open.where('followUpAt', '<', now),
    contacted: () => open.where('contactedAt', 'is not', null),
  }[queue]();
  const order = queue === 'contacted' ? sql`contacted_at, desk_order.id` : sql`follow_up_at, desk_order.id`;
  const rows = pageOf(matching, db.selectFrom('deskOrder'), order, window).select([...columns, holder.as('claimedBy')]);
  return { rows, total: cappedCount(matching) };
});

/** Unpaid orders that are claimed, at most {@link countCap}. */
export const findClaimed = (db: Db, narrowing: QueueFilter) =>
  narrowed(db, narrowing)
    .where('status', '=', 'unpaid')
    .where('claimedBy', 'is not', null)
    .select(['id as documentId', 'orderedAt'])
    .limit(countCap)
    .execute();

/** Number of orders in each queue, counted up to the lists' cap. */
export async function countQueues(db: Db, userId: string, now: string) {
  const max = sql.lit(countCap + 1);
  const count = (rows: ReturnType<typeof sql>) =>
    sql<number>`(select count(*)::int from (select 1 from desk_order where ${rows} limit ${max}) as counted)`;
  const { rows } = await sql<{ mine: number; overdue: number; contacted: number; claimed: number }>`select
    ${count(sql`is_open and claimed_by = ${userId}`)} as mine,
    ${count(sql`is_open and follow_up_at < ${now}`)} as overdue,
    ${count(sql`is_open and contacted_at is not null`)} as contacted,
    ${count(sql`status = 'unpaid' and claimed_by is not null`)} as claimed`.execute(db);
  return rows[0]!;
}

/** Stores the order that a user is working on, in place of the previous one. */
export const storePresence = (db: Db, userId: string, documentId: string) =>
  db
    .insertInto('deskPresence')
    .values({ userId, documentId })
    .onConflict((on) => on.constraint('desk_presence_pkey').doUpdateSet({ documentId, seenAt: sql`now()` }))
    .execute();

/** Users other than `userId` who reported one of the orders within the last 15 seconds, by name. */
export const findPresent = (db: Db, userId: string, documentIds: string[]) =>
  db
    .selectFrom('deskPresence')
    .innerJoin('user', 'user.id', 'deskPresence.userId')
    .where('documentId', 'in', documentIds)
    .where('userId', '<>', userId)
    .where(sql<boolean>`seen_at > now() - interval '15 seconds'`)
    .select(['documentId', 'userId', 'user.name'])
    .orderBy('user.nameKey')
    .orderBy('userId')
    .execute();
