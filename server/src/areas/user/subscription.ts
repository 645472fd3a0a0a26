/** SQL of a user's subscription. */
import { sql } from 'kysely';
import { userSubscription } from '#contract/subscription.ts';
import { columnsOf } from '#platform/database/columns.ts';
import { oneById } from '#platform/database/compiled.ts';
import { subscriptionStatus } from '#shared/subscription-status.ts';

/** Subscription that ends last; cancelled ones only if there is no other. */
export const findUserSubscription = oneById((db, userId) =>
  db
    .selectFrom('subscription')
    .innerJoin('subscriptionPlan', 'subscriptionPlan.id', 'subscription.planId')
    .where('subscription.userId', '=', userId)
    .select(
      columnsOf('subscription', userSubscription, {
        planName: sql<string>`subscription_plan.name`,
        status: subscriptionStatus,
      }),
    )
    .orderBy(sql`subscription.cancelled_at is not null, subscription.end_date desc, subscription.id desc`)
    .limit(1),
);
