/** Navigation, pages and records of products. */
import { IconPackage } from '@tabler/icons-react';
import { products } from '#contract/product/endpoints.ts';
import type { Area } from '#kit/area.ts';
import { page } from '#kit/page.ts';

export const area: Area = {
  menu: [
    {
      group: 'Catalogue',
      place: 1,
      label: 'Products',
      to: '/product',
      icon: IconPackage,
      opens: products.list,
      create: { what: 'product', call: products.create },
    },
  ],
  pages: {
    '/product': page(() => import('./product-list-page.tsx'), 'ProductListPage'),
    '/product/$id': page(() => import('./product-page.tsx'), 'ProductPage'),
  },
  records: { product: ['/product', products.get] },
  found: {
    product: { to: '/product', one: 'Product' },
  },
};
