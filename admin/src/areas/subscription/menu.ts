/** The place of subscriptions in the navigation. */
import { IconCalendarRepeat } from '@tabler/icons-react';
import { listSubscribers } from '#contract/subscription.ts';
import type { MenuEntry } from '#kit/menu-entry.ts';

export const menu: readonly MenuEntry[] = [
  {
    group: 'Selling',
    place: 5,
    label: 'Subscriptions',
    to: '/subscription',
    purpose: 'Who has which plan, and their event vouchers',
    icon: IconCalendarRepeat,
    opens: listSubscribers,
  },
];
