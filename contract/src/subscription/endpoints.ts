/** Subscribers and their event vouchers (spec §7, §8, §9; domain.md, Subscriber and Event voucher). */
import { z } from 'zod';
import { field } from '../kernel/draft.ts';
import { byIdOf, filter, idOf, listQuery, listReply, name, text, version } from '../kernel/fields.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { fixedSize } from '../kernel/page-size.ts';
import { sorted } from '../kernel/sorts.ts';

export const subscriptionStatuses = ['active', 'expired', 'cancelled'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

export const userSubscription = z.object({
  id: idOf('subscription'),
  planId: idOf('plan'),
  planName: z.string(),
  /** First and last day of validity, in Jakarta. */
  startDate: z.string(),
  endDate: z.string(),
  status: z.enum(subscriptionStatuses),
  orderId: idOf('order').nullable(),
});

export const subscriber = userSubscription.extend({
  user: z.object({ id: idOf('user'), name: z.string(), email: z.string(), phoneNumber: z.string() }),
});

/** Filter by status; `all` and blank apply none. */
const statusFilter = filter(
  z
    .enum([...subscriptionStatuses, 'all'], `A filter is ${subscriptionStatuses.join(', ')} or all`)
    .transform((word) => (word === 'all' ? undefined : word)),
  'Status',
);

const { pageSize: size, ...query } = listQuery(
  { filter: statusFilter, sort: sorted(['alpha', 'alpha-desc', 'latest', 'ending-soon']) },
  fixedSize(10),
).shape;

/**
 * Lists subscribers; the page size parameter is `size` (spec §7). Searches name, e-mail, and phone in any spelling.
 * `latest`: by start, latest first; `ending-soon`: active ones by last day, then the others, latest first.
 */
export const listSubscribers = endpoint({
  area: 'subscription',
  method: 'GET',
  url: '/admin/subscriptions/',
  metered: true,
  roles: ['admin'],
  query: z.object({ ...query, size }),
  reply: listReply('subscribers', subscriber),
  messages: { fail: 'Failed to fetch subscribers' },
});

export const getSubscriberProfile = endpoint({
  area: 'subscription',
  method: 'GET',
  url: '/admin/subscriptions/:id/profile/',
  roles: ['admin'],
  params: byIdOf('subscription'),
  versioned: true,
  reply: subscriber.extend({
    invoiceNumber: z.string().nullable(),
    cancelledAt: z.string().nullable(),
    /** Quota of the plan when the subscription began. */
    eventVoucherQuota: z.int(),
    eventVouchersUsed: z.int(),
    /** Vouchers not issued for an event yet. */
    eventVouchersFree: z.int(),
    /** Reason redeeming is not possible now, with the message that redeeming would answer; null: it is. */
    redeemConflict: z.string().nullable(),
    version,
  }),
  messages: { fail: 'Failed to fetch subscriber user profile' },
});

export const eventVoucherStatuses = ['available', 'redeemed', 'expired'] as const;
export type EventVoucherStatus = (typeof eventVoucherStatuses)[number];

export const eventVoucher = z.object({
  id: idOf('event-voucher'),
  eventName: z.string(),
  code: z.string(),
  quota: z.int(),
  usedCount: z.int(),
  /** Time of the last use. */
  redeemedAt: z.string().nullable(),
  expiredAt: z.string(),
  status: z.enum(eventVoucherStatuses),
});

const eventVouchers = {
  area: 'subscription',
  method: 'GET',
  query: listQuery({}, fixedSize(10)),
  messages: { fail: 'Failed to fetch subscription event vouchers' },
} as const;

/** Lists event vouchers of a subscription, newest first. Searches event and code. */
export const listEventVouchers = endpoint({
  ...eventVouchers,
  url: '/admin/subscriptions/:id/event-vouchers/',
  roles: ['admin'],
  params: byIdOf('subscription'),
  reply: listReply('eventVouchers', eventVoucher),
});

/** Lists event vouchers of all subscriptions of a user, newest first. */
export const listUserEventVouchers = endpoint({
  ...eventVouchers,
  url: '/admin/subscriptions/event-vouchers/user/:id/',
  roles: ['admin', 'customer-service'],
  params: byIdOf('user'),
  reply: listReply(
    'eventVouchers',
    eventVoucher.extend({ subscriptionId: idOf('subscription'), planId: idOf('plan'), planName: z.string() }),
  ),
});

/** Finds names of events that vouchers exist for, at most 20; the searched name itself comes first. */
export const findEventNames = endpoint({
  area: 'subscription',
  method: 'GET',
  url: '/admin/subscriptions/event-names/',
  roles: ['admin'],
  query: z.object({ search: text(150).default('') }),
  reply: z.object({ eventNames: z.array(z.string()) }),
});

/** Event name as it is compared. */
export const plainEventName = (eventName: string): string => eventName.trim().replace(/\s+/g, ' ').toLowerCase();

export const redeemDraft = z.object({
  eventName: field(name(3, 150), { label: 'Event', placeholder: 'Webinar Karier Data' }),
});

/**
 * Uses the subscription's voucher for this event, or issues one from the free quota. 409 if the subscription is not
 * active or no quota is left, or if the caller takes the event for a known one (`isKnownEvent`) and it is new.
 */
export const redeemEventVoucher = endpoint({
  area: 'subscription',
  method: 'POST',
  url: '/admin/subscriptions/:id/event-vouchers/redeem/',
  roles: ['admin'],
  params: byIdOf('subscription'),
  body: redeemDraft.extend({ isKnownEvent: z.boolean().optional() }),
  creates: true,
  reply: eventVoucher,
  messages: { ok: 'Event voucher for {eventName} redeemed', fail: 'Failed to redeem subscription event voucher' },
});
