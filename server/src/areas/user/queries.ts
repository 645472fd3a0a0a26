/** SQL of users and their subscriptions. */
import { sql } from 'kysely';
import { assignments } from '#contract/assignment/table.ts';
import type { Reply, ValidatedInput } from '#contract/kernel/endpoint.ts';
import type { TagOfPerson } from '#contract/tag/endpoints.ts';
import type { z } from 'zod';
import { exportedPerson } from '#contract/exports/endpoints.ts';
import { type getUserProfile, listUsers, userProfile, userRow } from '#contract/user/endpoints.ts';
import { type PeopleFilter, peopleFilter } from '#contract/user/filter.ts';
import { userSubscription } from '#contract/subscription/endpoints.ts';
import { columnsOf } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/database.ts';
import { jsonText } from '#platform/database/json-text.ts';
import { notFound } from '#platform/errors.ts';
import { plannedAnew } from '#platform/database/prepared.ts';
import { cappedCount, countCap, pageOf, pagedList, tableCount } from '#platform/list.ts';
import { ordersOf } from '#platform/sorts.ts';
import { countItems } from '#shared/assignment/link.ts';
import { findMatchingPeople } from '#shared/people.ts';
import { subscriptionStatus } from '#shared/subscription-status.ts';
import type { Tables } from '#tables';
import type { ExportedRows } from '../../services/exports/exporting.ts';

const orders = ordersOf('user', listUsers, {
  name: ['nameKey'],
  joined: ['joinedAt'],
  empty: ['totalCourses', 'nameKey'],
});

const tags = jsonText(sql<TagOfPerson[]>`(
  select coalesce(json_agg(json_build_object('id', tag.id, 'name', tag.name, 'colour', tag.colour) order by lower(tag.name)), '[]')
  from tag_user link join tag on tag.id = link.tag_id where link.user_id = "user".id)`);

export const userRowColumns = columnsOf('user', userRow, { tags });

/** People who match a filter of the list, for an export. */
export const exportedPeople: ExportedRows<PeopleFilter, z.output<typeof exportedPerson>> = {
  kind: 'people',
  event: 'people-export-begun',
  table: 'user',
  time: 'joined_at',
  filter: peopleFilter,
  named: { courseId: ['course'], pathId: ['learning-path'], tagId: ['tag'], segment: ['saved-view'] },
  matching: async (db, filter) => (await findMatchingPeople(db, filter)).matching,
  columns: columnsOf('user', exportedPerson, { tags }),
  idOf: ({ id }) => id,
};

type UserQuery = ValidatedInput<typeof listUsers>['query'];
type Sought = Awaited<ReturnType<typeof findMatchingPeople>> & Pick<UserQuery, 'sort'> & { total?: number };

const usersPage = pagedList((db, { matching, counted, isWhole, sort, total }: Sought, window) => ({
  // A filter skips entries of an index, and fetches the rows of the page alone.
  rows: pageOf(matching, db.selectFrom('user'), orders[sort], isWhole ? window : { ...window, isDeep: true })
    .modifyFront(isWhole ? sql`` : plannedAnew)
    .select(userRowColumns),
  total:
    total === undefined
      ? isWhole
        ? tableCount('user')
        : cappedCount(counted)
      : { count: sql<number>`${total}::int`, isCapped: true },
}));

/** Most people who are sorted after they were found. Others are met soon on the way through an index of the order. */
const few = 3000;

/** Number of people who match several filters, up to the cap; if they are few, the query of just these. */
async function countedFirst(db: Db, matching: Sought['matching']) {
  const { total, ids } = await db
    .selectFrom(
      matching
        .select('id')
        .limit(sql.lit(countCap + 1))
        .as('found'),
    )
    .modifyFront(plannedAnew)
    .select([sql<number>`count(*)::int`.as('total'), sql<string[]>`(array_agg(id))[1:${sql.lit(few)}]`.as('ids')])
    .executeTakeFirstOrThrow();
  // `offset` keeps the order's index out of the search for them.
  const found = sql<Tables['user']>`(select * from "user" where id = any(${ids ?? []}::uuid[]) offset 0)`;
  return { total, matching: total > few ? matching : (db.selectFrom(found.as('user')) as typeof matching) };
}

export async function findUsers(db: Db, { sort, page, pageSize, ...filter }: UserQuery) {
  const sought = await findMatchingPeople(db, filter);
  const found = sought.isCombined && (await countedFirst(db, sought.matching));
  return usersPage(db, { ...sought, ...found, sort }, { page, pageSize });
}

/** Latest link that the person was sent. */
const invitation = sql<Reply<typeof getUserProfile>['invitation']>`(select json_build_object('kind', kind, 'at', at,
    'expiresAt', expires_at, 'state', case when used_at is not null then 'used' when revoked_at is not null then 'revoked'
      when expires_at <= now() then 'expired' else 'open' end)
  from account_mail where user_id = "user".id and kind <> 'email-changed' order by at desc, id desc limit 1)`;

const profileColumns = [
  ...columnsOf('user', userProfile, { tags }),
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
