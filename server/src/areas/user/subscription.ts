/** SQL of a user's subscription. */
import { sql } from 'kysely';
import { userSubscription } from '#contract/subscription/endpoints.ts';
import { columnsOf } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/database.ts';
import { subscriptionStatus } from '#shared/subscription-status.ts';

const columns = columnsOf('subscription', userSubscription, {
  planName: sql<string>`subscription_plan.name`,
  status: subscriptionStatus,
});

/** Subscription that ends last; cancelled ones only if there is no other. */
export const findUserSubscription = (db: Db, userId: string) =>
  db
    .selectFrom('subscription')
    .innerJoin('subscriptionPlan', 'subscriptionPlan.id', 'subscription.planId')
    .where('subscription.userId', '=', userId)
    .select(columns)
    .orderBy(sql`subscription.cancelled_at is not null, subscription.end_date desc, subscription.id desc`)
    .limit(1)
    .executeTakeFirst();
