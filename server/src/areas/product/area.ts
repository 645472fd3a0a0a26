/** Area of products. */
import { products } from '#contract/product/endpoints.ts';
import type { Area } from '#shared/area.ts';
import { productRoutes } from './routes.ts';

export const area: Area = {
  routes: [productRoutes],
  searched: [{ table: 'product', place: 9, kind: 'product', opens: products.list }],
};
