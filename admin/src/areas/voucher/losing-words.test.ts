/** Tests the text before products are unassigned from a voucher and before it is deleted. */
import { expect, test } from 'vitest';
import { SwitchStatus } from '#contract/kernel/switch-status.ts';
import { deletionInWords, unassignInWords } from './losing-words.ts';

const { INACTIVE, ACTIVE, SCHEDULED, EXPIRED } = SwitchStatus;
const active = {
  code: 'MERDEKA17',
  status: ACTIVE as SwitchStatus,
  startDate: '2026-12-11T17:00:00Z',
  totalAssigned: 8,
  isPublished: true,
  allProduct: false,
  usedCount: 3,
  quota: 100,
};
const no = (reason: string) => `no price changes, because the voucher is ${reason}.`;
const start = 'from 12 Des 2026, 00.00 WIB.';
const forAll = { allProduct: true };

test.each([
  ['active', {}, 'it no longer lowers the price of 8 courses.', 'nobody can use MERDEKA17 any more.'],
  [
    'scheduled',
    { status: SCHEDULED },
    `it does not lower the price of 8 courses ${start}`,
    `nobody can use MERDEKA17 ${start}`,
  ],
  ['inactive', { status: INACTIVE }, no('inactive'), no('inactive')],
  ['expired', { status: EXPIRED }, no('expired'), no('expired')],
  ['unpublished', { isPublished: false }, no('not published'), no('not published')],
  ['used-up', { usedCount: 100 }, no('used up'), no('used up')],
  ['empty', { totalAssigned: 0 }, no('for no product'), no('for no product')],
  ['active, for all products,', forAll, no('for all products'), 'nobody can use MERDEKA17 any more.'],
  ['inactive, for all products,', { ...forAll, status: INACTIVE }, no('for all products'), no('inactive')],
])('%s voucher', (_, change, unassigned, deleted) => {
  const voucher = { ...active, ...change };
  expect(unassignInWords(voucher, ' of 8 courses')).toBe(unassigned);
  expect(deletionInWords(voucher)).toBe(deleted);
});
