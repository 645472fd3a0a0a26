/** The pages of subscriptions, each loaded when it is opened. */
import { page } from '#kit/page.ts';

export const pages = {
  '/subscription': page(() => import('./subscriber-list-page.tsx'), 'SubscriberListPage'),
  '/subscription/$id': page(() => import('./subscriber-page.tsx'), 'SubscriberPage'),
};
