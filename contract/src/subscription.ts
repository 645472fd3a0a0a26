/** Subscriptions (domain.md, Subscriber). */
import { z } from 'zod';
import { idOf } from './fields.ts';

export const subscriptionStatuses = ['active', 'expired', 'cancelled'] as const;

export const userSubscription = z.object({
  id: idOf('subscription'),
  planId: idOf('plan'),
  planName: z.string(),
  /** Days in Jakarta, the first and the last on which it holds. */
  startDate: z.string(),
  endDate: z.string(),
  status: z.enum(subscriptionStatuses),
  orderId: idOf('order').nullable(),
});
