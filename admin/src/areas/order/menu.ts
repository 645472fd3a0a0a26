/** Navigation entries of orders, prices and sales. */
import { IconCalculator, IconChartBar, IconReceipt } from '@tabler/icons-react';
import { listOrders } from '#contract/order/endpoints.ts';
import { makeOrder } from '#contract/order/new-order.ts';
import { explainPrice } from '#contract/pricing/explanation.ts';
import { readSales } from '#contract/order/sales.ts';
import type { MenuEntry } from '#kit/menu-entry.ts';

export const menu: readonly MenuEntry[] = [
  {
    group: 'Selling',
    place: 1,
    label: 'Orders',
    to: '/order',
    purpose: 'Orders and payments',
    icon: IconReceipt,
    opens: listOrders,
    create: { what: 'order', call: makeOrder, page: '/order/new' },
  },
  {
    group: 'Selling',
    place: 9,
    label: 'Why this price',
    to: '/why-price',
    purpose: 'What somebody would pay on a day, and why',
    icon: IconCalculator,
    opens: explainPrice,
  },
  {
    group: 'Selling',
    place: 10,
    label: 'Sales',
    to: '/order/sales',
    purpose: 'Sales by day, product, promotion and method',
    icon: IconChartBar,
    opens: readSales,
  },
];
