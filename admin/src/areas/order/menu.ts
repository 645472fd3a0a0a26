/** The place of orders in the navigation. */
import { IconReceipt } from '@tabler/icons-react';
import { listOrders } from '#contract/order.ts';
import { makeOrder } from '#contract/order-making.ts';
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
];
