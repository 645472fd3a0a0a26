/** Types shared by the screens of subscriptions. */
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { getSubscriberProfile, listEventVouchers, listSubscribers } from '#contract/subscription/endpoints.ts';
import type { RowOf } from '#kit/list/source.ts';

/** Row of the list. */
export type Subscriber = RowOf<typeof listSubscribers, 'subscribers'>;

export type Profile = Reply<typeof getSubscriberProfile>;

export type EventVoucher = RowOf<typeof listEventVouchers, 'eventVouchers'>;
