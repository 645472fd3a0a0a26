/** Pages of orders, loaded on demand. */
import { page } from '#kit/page.ts';

export const pages = {
  '/order': page(() => import('./order-list-page.tsx'), 'OrderListPage'),
  '/order/new': page(() => import('./new-order/new-order-page.tsx'), 'NewOrderPage'),
  '/order/sales': page(() => import('./sales/sales-page.tsx'), 'SalesPage'),
  '/order/$id': page(() => import('./order-page.tsx'), 'OrderPage'),
  '/why-price': page(() => import('./why-price/why-price-page.tsx'), 'WhyPricePage'),
};
