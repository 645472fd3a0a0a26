/** The pages of orders, each loaded when it is opened. */
import { lazyRouteComponent as page } from '@tanstack/react-router';

export const pages = {
  '/order': page(() => import('./order-list-page.tsx'), 'OrderListPage'),
  '/order/$id': page(() => import('./order-page.tsx'), 'OrderPage'),
};
