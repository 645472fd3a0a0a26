/** Raw requests of Firestore's REST protocol, within the whitelist, and ways to make them invalid. */
import type { TrackingWorld } from './tracking-world.ts';

const root = 'projects/coding/databases/(default)/documents';
export const nameOf = (id: string, collection = 'order_staging') => `${root}/${collection}/${id}`;

export interface Answer {
  status: number;
  body: unknown;
}

/** Sends a request to the documents of the tenant coding; a `body` that is a string is sent as it is. */
export async function post(
  { origin, access }: TrackingWorld,
  rpc: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const path = access.mode === 'embedded' ? access.path : '';
  const answer = await fetch(`${origin}${path}/v1/${root}:${rpc}?key=any`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}

const newestFirst = { field: { fieldPath: 'timestamp' }, direction: 'DESCENDING' };
const byName = (direction: string) => ({ field: { fieldPath: '__name__' }, direction });

export const orders = { from: [{ collectionId: 'order_staging' }], orderBy: [newestFirst, byName('DESCENDING')] };
export const numbers = { from: [{ collectionId: 'customer_service_number' }], orderBy: [byName('ASCENDING')] };

export const list = (query: object = {}) => ({ structuredQuery: { ...orders, limit: 10, ...query } });
export const count = (query: object = {}) => ({
  structuredAggregationQuery: {
    aggregations: [{ alias: 'aggregate_0', count: {} }],
    structuredQuery: { ...orders, orderBy: [newestFirst], ...query },
  },
});
export const setStatus = (id: string, status: string, spoiled: object = {}) => ({
  writes: [
    {
      update: { name: nameOf(id), fields: { status: { stringValue: status } } },
      updateMask: { fieldPaths: ['status'] },
      currentDocument: { exists: true },
      ...spoiled,
    },
  ],
});

export const filters = {
  userEmail: (stringValue: string) => ({
    fieldFilter: { field: { fieldPath: 'user_email' }, op: 'EQUAL', value: { stringValue } },
  }),
  phone: (stringValue: string) => ({
    fieldFilter: { field: { fieldPath: 'customer_service_number.phone' }, op: 'EQUAL', value: { stringValue } },
  }),
  status: (stringValue: string) => ({
    fieldFilter: { field: { fieldPath: 'status' }, op: 'EQUAL', value: { stringValue } },
  }),
  hasStatus: () => ({
    fieldFilter: { field: { fieldPath: 'status' }, op: 'GREATER_THAN', value: { stringValue: '' } },
  }),
  since: (timestampValue: string) => ({
    fieldFilter: { field: { fieldPath: 'timestamp' }, op: 'GREATER_THAN_OR_EQUAL', value: { timestampValue } },
  }),
};
export const where = (...chosen: object[]) =>
  chosen.length === 0
    ? {}
    : { where: chosen.length === 1 ? chosen[0] : { compositeFilter: { op: 'AND', filters: chosen } } };
export const startAfter = (value: object, id: string) => ({
  startAt: { before: false, values: [value, { referenceValue: nameOf(id) }] },
});
