/** Tests the texts before an event voucher is redeemed. */
import { expect, test } from 'vitest';
import { effectOf } from './redeem-words.ts';

const voucher = {
  id: '1',
  eventName: 'Temu Alumni',
  code: 'EVTEMU',
  quota: 2,
  usedCount: 1,
  redeemedAt: null,
  expiredAt: '2099-01-01T00:00:00Z',
  status: 'available',
} as const;
const left = { eventVoucherQuota: 3, eventVouchersFree: 1 };

test.each([
  [
    'a voucher that is there, however its name is written',
    '  temu   ALUMNI ',
    left,
    'Redeem: uses EVTEMU once; then none is left.',
  ],
  ['the last free one', 'Hackathon', left, 'Redeem: takes the last event voucher that is free; then none is left.'],
  [
    'one of several',
    'Hackathon',
    { ...left, eventVouchersFree: 2 },
    'Redeem: takes 1 of 2 event vouchers that are free; then 1 of 3 is left.',
  ],
])('%s', (_, eventName, free, text) => {
  expect(effectOf(eventName, free, [voucher], false)).toBe(`${text} This cannot be taken back.`);
});

test('explains refusals', () => {
  const of = (status: 'redeemed' | 'expired') => effectOf('Temu Alumni', left, [{ ...voucher, status }], false);
  expect(of('redeemed')).toBe('The voucher for this event was redeemed already.');
  expect(of('expired')).toBe('The voucher for this event has expired.');
  expect(effectOf('Hackathon', { eventVoucherQuota: 0, eventVouchersFree: 0 }, [], false)).toBe(
    'This plan comes without event vouchers.',
  );
  expect(effectOf('Hackathon', { eventVoucherQuota: 3, eventVouchersFree: 0 }, [], false)).toBe(
    'All 3 event vouchers of this subscription are taken: only one that is there can be redeemed.',
  );
});

test('says that an event is new, unless the subscription has a voucher for it', () => {
  const free = { eventVoucherQuota: 3, eventVouchersFree: 2 };
  expect(effectOf('Hackaton', free, [voucher], true)).toBe(
    'New event. Redeem: takes 1 of 2 event vouchers that are free; then 1 of 3 is left. This cannot be taken back.',
  );
  expect(effectOf('temu alumni', free, [voucher], true)).not.toContain('New event');
});
