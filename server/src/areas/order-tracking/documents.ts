/**
 * The four calls of Firestore's REST protocol that the tracking client makes, answered from this product's own
 * database.
 */
import { transactionAs } from '#platform/change.ts';
import type { Db } from '#platform/database/database.ts';
import type { Caller } from '#platform/session/access-token.ts';
import { trackingPageLimit } from '#contract/order-tracking.ts';
import { z } from 'zod';
import { nameOf, parseName } from './document-name.ts';
import { FirestoreError } from './firestore-error.ts';
import { allowed, readCountRequest, readListRequest } from './list-request.ts';
import { countOrders, findDocuments, listDocuments, writeStatus, type StoredDocument } from './queries.ts';
import { readStatusWrite } from './status-write.ts';

interface Call {
  db: Db;
  caller: Caller;
  requestId: string;
  body: unknown;
}

type Rpc = (call: Call) => Promise<unknown>;

const now = () => new Date().toISOString();

function toWire({ caller }: Call, { collection, id, fields, createTime, updateTime }: StoredDocument) {
  return { name: nameOf(caller.tenant, { collection, id }), fields, createTime, updateTime };
}

const runQuery: Rpc = async (call) => {
  const documents = await listDocuments(call.db, readListRequest(call.caller.tenant, call.body));
  const readTime = now();
  if (documents.length === 0) return [{ readTime }];
  return documents.map((document) => ({ document: toWire(call, document), readTime }));
};

const runAggregationQuery: Rpc = async ({ db, body }) => {
  const { filter, alias } = readCountRequest(body);
  const count = await countOrders(db, filter);
  return [{ result: { aggregateFields: { [alias]: { integerValue: String(count) } } }, readTime: now() }];
};

const commit: Rpc = async ({ db, caller, requestId, body }) => {
  const { id, status } = readStatusWrite(caller.tenant, body);
  const updateTime = await transactionAs(caller, db, requestId, (transaction) => writeStatus(transaction, id, status));
  if (updateTime === undefined)
    throw new FirestoreError(
      404,
      `No document to update: ${nameOf(caller.tenant, { collection: 'order_staging', id })}`,
    );
  return { writeResults: [{ updateTime }], commitTime: now() };
};

const batchGetRequest = z.strictObject({ documents: z.array(z.string()).min(1).max(trackingPageLimit) });

const batchGet: Rpc = async (call) => {
  const { tenant } = call.caller;
  const keys = allowed(batchGetRequest, call.body).documents.map((name) => parseName(tenant, name));
  const byCollection = Map.groupBy(keys, ({ collection }) => collection);
  const found = await Promise.all(
    [...byCollection].map(([collection, some]) =>
      findDocuments(
        call.db,
        collection,
        some.map(({ id }) => id),
      ),
    ),
  );
  const wired = new Map(found.flat().map((document) => [nameOf(tenant, document), toWire(call, document)]));
  const readTime = now();
  return [...new Set(keys.map((key) => nameOf(tenant, key)))].map((name) => {
    const document = wired.get(name);
    return document ? { found: document, readTime } : { missing: name, readTime };
  });
};

/** By the word after the colon in `documents:runQuery`. */
export const rpcs: ReadonlyMap<string, Rpc> = new Map(
  Object.entries({ runQuery, runAggregationQuery, commit, batchGet }),
);
