/** Pages of subscriptions and plans, loaded on demand. */
import { page } from '#kit/page.ts';

export const pages = {
  '/subscription': page(() => import('./subscriber-list-page.tsx'), 'SubscriberListPage'),
  '/subscription/plan': page(() => import('./plan-list-page.tsx'), 'PlanListPage'),
  '/subscription/plan/$id': page(() => import('./plan-page.tsx'), 'PlanPage'),
  '/subscription/$id': page(() => import('./subscriber-page.tsx'), 'SubscriberPage'),
};
