/** SQL of subscriptions. */
import { type RawBuilder, sql } from 'kysely';
import type { ValidatedInput } from '#contract/kernel/endpoint.ts';
import { getSubscriberProfile, type listSubscribers, subscriber } from '#contract/subscription/endpoints.ts';
import { columnsOf } from '#platform/database/columns.ts';
import { notFound } from '#platform/errors.ts';
import type { Db } from '#platform/database/database.ts';
import { jsonText } from '#platform/database/json-text.ts';
import { cappedCount, matchesAll, pagedList, pageOf, tableCount } from '#platform/list.ts';
import { eventVouchersFree, hasBegun, redeemConflict, vouchersOf } from '#shared/event-vouchers.ts';
import { personPatterns } from '#shared/person-search.ts';
import { hasStatus, subscriptionStatus } from '#shared/subscription-status.ts';
import { type Window, endingSoon } from './ending-soon.ts';

type Query = ValidatedInput<typeof listSubscribers>['query'];

const user = sql<{ id: string; name: string; email: string; phoneNumber: string }>`(
  select json_build_object('id', person.id, 'name', person.name, 'email', person.email, 'phoneNumber', person.phone_number)
  from "user" person where person.id = subscription.user_id)`;
const computed = {
  user: jsonText(user),
  planName: sql<string>`(select name from subscription_plan plan where plan.id = subscription.plan_id)`,
  status: subscriptionStatus,
};
const columns = columnsOf('subscription', subscriber, computed);

const orders: Readonly<Record<Exclude<Query['sort'], 'ending-soon'>, RawBuilder<unknown>>> = {
  alpha: sql`subscription.name_key, subscription.id`,
  'alpha-desc': sql`subscription.name_key desc, subscription.id desc`,
  latest: sql`subscription.start_date desc, subscription.id desc`,
};

const pageSorted = (matching: ReturnType<typeof all>, db: Db, window: Window, sort: Query['sort']) =>
  sort === 'ending-soon' ? endingSoon(matching, all(db), window) : pageOf(matching, all(db), orders[sort], window);

const all = (db: Db) => db.selectFrom('subscription');

const read = pagedList(
  (
    db,
    { patterns, filter, sort }: Pick<Query, 'filter' | 'sort'> & { patterns: readonly string[] | undefined },
    window,
  ) => {
    const searched = patterns ? all(db).where(matchesAll('search', patterns)) : all(db);
    const matching = filter ? searched.where(hasStatus[filter]) : searched;
    return {
      rows: pageSorted(matching, db, window, sort).select(columns),
      total: patterns || filter ? cappedCount(matching) : tableCount('subscription'),
    };
  },
);

export const findSubscribers = (db: Db, { search, page, size, filter, sort }: Query) =>
  read(db, { patterns: personPatterns(search), filter, sort }, { page, pageSize: size });

const profileColumns = columnsOf('subscription', getSubscriberProfile.reply.omit({ redeemConflict: true }), {
  ...computed,
  invoiceNumber: sql<
    string | null
  >`(select invoice_number from "order" bought where bought.id = subscription.order_id)`,
  eventVouchersUsed: vouchersOf(sql`used`),
  eventVouchersFree,
});

/** Subscription by id, with the reason why none of its vouchers can be redeemed, if there is one. */
export async function findProfile(db: Db, id: string) {
  const { hasBegun: began, ...profile } = await db
    .selectFrom('subscription')
    .where('id', '=', id)
    .select(profileColumns)
    .select(hasBegun)
    .executeTakeFirstOrThrow(() => notFound('subscription'));
  return { ...profile, redeemConflict: redeemConflict({ ...profile, hasBegun: began }) };
}
