/** Navigation, pages and records of discounts. */
import { IconRosetteDiscount } from '@tabler/icons-react';
import { discounts } from '#contract/discount/endpoints.ts';
import type { Area } from '#kit/area.ts';
import { page } from '#kit/page.ts';

export const area: Area = {
  menu: [
    {
      group: 'Promotions',
      place: 1,
      label: 'Discounts',
      to: '/discount',
      icon: IconRosetteDiscount,
      opens: discounts.list,
      create: { what: 'discount', call: discounts.create },
    },
  ],
  pages: {
    '/discount': page(() => import('./discount-list-page.tsx'), 'DiscountListPage'),
    '/discount/$id': page(() => import('./discount-page.tsx'), 'DiscountPage'),
  },
  records: { discount: ['/discount', discounts.get] },
  found: {
    discount: { to: '/discount', one: 'Discount' },
  },
};
