/** Navigation entries of subscriptions and plans. */
import { IconCalendarDollar, IconCalendarRepeat } from '@tabler/icons-react';
import { listSubscribers } from '#contract/subscription/endpoints.ts';
import { plans } from '#contract/subscription/plans.ts';
import type { MenuEntry } from '#kit/menu-entry.ts';

export const menu: readonly MenuEntry[] = [
  {
    group: 'Selling',
    place: 7,
    label: 'Subscriptions',
    to: '/subscription',
    purpose: 'Subscribers and event vouchers',
    icon: IconCalendarRepeat,
    opens: listSubscribers,
  },
  {
    group: 'Selling',
    place: 8,
    label: 'Subscription plans',
    to: '/subscription/plan',
    purpose: 'Plans and their prices',
    icon: IconCalendarDollar,
    opens: plans.list,
    create: { what: 'subscription plan', call: plans.create },
  },
];
