/** SQL of users and their subscriptions. */
import { sql } from 'kysely';
import { assignments } from '#contract/assignment/table.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { type getUserProfile, listUsers, userProfile, userRow } from '#contract/user/endpoints.ts';
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

/** Latest link that the person was sent. */
const invitation = sql<Reply<typeof getUserProfile>['invitation']>`(select json_build_object('kind', kind, 'at', at,
    'expiresAt', expires_at, 'state', case when used_at is not null then 'used' when revoked_at is not null then 'revoked'
      when expires_at <= now() then 'expired' else 'open' end)
  from account_mail where user_id = "user".id and kind <> 'email-changed' order by at desc, id desc limit 1)`;

const profileColumns = [
  ...columnsOf('user', userProfile, {}),
  countItems(assignments.userPaths).as('totalPaths'),
  sql<boolean>`(password_hash <> '')`.as('hasPassword'),
  invitation.as('invitation'),
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
