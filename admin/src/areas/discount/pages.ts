/** Pages of discounts, loaded on demand. */
import { page } from '#kit/page.ts';

export const pages = {
  '/discount': page(() => import('./discount-list-page.tsx'), 'DiscountListPage'),
  '/discount/$id': page(() => import('./discount-page.tsx'), 'DiscountPage'),
};
