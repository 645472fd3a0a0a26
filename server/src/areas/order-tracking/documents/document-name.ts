/** Full names of documents: `projects/{tenant}/databases/(default)/documents/{collection}/{id}`. */
import { trackingCollections } from '#contract/order-tracking/endpoints.ts';
import { isPlainText } from '#contract/kernel/fields.ts';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { denied, invalid } from './firestore-error.ts';

export type Collection = (typeof trackingCollections)[keyof typeof trackingCollections];

export interface DocumentKey {
  collection: Collection;
  id: string;
}

const longestId = 1500;
const reserved = /^\.\.?$|^__.*__$/s;

export const isKnownCollection = (name: string): name is Collection =>
  (Object.values(trackingCollections) as string[]).includes(name);

export function nameOf(tenant: Tenant, { collection, id }: DocumentKey): string {
  return `${rootOf(tenant)}${collection}/${id}`;
}

/** @throws FirestoreError 400 if it is not the name of a document of this tenant, 403 for another collection. */
export function parseName(tenant: Tenant, name: string): DocumentKey {
  const root = rootOf(tenant);
  if (!name.startsWith(root)) throw invalid('The document is in a different database than the request');
  const [collection = '', id = '', ...deeper] = name.slice(root.length).split('/');
  if (deeper.length > 0 || reserved.test(id)) throw invalid('This is not the name of a document');
  if (id === '' || Buffer.byteLength(id) > longestId || !isPlainText(id))
    throw invalid('A document id has 1 to 1500 bytes of text');
  if (!isKnownCollection(collection)) throw denied('This collection is not open');
  return { collection, id };
}

const rootOf = (tenant: Tenant) => `projects/${tenant}/databases/(default)/documents/`;
