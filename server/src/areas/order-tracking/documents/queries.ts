/**
 * SQL of the documents. All input is passed as parameters; the connection sets the tenant (row-level security).
 */
import { sql, type RawBuilder } from 'kysely';
import { trackingCollections } from '#contract/order-tracking/endpoints.ts';
import type { OrderStatus } from '#contract/order/status.ts';
import type { Db } from '#platform/database/database.ts';
import type { Collection, DocumentKey } from './document-name.ts';
import type { ListFilter, ListRequest } from './list-request.ts';
import { isAfterMoments, type TypedValue } from './typed-value.ts';

/** Document with its fields as unparsed wire JSON, and its times to the microsecond. */
export interface StoredDocument extends DocumentKey {
  /** All fields except the status, which has its own column. */
  fields: string;
  status: string | null;
  createTime: string;
  updateTime: string;
}

type Condition = RawBuilder<unknown>;

const wireTime = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
const document = sql`collection, id, ${wireTime('create_time')} as create_time, ${wireTime('update_time')} as update_time,
  fields::text as fields, status::text as status`;

const keyOf = (value: TypedValue) => sql`firestore_order_key(${JSON.stringify(value)}::jsonb)`;
const all = (conditions: Condition[]) => sql.join(conditions, sql` and `);

/** Conditions of a filter. Documents without a timestamp have no order key, and are neither listed nor counted. */
function listedOrders({ userEmail, customerServicePhone, status, hasStatus, since }: ListFilter): Condition[] {
  return [
    sql`collection = ${trackingCollections.orders} and order_key is not null`,
    ...(userEmail === undefined ? [] : [sql`user_email = ${userEmail}`]),
    ...(customerServicePhone === undefined ? [] : [sql`customer_service_phone = ${customerServicePhone}`]),
    ...(status === undefined ? [] : [sql`status_text = ${status}`]),
    ...(hasStatus ? [sql`status_text > ''`] : []),
    ...(since === undefined ? [] : [sql`order_key >= ${keyOf({ timestampValue: since })}`]),
  ];
}

/**
 * Start of a list of orders: after the cursor. A lower bound on timestamps excludes strings, like a cursor on the empty
 * string; both become one row comparison, as only one can position an index scan.
 */
function startOfOrders({ filter, after }: ListRequest): Condition[] {
  const afterStrings = { value: { stringValue: '' }, id: '' };
  const start = filter.since !== undefined && (!after?.value || isAfterMoments(after.value)) ? afterStrings : after;
  return start?.value ? [sql`(order_key, id) < (${keyOf(start.value)}, ${start.id})`] : [];
}

/** Up to `limit` documents in Firestore's order. */
export async function listDocuments(db: Db, request: ListRequest & { limit: number }): Promise<StoredDocument[]> {
  const { collection, filter, after, limit } = request;
  const isOrders = collection === trackingCollections.orders;
  const conditions = isOrders
    ? [...listedOrders(filter), ...startOfOrders(request)]
    : [sql`collection = ${collection}`, ...(after ? [sql`id > ${after.id}`] : [])];
  const order = isOrders ? sql`order_key desc, id desc` : sql`id`;
  const { rows } = await sql<StoredDocument>`select ${document} from tracking_document
    where ${all(conditions)} order by ${order} limit ${limit}`.execute(db);
  return rows;
}

/** Number of orders that match the filter. The unfiltered number is maintained (`keep_listed_count`) and needs no scan. */
export async function countOrders(db: Db, filter: ListFilter): Promise<number> {
  const counted =
    Object.keys(filter).length === 0
      ? sql<{ n: number }>`select coalesce(sum(n), 0)::int as n from row_count where table_name = 'tracking_document'`
      : sql<{ n: number }>`select count(*)::int as n from tracking_document
        where ${all([...listedOrders(filter), ...startOfOrders({ collection: trackingCollections.orders, filter })])}`;
  const { rows } = await counted.execute(db);
  return rows[0]?.n ?? 0;
}

/** Stored documents with these ids, in any order; unknown ids are left out. */
export async function findDocuments(db: Db, collection: Collection, ids: string[]): Promise<StoredDocument[]> {
  const { rows } = await sql<StoredDocument>`select ${document} from tracking_document
    where collection = ${collection} and id = any(${ids})`.execute(db);
  return rows;
}

/**
 * Sets a status and returns the document's update time, which does not change if the status is the same; undefined: no
 * such document.
 */
export async function writeStatus(db: Db, id: string, status: OrderStatus): Promise<string | undefined> {
  const value = sql`${JSON.stringify({ stringValue: status })}::jsonb`;
  const { rows } = await sql<{ updateTime: string }>`update tracking_document
    set status = ${value}, update_time = case when status is distinct from ${value} then now() else update_time end
    where collection = ${trackingCollections.orders} and id = ${id}
    returning ${wireTime('update_time')} as update_time`.execute(db);
  return rows[0]?.updateTime;
}
