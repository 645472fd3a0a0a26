/** Pages of products, loaded on demand. */
import { page } from '#kit/page.ts';

export const pages = {
  '/product': page(() => import('./product-list-page.tsx'), 'ProductListPage'),
  '/product/$id': page(() => import('./product-page.tsx'), 'ProductPage'),
};
