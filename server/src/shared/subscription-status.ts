/** The status of a subscription in SQL, for those who tell one and those who look for many. */
import { type RawBuilder, sql } from 'kysely';
import type { SubscriptionStatus } from '#contract/subscription.ts';

/** Days are Jakarta's. */
export const today = sql<string>`(now() at time zone 'Asia/Jakarta')::date`;

/** Conditions that an index can pass over entries by. */
export const hasStatus: Readonly<Record<SubscriptionStatus, RawBuilder<boolean>>> = {
  active: sql`subscription.cancelled_at is null and subscription.end_date >= ${today}`,
  expired: sql`subscription.cancelled_at is null and subscription.end_date < ${today}`,
  cancelled: sql`subscription.cancelled_at is not null`,
};

export const subscriptionStatus = sql<SubscriptionStatus>`case
  when ${hasStatus.cancelled} then 'cancelled'
  when ${hasStatus.expired} then 'expired'
  else 'active' end`;
