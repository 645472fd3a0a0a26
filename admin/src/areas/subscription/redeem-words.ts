/** Text on the effect of redeeming an event voucher. Pure. */
import { plainEventName } from '#contract/subscription/endpoints.ts';
import { counted, formatNumber } from '#kit/format/formats.ts';
import type { EventVoucher, Profile } from './subscriber.ts';

const vouchers = (count: number) => counted(count, 'event voucher', 'event vouchers');

/** `then 1 of 3 is left` */
const leftOf = (left: number, quota: number) =>
  left === 0
    ? 'then none is left'
    : `then ${formatNumber(left)} of ${formatNumber(quota)} ${left === 1 ? 'is' : 'are'} left`;

/** Effect on an existing voucher. */
export function effectOfVoucher({
  code,
  quota,
  usedCount,
}: Pick<EventVoucher, 'code' | 'quota' | 'usedCount'>): string {
  return `Redeem: uses ${code} once; ${leftOf(quota - usedCount - 1, quota)}. This cannot be taken back.`;
}

type Left = Pick<Profile, 'eventVoucherQuota' | 'eventVouchersFree'>;

/** Effect of creating a voucher from the free quota. */
function effectOfFree({ eventVoucherQuota: quota, eventVouchersFree: free }: Left): string {
  if (quota === 0) return 'This plan comes without event vouchers.';
  if (free === 0)
    return `All ${vouchers(quota)} of this subscription are taken: only one that is there can be redeemed.`;
  const taken = free === 1 ? 'the last event voucher that is free' : `1 of ${vouchers(free)} that are free`;
  return `Redeem: takes ${taken}; ${leftOf(free - 1, quota)}. This cannot be taken back.`;
}

/**
 * @param eventName as typed
 * @param vouchers the vouchers of the subscription
 * @param isNewEvent whether no subscription has a voucher for it
 */
export function effectOf(
  eventName: string,
  left: Left,
  vouchers: readonly EventVoucher[],
  isNewEvent: boolean,
): string {
  const plainName = plainEventName(eventName);
  const voucher = vouchers.find((one) => plainEventName(one.eventName) === plainName);
  if (voucher?.status === 'available') return effectOfVoucher(voucher);
  if (voucher?.status === 'redeemed') return 'The voucher for this event was redeemed already.';
  if (voucher) return 'The voucher for this event has expired.';
  return `${isNewEvent ? 'New event. ' : ''}${effectOfFree(left)}`;
}
