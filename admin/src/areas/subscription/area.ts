/** Navigation, pages and records of subscriptions. */
import { IconCalendarDollar, IconCalendarRepeat } from '@tabler/icons-react';
import { listSubscribers } from '#contract/subscription/endpoints.ts';
import { plans } from '#contract/subscription/plans.ts';
import type { Area } from '#kit/area.ts';
import { page } from '#kit/page.ts';

export const area: Area = {
  menu: [
    {
      group: 'People',
      place: 2,
      label: 'Subscriptions',
      to: '/subscription',
      icon: IconCalendarRepeat,
      opens: listSubscribers,
    },
    {
      group: 'Catalogue',
      place: 2,
      label: 'Subscription plans',
      to: '/subscription/plan',
      icon: IconCalendarDollar,
      opens: plans.list,
      create: { what: 'subscription plan', call: plans.create },
    },
  ],
  pages: {
    '/subscription': page(() => import('./subscriber-list-page.tsx'), 'SubscriberListPage'),
    '/subscription/plan': page(() => import('./plan-list-page.tsx'), 'PlanListPage'),
    '/subscription/plan/$id': page(() => import('./plan-page.tsx'), 'PlanPage'),
    '/subscription/$id': page(() => import('./subscriber-page.tsx'), 'SubscriberPage'),
  },
  records: { plan: ['/subscription/plan', plans.get] },
  found: {
    subscription: { to: '/subscription', one: 'Subscription' },
    'event-voucher': { to: '/subscription', one: 'Event voucher' },
    plan: { to: '/subscription/plan', one: 'Subscription plan' },
  },
};
