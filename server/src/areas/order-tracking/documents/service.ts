/** The four calls of Firestore's REST protocol that the tracking client makes, served from the own database. */
import { z } from 'zod';
import { orderStatuses, type OrderStatus } from '#contract/order/status.ts';
import { trackingCollections } from '#contract/order-tracking/endpoints.ts';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { transactionAs } from '#platform/transaction.ts';
import type { Db } from '#platform/database/database.ts';
import type { Caller } from '#platform/session/access-token.ts';
import { nameOf, parseName } from './document-name.ts';
import { FirestoreError, denied } from './firestore-error.ts';
import { allowed, readCountRequest, readListRequest } from './list-request.ts';
import { countOrders, findDocuments, listDocuments, writeStatus, type StoredDocument } from './queries.ts';

interface StatusWrite {
  id: string;
  status: OrderStatus;
}

const commitRequest = z.strictObject({ writes: z.array(z.unknown()).length(1, 'One write at a time') });
/** The only write that is accepted: the status of an existing document (order-tracking.md, Who may do what). */
const statusWrite = z.strictObject({
  update: z.strictObject({
    name: z.string(),
    fields: z.strictObject({ status: z.strictObject({ stringValue: z.enum(orderStatuses) }) }),
  }),
  updateMask: z.strictObject({ fieldPaths: z.tuple([z.literal('status')]) }),
  currentDocument: z.strictObject({ exists: z.literal(true) }),
});

/** @throws FirestoreError 400 unless it is a commit of one write, 403 for a write that the client does not send. */
function readStatusWrite(tenant: Tenant, body: unknown): StatusWrite {
  const [write] = allowed(commitRequest, body).writes;
  const parsed = statusWrite.safeParse(write);
  if (!parsed.success)
    throw denied('Only the status of an order that exists may be written, and it must be a known one');
  const { name, fields } = parsed.data.update;
  const { collection, id } = parseName(tenant, name);
  if (collection !== trackingCollections.orders) throw denied('Only orders may be written');
  return { id, status: fields.status.stringValue };
}

interface Call {
  db: Db;
  caller: Caller;
  requestId: string;
  body: unknown;
}

/** Returns JSON text; stored fields are passed through unparsed, as an export reads every document. */
type Rpc = (call: Call) => Promise<string>;

const now = () => new Date().toISOString();

function toWire({ caller }: Call, { collection, id, fields, status, createTime, updateTime }: StoredDocument): string {
  const name = JSON.stringify(nameOf(caller.tenant, { collection, id }));
  return `{"name":${name},"fields":${withStatus(fields, status)},"createTime":"${createTime}","updateTime":"${updateTime}"}`;
}

function withStatus(fields: string, status: string | null): string {
  if (status === null) return fields;
  return fields === '{}' ? `{"status":${status}}` : `{"status":${status},${fields.slice(1)}`;
}

const runQuery: Rpc = async (call) => {
  const documents = await listDocuments(call.db, readListRequest(call.caller.tenant, call.body));
  const readTime = now();
  if (documents.length === 0) return JSON.stringify([{ readTime }]);
  return `[${documents.map((document) => `{"document":${toWire(call, document)},"readTime":"${readTime}"}`).join()}]`;
};

const runAggregationQuery: Rpc = async ({ db, body }) => {
  const { filter, alias } = readCountRequest(body);
  const count = await countOrders(db, filter);
  const aggregateFields = { [alias]: { integerValue: String(count) } };
  return JSON.stringify([{ result: { aggregateFields }, readTime: now() }]);
};

const commit: Rpc = async ({ db, caller, requestId, body }) => {
  const { id, status } = readStatusWrite(caller.tenant, body);
  const updateTime = await transactionAs(caller, db, requestId, (transaction) => writeStatus(transaction, id, status));
  if (updateTime === undefined)
    throw new FirestoreError(
      404,
      `No document to update: ${nameOf(caller.tenant, { collection: 'order_staging', id })}`,
    );
  return JSON.stringify({ writeResults: [{ updateTime }], commitTime: now() });
};

const maxNamed = 500;
const batchGetRequest = z.strictObject({ documents: z.array(z.string()).min(1).max(maxNamed) });

const batchGet: Rpc = async (call) => {
  const { tenant } = call.caller;
  const keys = allowed(batchGetRequest, call.body).documents.map((name) => parseName(tenant, name));
  const byCollection = Map.groupBy(keys, ({ collection }) => collection);
  const documents = await Promise.all(
    [...byCollection].map(([collection, some]) =>
      findDocuments(
        call.db,
        collection,
        some.map(({ id }) => id),
      ),
    ),
  );
  const wired = new Map(documents.flat().map((document) => [nameOf(tenant, document), toWire(call, document)]));
  const readTime = now();
  const answers = [...new Set(keys.map((key) => nameOf(tenant, key)))].map((name) => {
    const document = wired.get(name);
    return document ? `{"found":${document},"readTime":"${readTime}"}` : JSON.stringify({ missing: name, readTime });
  });
  return `[${answers.join()}]`;
};

/** Calls by the name after the colon in `documents:runQuery`. */
export const rpcs: ReadonlyMap<string, Rpc> = new Map(
  Object.entries({ runQuery, runAggregationQuery, commit, batchGet }),
);
