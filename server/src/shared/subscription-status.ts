/** Status of subscriptions in SQL, as a condition and as a value. */
import { type RawBuilder, sql } from 'kysely';
import type { SubscriptionStatus } from '#contract/subscription/endpoints.ts';

/** Today in Jakarta. */
export const today = sql<string>`(now() at time zone 'Asia/Jakarta')::date`;

/** Conditions by status, which can use an index. */
export const hasStatus: Readonly<Record<SubscriptionStatus, RawBuilder<boolean>>> = {
  active: sql`subscription.cancelled_at is null and subscription.end_date >= ${today}`,
  expired: sql`subscription.cancelled_at is null and subscription.end_date < ${today}`,
  cancelled: sql`subscription.cancelled_at is not null`,
};

/** SQL expression of a subscription’s status. */
export const subscriptionStatus = sql<SubscriptionStatus>`case
  when ${hasStatus.cancelled} then 'cancelled'
  when ${hasStatus.expired} then 'expired'
  else 'active' end`;
