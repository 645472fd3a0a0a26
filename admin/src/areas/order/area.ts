/** Navigation, pages and records of orders. */
import { IconCalculator, IconChartBar, IconReceipt } from '@tabler/icons-react';
import { getOrder, listOrders } from '#contract/order/endpoints.ts';
import { makeOrder } from '#contract/order/new-order.ts';
import { explainPrice } from '#contract/pricing/explanation.ts';
import { readSales } from '#contract/order/sales.ts';
import type { Area } from '#kit/area.ts';
import { page } from '#kit/page.ts';

export const area: Area = {
  menu: [
    {
      group: 'Orders',
      place: 1,
      label: 'Orders',
      to: '/order',
      icon: IconReceipt,
      opens: listOrders,
      create: { what: 'order', call: makeOrder, page: '/order/new' },
    },
    {
      group: 'Promotions',
      place: 9,
      label: 'Why this price',
      to: '/why-price',
      icon: IconCalculator,
      opens: explainPrice,
    },
    {
      group: 'Orders',
      place: 4,
      label: 'Sales',
      to: '/order/sales',
      icon: IconChartBar,
      opens: readSales,
    },
  ],
  pages: {
    '/order': page(() => import('./order-list-page.tsx'), 'OrderListPage'),
    '/order/new': page(() => import('./new-order/new-order-page.tsx'), 'NewOrderPage'),
    '/order/sales': page(() => import('./sales/sales-page.tsx'), 'SalesPage'),
    '/order/$id/{-$tab}': page(() => import('./order-page.tsx'), 'OrderPage'),
    '/why-price': page(() => import('./why-price/why-price-page.tsx'), 'WhyPricePage'),
  },
  records: { order: ['/order', getOrder] },
  beside: { order: [getOrder, async () => (await import('./order-beside.tsx')).OrderBeside] },
  found: {
    order: { to: '/order', one: 'Order' },
  },
};
