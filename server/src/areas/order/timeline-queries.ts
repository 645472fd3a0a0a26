/** SQL of an order's timeline: what is stored of it, and its changes in the trail. */
import { sql } from 'kysely';
import { recordKinds } from '#contract/kernel/record-kinds.ts';
import type { OrderStatus } from '#contract/order/status.ts';
import type { Db } from '#platform/database/database.ts';
import { notFound } from '#platform/errors.ts';
import { today } from '#shared/subscription-status.ts';
import { type DetailedItem, detailedItems } from './order-record.ts';

/** Stored moments and amounts of an order. */
export interface StoredOrder {
  userId: string;
  userName: string;
  status: OrderStatus;
  isOurs: boolean;
  totalAmount: number;
  voucherCode: string | null;
  voucherAmount: number;
  paymentMethod: string;
  paymentProvider: string;
  createdAt: string;
  paidAt: string | null;
  expiredAt: string | null;
  refundedAt: string | null;
  updatedAt: string;
  voucherReleasedAt: string | null;
  items: DetailedItem[];
}

export const findStoredOrder = (db: Db, id: string): Promise<StoredOrder> =>
  db
    .selectFrom('order')
    .leftJoin('voucherRedemption as used', 'used.orderId', 'order.id')
    .select(['order.userId', 'userName', 'status', 'isOurs', 'totalAmount', 'voucherCode', 'voucherAmount'])
    .select(['paymentMethod', 'paymentProvider', 'createdAt', 'paidAt', 'expiredAt', 'refundedAt', 'updatedAt'])
    .select(['used.releasedAt as voucherReleasedAt', detailedItems.as('items')])
    .where('order.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('order'));

/** Change of a row in the trail. Those of one transaction have the same `at`, in microseconds. */
export interface Change {
  at: string;
  actorId: string | null;
  actorName: string;
  table: string;
  recordId: string;
  action: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** Plan of a changed subscription. */
  planId?: string | null;
}

/** Upper limits of the changes that are read, the latest of the order and the first of the member since it was made. */
const maxChanges = 300;
const maxMemberLines = 1000;

const change = sql`to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, entry.actor_id, entry.actor_name,
  entry.table_name as "table", entry.record_id, entry.action, entry.before, entry.after`;

/** Changes of the order, its items and its use of a voucher, latest first. */
export async function findOrderChanges(db: Db, id: string): Promise<Change[]> {
  const { rows } = await sql<Change>`select ${change} from audit_record filed cross join lateral (
      select * from audit where (audit.id = filed.line or audit.part_of = filed.line) and belongs_to @> array[${`order:${id}`}]) entry
    where filed.table_name = 'order' and filed.record_id = ${id}
    order by filed.line desc, entry.id desc limit ${maxChanges}`.execute(db);
  return rows;
}

/** Smallest id of an entry of the trail from this moment on (migrations/0002_audit.sql). */
function firstIdOf(moment: string): string {
  const ms = Date.parse(moment).toString(16).padStart(12, '0');
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-000000000000`;
}

interface Holding {
  orderId: string;
  userId: string;
  /** Moment from which changes matter. */
  since: string;
  /** Products by the table of their links with users. */
  courses: readonly string[];
  paths: readonly string[];
}

/** Assignments of the member to the products, and subscriptions of the order: given and ended, latest first. */
export async function findAccessChanges(
  db: Db,
  { orderId, userId, since, courses, paths }: Holding,
): Promise<Change[]> {
  const keys = [...courses, ...paths].map((productId) => `${productId}/${userId}`);
  const { rows } = await sql<Change>`with theirs as (
      select line from audit_record where table_name = 'user' and record_id = ${userId} and line >= ${firstIdOf(since)}::uuid
      order by line limit ${maxMemberLines}),
    filed as (
      select line from theirs where exists (select from audit_record product where product.line = theirs.line and (
        product.table_name = 'course' and product.record_id = any(${courses}::text[])
        or product.table_name = ${recordKinds['learning-path'].table} and product.record_id = any(${paths}::text[])))
      union select line from audit_record where table_name = 'subscription'
        and record_id in (select id::text from subscription where order_id = ${orderId}))
    select ${change}, (select plan_id from subscription where order_id = ${orderId} and id::text = entry.record_id) as plan_id
    from filed cross join lateral (
      select * from audit where (audit.id = filed.line or audit.part_of = filed.line)
        and (table_name in ('course_user', 'learning_path_user') and record_id = any(${keys}::text[])
          or table_name = 'subscription' and record_id in (select id::text from subscription where order_id = ${orderId}))) entry
    order by entry.id desc limit ${maxChanges}`.execute(db);
  return rows;
}

/** Grant of a product that the member has now, with the moment from which on. */
export interface Grant {
  productId: string;
  at: string;
}

export async function findGrants(db: Db, { orderId, userId, courses, paths }: Holding): Promise<Grant[]> {
  const { rows } = await sql<Grant>`
    select course_id as product_id, assigned_at as at from course_user where user_id = ${userId} and course_id = any(${courses}::uuid[])
    union all select path_id, assigned_at from learning_path_user where user_id = ${userId} and path_id = any(${paths}::uuid[])
    union all select plan_id, greatest(start_date::timestamp at time zone 'Asia/Jakarta', coalesce(paid_at, created_at))
      from subscription join "order" placed on placed.id = order_id
      where order_id = ${orderId} and cancelled_at is null and start_date <= ${today}`.execute(db);
  return rows;
}

export type Refusal = Awaited<ReturnType<typeof findRefusals>>[number];

/** Payments that were reported and had no effect, latest first. */
export const findRefusals = (db: Db, orderId: string) =>
  db
    .selectFrom('paymentNotice')
    .select(['at', 'provider', 'reference', 'amount', 'refusal'])
    .where('orderId', '=', orderId)
    .where('refusal', 'is not', null)
    .orderBy('at', 'desc')
    .limit(maxChanges)
    .execute();

export type Entry = Awaited<ReturnType<typeof findEntries>>[number];

/** Entries of the ledger, latest first. */
export const findEntries = (db: Db, orderId: string) =>
  db
    .selectFrom('payment')
    .leftJoin('user', 'user.id', 'payment.byId')
    .select(['kind', 'provider', 'method', 'reference', 'amount', 'at', 'note', 'byId', 'user.name as byName'])
    .where('orderId', '=', orderId)
    .orderBy('at', 'desc')
    .orderBy('payment.id', 'desc')
    .limit(maxChanges)
    .execute();

export type MadeLink = Awaited<ReturnType<typeof findLinks>>[number];

/** Payment links that were made, latest first. */
export const findLinks = (db: Db, orderId: string) =>
  db
    .selectFrom('paymentLink')
    .leftJoin('user', 'user.id', 'createdBy')
    .select(['paymentLink.createdAt as at', 'gateway', 'user.id as userId', 'user.name'])
    .where('orderId', '=', orderId)
    .orderBy('attempt', 'desc')
    .limit(maxChanges)
    .execute();

export type RefundEvent = Awaited<ReturnType<typeof findRefundEvents>>[number];

/** Refunds with who asked for and decided about them, first ones first. */
export const findRefundEvents = (db: Db, orderId: string) =>
  db
    .selectFrom('refund')
    .leftJoin('user as asker', 'asker.id', 'askedBy')
    .leftJoin('user as decider', 'decider.id', 'decidedBy')
    .select(['refund.amount', 'refund.reason', 'refund.state', 'refund.gateway', 'refund.failure', 'refund.askedAt'])
    .select(['refund.decidedAt', 'refund.updatedAt', 'asker.id as askerId', 'asker.name as askerName'])
    .select(['decider.id as deciderId', 'decider.name as deciderName'])
    .where('refund.orderId', '=', orderId)
    .orderBy('refund.id')
    .limit(maxChanges)
    .execute();

export interface PaperEvent {
  at: string;
  number: string;
  /** Address to which it was sent; null: it was issued. */
  email: string | null;
  /** Null: by itself. */
  by: { userId: string; name: string } | null;
}

const staff = (id: string) =>
  sql`(select json_build_object('userId', id, 'name', name) from "user" where id = ${sql.ref(id)})`;

/** Papers that were issued and sent, earliest first. */
export async function findPaperEvents(db: Db, orderId: string): Promise<PaperEvent[]> {
  const { rows } = await sql<PaperEvent>`select * from (
      select issued_at as at, number, null as email, ${staff('paper.issued_by')} as by from paper where order_id = ${orderId}
      union all select asked_at, number, email, ${staff('mail.asked_by')} from paper join paper_mail mail on mail.paper_id = paper.id
        where order_id = ${orderId}) events
    order by at, email nulls first limit ${maxChanges}`.execute(db);
  return rows;
}
