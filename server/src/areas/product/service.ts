/** Rules of products (domain.md, Product). */
import type { products } from '#contract/product/endpoints.ts';
import type { RecordOf } from '#platform/http/serve-record.ts';
import { findProduct, findProducts, wasOrdered } from './queries.ts';

/** Calls of products. Deleting one that was ordered is a 409. */
export const productRecord: RecordOf<typeof products, 'product'> = {
  table: 'product',
  list: findProducts,
  get: findProduct,
  rowOf: (draft) => draft,
  removalConflict: async ({ db, record: { productId, isPublished } }) =>
    (await wasOrdered(db, productId))
      ? `It was ordered; ${isPublished ? 'unpublish it instead' : 'it stays as a draft'}`
      : null,
};
