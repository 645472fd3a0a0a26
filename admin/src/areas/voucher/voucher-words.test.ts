/** Tests the effects of switching and deleting a voucher, and of unassigning its products, in each of its states. */
import { expect, test } from 'vitest';
import { SwitchStatus } from '#contract/kernel/switch-status.ts';
import { deletionInWords, switchingInWords, unassignInWords } from './voucher-words.ts';

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

const at = Date.parse('2026-12-20T00:00:00Z');
const reason = (words: string) => `no price changes, because the voucher is ${words}`;
const ahead = { startDate: '2027-01-04T17:00:00Z' };

test.each([
  ['usable', {}, 'members can use MERDEKA17', 'nobody can use MERDEKA17 any more'],
  [
    'usable, for all products,',
    { ...forAll, totalAssigned: 0 },
    'members can use MERDEKA17',
    'nobody can use MERDEKA17 any more',
  ],
  [
    'early',
    ahead,
    'members can use MERDEKA17 from 5 Jan 2027, 00.00 WIB',
    'nobody can use MERDEKA17 from 5 Jan 2027, 00.00 WIB',
  ],
  ['expired', { endDate: '2026-12-19T00:00:00Z' }, reason('expired'), reason('expired')],
  ['unpublished', { isPublished: false }, reason('not published'), reason('not published')],
  ['unpublished and early', { ...ahead, isPublished: false }, reason('not published'), reason('not published')],
  ['used-up', { usedCount: 100 }, reason('used up'), reason('used up')],
  ['empty', { totalAssigned: 0 }, reason('for no product'), reason('for no product')],
])('switching a voucher that is %s when it is on', (_, change, on, off) => {
  const voucher = { ...active, endDate: null, ...change };
  expect(switchingInWords({ ...voucher, status: INACTIVE }, at)).toBe(`Activate: ${on}`);
  expect(switchingInWords(voucher, at)).toBe(`Deactivate: ${off}`);
});
