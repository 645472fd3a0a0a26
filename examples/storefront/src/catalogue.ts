/** Copy of the catalogue, kept current by its cursor. */
import type { paths } from './api.d.ts';
import { dataOf, lectern } from './lectern.ts';

type Reply = paths['/api/integration/catalogue']['get']['responses'][200]['content']['application/json'];
export type Product = Reply['items'][number];
export type ProductType = Product['productType'];

const products = new Map<string, Product>();
let cursor: string | undefined;

/** Products for sale; reads what has changed since the last call. */
export async function readCatalogue(): Promise<ReadonlyMap<string, Product>> {
  for (;;) {
    const query = cursor === undefined ? {} : { since: cursor };
    const changes = await dataOf(lectern.GET('/api/integration/catalogue', { params: { query } }));
    cursor = changes.cursor;
    for (const product of changes.items) {
      if (product.withdrawn) products.delete(product.productId);
      else products.set(product.productId, product);
    }
    if (changes.items.length < 1000) return products;
  }
}
