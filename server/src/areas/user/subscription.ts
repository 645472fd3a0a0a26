/** SQL of a user's subscription. */
import { sql } from 'kysely';
import { type subscriptionStatuses, userSubscription } from '#contract/subscription.ts';
import { columnsOf } from '#platform/database/columns.ts';
import { oneById } from '#platform/database/compiled.ts';

const today = sql<string>`(now() at time zone 'Asia/Jakarta')::date`;
const status = sql<(typeof subscriptionStatuses)[number]>`case
  when subscription.cancelled_at is not null then 'cancelled'
  when subscription.end_date < ${today} then 'expired'
  else 'active' end`;

/** The one that ends last, of those that were not cancelled if there is one. */
export const findUserSubscription = oneById((db, userId) =>
  db
    .selectFrom('subscription')
    .innerJoin('subscriptionPlan', 'subscriptionPlan.id', 'subscription.planId')
    .where('subscription.userId', '=', userId)
    .select(columnsOf('subscription', userSubscription, { planName: sql<string>`subscription_plan.name`, status }))
    .orderBy(sql`subscription.cancelled_at is not null, subscription.end_date desc, subscription.id desc`)
    .limit(1),
);
