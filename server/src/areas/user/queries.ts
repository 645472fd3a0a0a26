/** SQL of users and their subscriptions. */
import { sql } from 'kysely';
import { assignments } from '#contract/assignment/table.ts';
import { listUsers, userProfile, userRow } from '#contract/user/endpoints.ts';
import { userSubscription } from '#contract/subscription/endpoints.ts';
import { columnsOf } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/database.ts';
import { notFound } from '#platform/errors.ts';
import { cappedCount, matchesAll, pageOf, queriedList, tableCount } from '#platform/list.ts';
import { ordersOf } from '#platform/sorts.ts';
import { countItems } from '#shared/assignment/link.ts';
import { personPatterns } from '#shared/person-search.ts';
import { subscriptionStatus } from '#shared/subscription-status.ts';

const orders = ordersOf('user', listUsers, {
  name: ['nameKey'],
  joined: ['joinedAt'],
  empty: ['totalCourses', 'nameKey'],
});

const columns = columnsOf('user', userRow, {});

export const findUsers = queriedList(
  listUsers,
  (db, { patterns }, window, sort) => {
    const users = db.selectFrom('user');
    const matching = patterns ? users.where(matchesAll('search', patterns)) : users;
    const total = patterns ? cappedCount(matching) : tableCount('user');
    return { rows: pageOf(matching, users, orders[sort], window).select(columns), total };
  },
  personPatterns,
);

const profileColumns = [
  ...columnsOf('user', userProfile, {}),
  countItems(assignments.userPaths).as('totalPaths'),
] as const;

/** Profile of a user; 404 if the tenant has no such user. */
export const findProfile = (db: Db, id: string) =>
  db
    .selectFrom('user')
    .where('id', '=', id)
    .select(profileColumns)
    .executeTakeFirstOrThrow(() => notFound('user'));

const subscriptionColumns = columnsOf('subscription', userSubscription, {
  planName: sql<string>`subscription_plan.name`,
  status: subscriptionStatus,
});

/** Subscription that ends last; cancelled ones only if there is no other. */
export const findUserSubscription = (db: Db, userId: string) =>
  db
    .selectFrom('subscription')
    .innerJoin('subscriptionPlan', 'subscriptionPlan.id', 'subscription.planId')
    .where('subscription.userId', '=', userId)
    .select(subscriptionColumns)
    .orderBy(sql`subscription.cancelled_at is not null, subscription.end_date desc, subscription.id desc`)
    .limit(1)
    .executeTakeFirst();
