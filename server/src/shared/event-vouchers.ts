/** Event vouchers of subscriptions and their redeeming, for screens and programs (spec §7; domain.md, Event voucher). */
import { randomInt } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { type EventVoucherStatus, listEventVouchers, plainEventName } from '#contract/subscription/endpoints.ts';
import { columnsOf } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError, notFound } from '#platform/errors.ts';
import { lockForUpdate } from '#platform/records.ts';
import { subscriptionStatus, today } from './subscription-status.ts';

type EventVoucher = Reply<typeof listEventVouchers>['eventVouchers'][number];

const status = sql<EventVoucherStatus>`case
  when event_voucher.used >= event_voucher.quota then 'redeemed'
  when event_voucher.expired_at <= now() then 'expired'
  else 'available' end`;
export const voucherFields = { usedCount: 'used', status } as const;
export const voucherColumns = columnsOf(
  'eventVoucher',
  listEventVouchers.reply.shape.eventVouchers.element,
  voucherFields,
);

/** SQL expression of a sum over the vouchers of a subscription. */
export const vouchersOf = (sum: RawBuilder<unknown>) =>
  sql<number>`(select coalesce(sum(${sum}), 0)::int from event_voucher voucher where voucher.subscription_id = subscription.id)`;

/** SQL expression of the vouchers of a subscription that are not issued yet. */
export const eventVouchersFree = sql<number>`greatest(subscription.event_voucher_quota - ${vouchersOf(sql`quota`)}, 0)`;
export const hasBegun = sql<boolean>`subscription.start_date <= ${today}`.as('hasBegun');

/** Columns of a subscription that redeeming depends on. */
export const redeemable = [
  subscriptionStatus.as('status'),
  hasBegun,
  eventVouchersFree.as('eventVouchersFree'),
] as const;

const findSubscription = (db: Db, id: string) =>
  db
    .selectFrom('subscription')
    .where('id', '=', id)
    .select(['id', 'endDate', 'eventVoucherQuota', ...redeemable])
    .executeTakeFirstOrThrow(() => notFound('subscription'));

type Subscription = Awaited<ReturnType<typeof findSubscription>>;

/** Reason why no event voucher of a subscription can be redeemed now; null if they can. */
export function redeemConflict({ status, hasBegun }: Pick<Subscription, 'status' | 'hasBegun'>): string | null {
  if (status === 'cancelled') return 'This subscription was cancelled: its event vouchers can no longer be redeemed';
  if (status === 'expired') return 'This subscription has ended: its event vouchers can no longer be redeemed';
  return hasBegun ? null : 'This subscription has not begun yet';
}

/** Message when no event voucher is left to issue. */
const nothingFree = ({ eventVoucherQuota: quota }: Subscription) =>
  quota === 0 ? 'This plan comes without event vouchers' : `All ${quota} event vouchers of this subscription are taken`;

const refusalOf = ({ eventName, quota, status }: EventVoucher) =>
  status === 'expired'
    ? `The voucher for "${eventName}" has expired`
    : quota === 1
      ? `The voucher for "${eventName}" was redeemed already`
      : `The voucher for "${eventName}" was redeemed ${quota} times already: no quota is left`;

/** Whether the tenant has a voucher for the event. */
const isKnownEvent = async (db: Db, plain: string): Promise<boolean> =>
  (await db.selectFrom('eventVoucher').where('nameKey', '=', plain).select('id').limit(1).executeTakeFirst()) !==
  undefined;

const named = (eventName: string) => sql<boolean>`lower(event_name) = lower(${eventName})`;

/** Counts one use of a voucher; undefined if it is used up, expired or does not exist. */
const countUse = (db: Db, subscriptionId: string, eventName: string): Promise<EventVoucher | undefined> =>
  db
    .updateTable('eventVoucher')
    .set({ used: sql<number>`used + 1`, redeemedAt: sql<string>`now()` })
    .where('subscriptionId', '=', subscriptionId)
    .where(named(eventName))
    .where(sql<boolean>`used < quota and expired_at > now()`)
    .returning(voucherColumns)
    .executeTakeFirst();

const findVoucherOf = (db: Db, subscriptionId: string, eventName: string): Promise<EventVoucher | undefined> =>
  db
    .selectFrom('eventVoucher')
    .where('subscriptionId', '=', subscriptionId)
    .where(named(eventName))
    .select(voucherColumns)
    .executeTakeFirst();

/** Issues a voucher for an event with one use counted; valid to the end of the subscription's last day in Jakarta. */
const issueUsed = (
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
    .returning(voucherColumns)
    .executeTakeFirstOrThrow();

/** Alphabet of codes, without the easily confused 0, O, 1 and I. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const newCode = () => `EV${Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')}`;

/** Event name with white space normalized, unless a voucher with the exact name exists. */
async function eventNameOf(db: Db, id: string, written: string): Promise<string> {
  const plain = written.replace(/\s+/g, ' ');
  return plain !== written && (await findVoucherOf(db, id, written)) ? written : plain;
}

/**
 * Redeems a use for an event; issues a voucher if the subscription has none of that name and its quota allows. Returns
 * the voucher. 404, or 409 with the reason. Locks the subscription, so that concurrent calls see each other's uses.
 */
export async function redeem(
  db: Db,
  id: string,
  { eventName: written, isKnownEvent: isKnown }: { eventName: string; isKnownEvent?: boolean | undefined },
): Promise<EventVoucher> {
  await lockForUpdate(db, 'subscription', id, null);
  const subscription = await findSubscription(db, id);
  const conflict = redeemConflict(subscription);
  if (conflict) throw new HttpError(409, conflict);
  const eventName = await eventNameOf(db, id, written);
  const used = await countUse(db, id, eventName);
  if (used) return used;
  const present = await findVoucherOf(db, id, eventName);
  if (present) throw new HttpError(409, refusalOf(present));
  if (isKnown && !(await isKnownEvent(db, plainEventName(eventName))))
    throw new HttpError(409, `"${eventName}" is a new event`);
  if (subscription.eventVouchersFree === 0) throw new HttpError(409, nothingFree(subscription));
  return issueUsed(db, subscription, { eventName, code: newCode() });
}
