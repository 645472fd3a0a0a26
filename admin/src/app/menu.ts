/** The navigation: each area adds its line when its page exists. A role sees what it may call. */
import {
  IconBook2,
  IconCalendarTime,
  IconHeadset,
  IconReceipt,
  IconRosetteDiscount,
  IconStack2,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import { listCourses } from '#contract/course.ts';
import { discounts } from '#contract/discount.ts';
import { listJobs } from '#contract/jobs.ts';
import { mayCall, type Endpoint } from '#contract/kernel.ts';
import { listOrders } from '#contract/order.ts';
import { getTrackingAccess } from '#contract/order-tracking.ts';
import { listUsers } from '#contract/user.ts';

const groups = ['Learning', 'Selling', 'People', 'System'] as const;

export interface MenuEntry {
  group: (typeof groups)[number];
  label: string;
  /** The page's address; its detail pages are below it. */
  to: string;
  /** What people do there, in a few words, for the start page. */
  purpose: string;
  icon: Icon;
  /** What the page calls first: who may call it may open the page. */
  opens: Pick<Endpoint, 'roles'>;
}

const menu: readonly MenuEntry[] = [
  {
    group: 'Learning',
    label: 'Flexy courses',
    to: '/course/flexy',
    purpose: 'Courses that members follow alone',
    icon: IconBook2,
    opens: listCourses,
  },
  {
    group: 'Learning',
    label: 'Fast-track',
    to: '/course/fast-track',
    purpose: 'Courses that members follow together',
    icon: IconCalendarTime,
    opens: listCourses,
  },
  {
    group: 'Selling',
    label: 'Orders',
    to: '/order',
    purpose: 'What members bought and how they paid',
    icon: IconReceipt,
    opens: listOrders,
  },
  {
    group: 'Selling',
    label: 'Order tracking',
    to: '/order/tracking',
    purpose: 'Course orders that customer service handles',
    icon: IconHeadset,
    opens: getTrackingAccess,
  },
  {
    group: 'Selling',
    label: 'Discounts',
    to: '/discount',
    purpose: 'Lower prices for a time',
    icon: IconRosetteDiscount,
    opens: discounts.list,
  },
  {
    group: 'People',
    label: 'Users',
    to: '/user',
    purpose: 'Profiles, passwords and courses',
    icon: IconUsers,
    opens: listUsers,
  },
  {
    group: 'System',
    label: 'Jobs',
    to: '/jobs',
    purpose: 'Mails and other work behind the pages, and what failed',
    icon: IconStack2,
    opens: listJobs,
  },
];

/** The entries that a role may open, in their groups; empty groups are left out. */
export function menuOf(role: string): { group: string; entries: MenuEntry[] }[] {
  return groups
    .map((group) => ({ group, entries: menu.filter((entry) => entry.group === group && mayCall(entry.opens, role)) }))
    .filter(({ entries }) => entries.length > 0);
}

/** The entry that an address belongs to: the longest one that it begins with. */
export function entryAt(path: string): MenuEntry | undefined {
  return menu
    .filter(({ to }) => path === to || path.startsWith(`${to}/`))
    .toSorted((one, other) => other.to.length - one.to.length)[0];
}
