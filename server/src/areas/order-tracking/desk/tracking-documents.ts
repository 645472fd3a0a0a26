/** Tracked orders as their documents are stored: in this database, or in the brand's Firestore project. */
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { isPlainText } from '#contract/kernel/fields.ts';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { type OrderStatus, knownStatus } from '#contract/order/status.ts';
import { trackingCollections } from '#contract/order-tracking/endpoints.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError } from '#platform/errors.ts';
import { type FirestoreFields, readFirestore } from '#platform/firestore.ts';

/** Contents of a document that the desk needs; texts are '' if it has none that can be stored. */
export interface TrackedOrder {
  /** null: a status of another system. */
  status: OrderStatus | null;
  orderedAt: string | null;
  userEmail: string;
  servicePhone: string;
  courseId: string;
}

type Value = Readonly<Record<string, unknown>> | undefined;

/** Text of a typed value; '' for other types, and for texts that the tables of the desk refuse. */
function textOf(value: Value, max: number): string {
  const { stringValue, integerValue, doubleValue, booleanValue } = value ?? {};
  const text = String(stringValue ?? integerValue ?? doubleValue ?? booleanValue ?? '').normalize('NFC');
  return text.length <= max && isPlainText(text) ? text : '';
}

/** Instant of a timestamp of the years 1900 to 8999; null for other values. */
function instantOf(value: Value): string | null {
  const text = String(value?.['timestampValue'] ?? '');
  return /^(19|[2-8]\d)\d\d-/.test(text) ? new Date(text).toISOString() : null;
}

/** A document without a text as status is unpaid (spec §3). */
function trackedOrderOf(fields: FirestoreFields): TrackedOrder {
  const value = (name: string) => fields[name] as Value;
  const service = value('customer_service_number')?.['mapValue'] as { fields?: FirestoreFields } | undefined;
  return {
    status: knownStatus(String(value('status')?.['stringValue'] || 'unpaid')),
    orderedAt: instantOf(value('timestamp')),
    userEmail: textOf(value('user_email'), 300),
    servicePhone: textOf(service?.fields?.['phone'] as Value, 128),
    courseId: textOf(value('course_id'), 200),
  };
}

const mask = ['status', 'timestamp', 'user_email', 'customer_service_number.phone', 'course_id'];

async function readOwn(db: Db, ids: readonly string[]): Promise<Map<string, FirestoreFields>> {
  const { rows } = await sql<{ id: string; fields: FirestoreFields; status: Value | null }>`
    select id, fields, status from tracking_document
    where collection = ${trackingCollections.orders} and id = any(${ids})`.execute(db);
  return new Map(rows.map(({ id, fields, status }) => [id, { ...fields, ...(status && { status }) }]));
}

/** Where a request reads documents. */
export interface Reading {
  /** Outside a transaction: hosted documents are waited for. */
  db: Db;
  tenant: Tenant;
  request: FastifyRequest;
}

/** Stored documents by id; those that do not exist are left out. 503 if the brand's project cannot be read. */
export async function readTrackedOrders(
  { db, tenant, request }: Reading,
  ids: readonly string[],
): Promise<Map<string, TrackedOrder>> {
  if (ids.length === 0) return new Map();
  const project = request.server.deps.config.firebase[tenant];
  const documents = project
    ? await readFirestore(project, trackingCollections.orders, ids, mask).catch((error: Error) => {
        request.log.error({ requestId: request.id, reason: error.message }, 'firestore');
        throw new HttpError(503, 'The orders in Firestore cannot be read at the moment; nothing was changed', {
          retryAfter: 5,
        });
      })
    : await readOwn(db, ids);
  return new Map([...documents].map(([id, fields]) => [id, trackedOrderOf(fields)]));
}
