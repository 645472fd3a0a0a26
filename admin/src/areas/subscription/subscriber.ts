/** What the screens of subscriptions share. */
import type { Reply } from '#contract/kernel.ts';
import type { getSubscriberProfile, listEventVouchers, listSubscribers } from '#contract/subscription.ts';
import type { RowOf } from '#kit/list/source.ts';

/** A row of the list. */
export type Subscriber = RowOf<typeof listSubscribers, 'subscribers'>;

export type Profile = Reply<typeof getSubscriberProfile>;

export type EventVoucher = RowOf<typeof listEventVouchers, 'eventVouchers'>;
