/** SQL of event vouchers. */
import { sql } from 'kysely';
import type { ValidatedInput } from '#contract/kernel/endpoint.ts';
import { type listEventVouchers, listUserEventVouchers } from '#contract/subscription/endpoints.ts';
import { columnsOf } from '#platform/database/columns.ts';
import { notFound } from '#platform/errors.ts';
import type { Db } from '#platform/database/database.ts';
import { cappedCount, pagedList, matchesAll, searchPatterns } from '#platform/list.ts';
import { voucherColumns, voucherFields } from '#shared/event-vouchers.ts';

type Query = ValidatedInput<typeof listEventVouchers>['query'];
type Conditions = { patterns: readonly string[] | undefined };

const wantedOf = ({ search, ...page }: Query) => [{ patterns: searchPatterns(search) }, page] as const;

const ofSubscription = pagedList(
  (db, { subscriptionId, patterns }: Conditions & { subscriptionId: string }, window) => {
    const own = db.selectFrom('eventVoucher').where('subscriptionId', '=', subscriptionId);
    const matching = patterns ? own.where(matchesAll('search', patterns)) : own;
    const rows = matching.orderBy('id', 'desc').limit(window.limit).offset(window.offset).select(voucherColumns);
    return { rows, total: cappedCount(matching) };
  },
);

/** Event vouchers of a subscription, newest first. */
export function findEventVouchers(db: Db, subscriptionId: string, query: Query) {
  const [filters, page] = wantedOf(query);
  return ofSubscription(db, { subscriptionId, ...filters }, page);
}

const columnsOfUser = columnsOf('eventVoucher', listUserEventVouchers.reply.shape.eventVouchers.element, {
  ...voucherFields,
  planId: sql<string>`subscription.plan_id`,
  planName: sql<string>`(select name from subscription_plan plan where plan.id = subscription.plan_id)`,
});

const ofUser = pagedList((db, { userId, patterns }: Conditions & { userId: string }, window) => {
  const own = db
    .selectFrom('subscription')
    .innerJoin('eventVoucher', 'eventVoucher.subscriptionId', 'subscription.id')
    .where('subscription.userId', '=', userId);
  const matching = patterns ? own.where(matchesAll('eventVoucher.search', patterns)) : own;
  const rows = matching
    .orderBy('eventVoucher.id', 'desc')
    .limit(window.limit)
    .offset(window.offset)
    .select(columnsOfUser);
  return { rows, total: cappedCount(matching) };
});

const findUser = (db: Db, id: string) =>
  db
    .selectFrom('user')
    .where('id', '=', id)
    .select('id')
    .executeTakeFirstOrThrow(() => notFound('user'));

/** Event vouchers of a user, newest first; 404 if the tenant has no such user. */
export async function findUserEventVouchers(db: Db, userId: string, query: Query) {
  await findUser(db, userId);
  const [filters, page] = wantedOf(query);
  return ofUser(db, { userId, ...filters }, page);
}

/** Names of the tenant's events, one by one from an index; `plain` itself first, then those that contain it, by name. */
export async function findEventNames(db: Db, plain: string): Promise<string[]> {
  const { rows } = await sql<{ eventName: string }>`with recursive known as (
      (select name_key, event_name from event_voucher order by name_key, id limit 1)
      union all
      select next.* from known, lateral (select name_key, event_name from event_voucher
        where name_key > known.name_key order by name_key, id limit 1) next)
    select event_name as "eventName" from known where ${matchesAll(sql`search_text(event_name)`, searchPatterns(plain) ?? ['%'])}
    order by name_key <> ${plain}, name_key limit 20`.execute(db);
  return rows.map(({ eventName }) => eventName);
}
