/** Rules of subscriptions (spec §7; domain.md, Event voucher). */
import { randomInt } from 'node:crypto';
import { plainEventName } from '#contract/subscription/endpoints.ts';
import { lockForUpdate } from '#platform/records.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError } from '#platform/errors.ts';
import { type EventVoucher, countUse, findVoucherOf, isKnownEvent, issueUsed } from './event-vouchers.ts';
import { findProfile } from './queries.ts';

type Profile = Awaited<ReturnType<typeof findProfile>>;

/** Reason why no event voucher of a subscription can be redeemed now; null if they can. */
function redeemConflict({ status, hasBegun }: Profile): string | null {
  if (status === 'cancelled') return 'This subscription was cancelled: its event vouchers can no longer be redeemed';
  if (status === 'expired') return 'This subscription has ended: its event vouchers can no longer be redeemed';
  return hasBegun ? null : 'This subscription has not begun yet';
}

/** Message when no event voucher is left to issue. */
const nothingFree = ({ eventVoucherQuota: quota }: Profile) =>
  quota === 0 ? 'This plan comes without event vouchers' : `All ${quota} event vouchers of this subscription are taken`;

const refusalOf = ({ eventName, quota, status }: EventVoucher) =>
  status === 'expired'
    ? `The voucher for "${eventName}" has expired`
    : quota === 1
      ? `The voucher for "${eventName}" was redeemed already`
      : `The voucher for "${eventName}" was redeemed ${quota} times already: no quota is left`;

/** Subscriber with the reason why no voucher can be redeemed, if there is one. */
export async function subscriberProfile(db: Db, id: string) {
  const { hasBegun, ...profile } = await findProfile(db, id);
  return { ...profile, redeemConflict: redeemConflict({ ...profile, hasBegun }) };
}

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
  const profile = await findProfile(db, id);
  const conflict = redeemConflict(profile);
  if (conflict) throw new HttpError(409, conflict);
  const eventName = await eventNameOf(db, id, written);
  const used = await countUse(db, id, eventName);
  if (used) return used;
  const present = await findVoucherOf(db, id, eventName);
  if (present) throw new HttpError(409, refusalOf(present));
  if (isKnown && !(await isKnownEvent(db, plainEventName(eventName))))
    throw new HttpError(409, `"${eventName}" is a new event`);
  if (profile.eventVouchersFree === 0) throw new HttpError(409, nothingFree(profile));
  return issueUsed(db, profile, { eventName, code: newCode() });
}
