/** Tests the effect of the switch of a discount, and before products are unassigned. */
import { expect, test } from 'vitest';
import { DiscountType } from '#contract/pricing/price.ts';
import { SwitchStatus } from '#contract/kernel/switch-status.ts';
import { lossInWords, switchingInWords, unassignInWords } from './switching-words.ts';

const { INACTIVE, ACTIVE, SCHEDULED, EXPIRED } = SwitchStatus;
const at = Date.parse('2026-11-22T00:00:00Z');
const prices = [
  { price: 98_000, products: 3 },
  { price: 150_000, products: 26 },
];
const plain = {
  status: INACTIVE,
  startDate: null,
  endDate: null,
  discountType: DiscountType.PERCENTAGE,
  discount: 50,
  totalAssigned: 29,
};
const over = { endDate: '2026-11-21T00:00:00Z' };
const tooHigh = { discountType: DiscountType.IDR_BECOMES, discount: 150_000 };
const ahead = { startDate: '2026-12-11T17:00:00Z' };

test.each([
  ['Activate: 29 courses get cheaper, the lowest price is Rp49.000', {}, {}],
  ['Activate: 29 courses get cheaper from 12 Des 2026, 00.00 WIB, the lowest price is Rp49.000', ahead, {}],
  ['Activate: possible once 16 courses are out of other active discounts', {}, { conflicting: 16 }],
  ['Activate: possible once 1 course is out of other active discounts', {}, { conflicting: 1 }],
  ['Deactivate: 29 courses go back to the list price', { status: ACTIVE }, {}],
  ['Deactivate: 29 courses do not get cheaper from 12 Des 2026, 00.00 WIB', { status: SCHEDULED, ...ahead }, {}],
  ['Activate: no price changes, because its period is over', over, {}],
  ['Deactivate: no price changes, because its period is over', { ...over, status: EXPIRED }, {}],
  ['Activate: no price changes, because no course is assigned', { totalAssigned: 0 }, { prices: [] }],
  ['Deactivate: no price changes, because no course is assigned', { totalAssigned: 0, status: ACTIVE }, { prices: [] }],
  ['Activate: no price changes, because it is not below the list price of 29 courses', tooHigh, {}],
  [
    'Deactivate: no price changes, because it is not below the list price of 29 courses',
    { ...tooHigh, status: ACTIVE },
    {},
  ],
  ['Activate: 1 course gets cheaper, the lowest price is Rp50.000', {}, { prices: [{ price: 100_000, products: 1 }] }],
])('%s', (text, discount, effect) => {
  const it = { one: 'course', many: 'courses' };
  expect(switchingInWords({ ...plain, ...discount }, { prices, conflicting: 0, ...effect }, it, at)).toBe(text);
});

const notInForce = 'no price changes, because the discount is not in force.';
const isScheduled = { status: SCHEDULED, ...ahead };

test.each([
  ['29 courses go back to the list price.', { status: ACTIVE }],
  ['1 course goes back to the list price.', { status: ACTIVE, totalAssigned: 1 }],
  ['29 courses do not get cheaper from 12 Des 2026, 00.00 WIB.', isScheduled],
  ['1 course does not get cheaper from 12 Des 2026, 00.00 WIB.', { ...isScheduled, totalAssigned: 1 }],
  [notInForce, {}],
  [notInForce, { status: EXPIRED }],
  ['no product is assigned to it.', { ...isScheduled, totalAssigned: 0 }],
])('unassigning all: %s', (text, discount) => {
  const one = { ...plain, ...discount };
  expect(unassignInWords(one, one.totalAssigned === 1 ? '1 course' : '29 courses')).toBe(text);
});

test.each([
  ['back to the list price.', { status: ACTIVE }],
  ['not cheaper from 12 Des 2026, 00.00 WIB.', isScheduled],
  [notInForce, {}],
  [notInForce, { status: EXPIRED }],
])('unassigning some: %s', (text, discount) => expect(lossInWords({ ...plain, ...discount })).toBe(text));
