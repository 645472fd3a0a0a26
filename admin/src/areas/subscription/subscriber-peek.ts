/** Peek configuration of subscribers. */
import { getSubscriberProfile } from '#contract/subscription/endpoints.ts';
import { SubscriptionBadge } from '#admin-shared/subscription/subscription-badges.tsx';
import { peekOf } from '#kit/list/peek.ts';
import type { Subscriber } from './subscriber.ts';

export const subscriberPeek = peekOf(getSubscriberProfile, {
  what: 'subscription',
  to: '/subscription',
  title: ({ user }: Pick<Subscriber, 'user'>) => user.name,
  badge: SubscriptionBadge,
  content: async () => (await import('./subscriber-beside.tsx')).SubscriberBeside,
});
