/** SQL of event vouchers. */
import { sql } from 'kysely';
import type { Reply, ValidatedInput } from '#contract/kernel/endpoint.ts';
import { type EventVoucherStatus, listEventVouchers, listUserEventVouchers } from '#contract/subscription/endpoints.ts';
import { columnsOf } from '#platform/database/columns.ts';
import { notFound } from '#platform/errors.ts';
import type { Db } from '#platform/database/database.ts';
import { cappedCount, pagedList, matchesAll, searchPatterns } from '#platform/list.ts';

export type EventVoucher = Reply<typeof listEventVouchers>['eventVouchers'][number];

const status = sql<EventVoucherStatus>`case
  when event_voucher.used >= event_voucher.quota then 'redeemed'
  when event_voucher.expired_at <= now() then 'expired'
  else 'available' end`;
const from = { usedCount: 'used', status } as const;
export const columns = columnsOf('eventVoucher', listEventVouchers.reply.shape.eventVouchers.element, from);

type Query = ValidatedInput<typeof listEventVouchers>['query'];
type Conditions = { patterns: readonly string[] | undefined };

const wantedOf = ({ search, ...page }: Query) => [{ patterns: searchPatterns(search) }, page] as const;

const ofSubscription = pagedList(
  (db, { subscriptionId, patterns }: Conditions & { subscriptionId: string }, window) => {
    const own = db.selectFrom('eventVoucher').where('subscriptionId', '=', subscriptionId);
    const matching = patterns ? own.where(matchesAll('search', patterns)) : own;
    const rows = matching.orderBy('id', 'desc').limit(window.limit).offset(window.offset).select(columns);
    return { rows, total: cappedCount(matching) };
  },
);

/** Event vouchers of a subscription, newest first. */
export function findEventVouchers(db: Db, subscriptionId: string, query: Query) {
  const [filters, page] = wantedOf(query);
  return ofSubscription(db, { subscriptionId, ...filters }, page);
}

const columnsOfUser = columnsOf('eventVoucher', listUserEventVouchers.reply.shape.eventVouchers.element, {
  ...from,
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

/** Whether the tenant has a voucher for the event. */
export const isKnownEvent = async (db: Db, plain: string): Promise<boolean> =>
  (await db.selectFrom('eventVoucher').where('nameKey', '=', plain).select('id').limit(1).executeTakeFirst()) !==
  undefined;

const named = (eventName: string) => sql<boolean>`lower(event_name) = lower(${eventName})`;

/** Counts one use of a voucher; undefined if it is used up, expired or does not exist. */
export const countUse = (db: Db, subscriptionId: string, eventName: string): Promise<EventVoucher | undefined> =>
  db
    .updateTable('eventVoucher')
    .set({ used: sql<number>`used + 1`, redeemedAt: sql<string>`now()` })
    .where('subscriptionId', '=', subscriptionId)
    .where(named(eventName))
    .where(sql<boolean>`used < quota and expired_at > now()`)
    .returning(columns)
    .executeTakeFirst();

export const findVoucherOf = (db: Db, subscriptionId: string, eventName: string): Promise<EventVoucher | undefined> =>
  db
    .selectFrom('eventVoucher')
    .where('subscriptionId', '=', subscriptionId)
    .where(named(eventName))
    .select(columns)
    .executeTakeFirst();

/** Issues a voucher for an event with one use counted; valid to the end of the subscription's last day in Jakarta. */
export const issueUsed = (
  db: Db,
  { id, endDate }: { id: string; endDate: string },
  { eventName, code }: Pick<EventVoucher, 'eventName' | 'code'>,
): Promise<EventVoucher> =>
  db
    .insertInto('eventVoucher')
    .values({
      subscriptionId: id,
      eventName,
      code,
      used: 1,
      redeemedAt: sql<string>`now()`,
      expiredAt: sql<string>`(${endDate}::date + time '23:59:59.999') at time zone 'Asia/Jakarta'`,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
