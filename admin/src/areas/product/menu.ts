/** Navigation entry of products. */
import { IconPackage } from '@tabler/icons-react';
import { products } from '#contract/product/endpoints.ts';
import type { MenuEntry } from '#kit/menu-entry.ts';

export const menu: readonly MenuEntry[] = [
  {
    group: 'Selling',
    place: 6,
    label: 'Products',
    to: '/product',
    purpose: 'E-books, events and merchandise',
    icon: IconPackage,
    opens: products.list,
    create: { what: 'product', call: products.create },
  },
];
