/** Tests reduced prices, the status of a discount, and overlapping periods. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  DiscountType,
  amountOff,
  effectOn,
  finalPrice,
  isInForce,
  periodInWords,
  periodProblem,
  statusOf,
  valueProblem,
  willOverlap,
} from './price.ts';
import { SwitchStatus } from '../kernel/switch-status.ts';

const { IDR_BECOMES, IDR_OFF, PERCENTAGE } = DiscountType;

describe('finalPrice', () => {
  it.each([
    ['nothing reduces it', 150_000, null, 150_000],
    ['a fixed price', 150_000, { type: IDR_BECOMES, value: 99_000 }, 99_000],
    ['a fixed price that would raise it', 50_000, { type: IDR_BECOMES, value: 99_000 }, 50_000],
    ['a fixed price of nothing', 150_000, { type: IDR_BECOMES, value: 0 }, 0],
    ['an amount off', 150_000, { type: IDR_OFF, value: 25_000 }, 125_000],
    ['the whole amount off', 150_000, { type: IDR_OFF, value: 150_000 }, 0],
    ['more off than it is', 150_000, { type: IDR_OFF, value: 150_001 }, 0],
    ['a percentage', 200_000, { type: PERCENTAGE, value: 25 }, 150_000],
    ['a percentage that leaves a part of a rupiah', 100_001, { type: PERCENTAGE, value: 25 }, 75_000],
    ['1 %', 99, { type: PERCENTAGE, value: 1 }, 98],
    ['100 %', 999_999_999, { type: PERCENTAGE, value: 100 }, 0],
    ['of what is free', 0, { type: PERCENTAGE, value: 50 }, 0],
    ['an amount off what is free', 0, { type: IDR_OFF, value: 1 }, 0],
    ['a fixed price for what is free', 0, { type: IDR_BECOMES, value: 99_000 }, 0],
    ['the highest price', 1_000_000_000, { type: PERCENTAGE, value: 33 }, 670_000_000],
  ])('calculates the price: %s', (_, price, reduction, expected) => {
    expect(finalPrice(price, reduction)).toBe(expected);
    expect(amountOff(price, reduction)).toBe(price - expected);
  });

  it('is a whole number of rupiah between 0 and the list price', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000_000 }),
        fc.oneof(
          fc.record({ type: fc.constantFrom(IDR_BECOMES, IDR_OFF), value: fc.integer({ min: 0, max: 1_000_000_000 }) }),
          fc.record({ type: fc.constant(PERCENTAGE), value: fc.integer({ min: 1, max: 100 }) }),
        ),
        (price, reduction) => {
          const final = finalPrice(price, reduction);
          expect(Number.isSafeInteger(final)).toBe(true);
          expect(final).toBeGreaterThanOrEqual(0);
          expect(final).toBeLessThanOrEqual(price);
        },
      ),
    ));
});

describe('effectOn', () => {
  const prices = [
    { price: 0, products: 4 },
    { price: 99_000, products: 2 },
    { price: 150_000, products: 7 },
  ];
  it.each([
    ['a fixed price is for those above it alone', { type: IDR_BECOMES, value: 120_000 }, 7, 120_000],
    ['one that nothing is above', { type: IDR_BECOMES, value: 150_000 }, 0, null],
    ['an amount off', { type: IDR_OFF, value: 100_000 }, 9, 0],
    ['a percentage', { type: PERCENTAGE, value: 50 }, 9, 49_500],
    ['nothing off', { type: IDR_OFF, value: 0 }, 0, null],
  ])('calculates the effect: %s', (_, reduction, cheaper, lowest) => {
    expect(effectOn(prices, reduction)).toEqual({ cheaper, lowest });
  });
});

const [nine, ten, eleven, twelve] = [9, 10, 11, 12].map(
  (hour) => `2026-11-21T${String(hour).padStart(2, '0')}:00:00Z`,
) as [string, string, string, string];
const at = (instant: string, ms = 0) => Date.parse(instant) + ms;
const { INACTIVE, ACTIVE, SCHEDULED, EXPIRED } = SwitchStatus;

describe('statusOf', () => {
  const always = { startDate: null, endDate: null };
  const period = { startDate: ten, endDate: eleven };
  const exact = { startDate: ten, endDate: '2026-11-21T11:00:30Z' };
  it.each([
    ['inactive, whatever its period', { ...period, isActive: false }, at(ten), INACTIVE],
    ['active without a period', { ...always, isActive: true }, at(ten), ACTIVE],
    ['scheduled just before it starts', { ...period, isActive: true }, at(ten, -1), SCHEDULED],
    ['active at the moment when it starts', { ...period, isActive: true }, at(ten), ACTIVE],
    [
      'active in the last millisecond of the minute it ends in',
      { ...period, isActive: true },
      at(eleven, 59_999),
      ACTIVE,
    ],
    ['expired after the minute it ends in', { ...period, isActive: true }, at(eleven, 60_000), EXPIRED],
    ['active just before an end with seconds', { ...exact, isActive: true }, at(eleven, 29_999), ACTIVE],
    ['expired at an end with seconds', { ...exact, isActive: true }, at(eleven, 30_000), EXPIRED],
    ['active for ever once it has started', { ...always, startDate: ten, isActive: true }, at('2999-01-01'), ACTIVE],
    ['active from ever until it ends', { ...always, endDate: ten, isActive: true }, at('1900-01-01'), ACTIVE],
  ])('returns: %s', (_, rule, moment, expected) => {
    expect(statusOf(rule, moment)).toBe(expected);
    expect(isInForce(rule, moment)).toBe(expected === ACTIVE);
  });
});

describe('willOverlap', () => {
  const from = (startDate: string | null, endDate: string | null) => ({ startDate, endDate });
  const second = '2026-11-21T09:30:15Z';
  it.each([
    ['meet when one begins in the other', from(nine, eleven), from(ten, twelve), true],
    ['meet when one is in the other', from(nine, twelve), from(ten, eleven), true],
    ['meet when one begins in the minute that the other ends in', from(nine, ten), from(ten, eleven), true],
    ['do not meet when one begins after that minute', from(nine, '2026-11-21T09:59:00Z'), from(ten, eleven), false],
    ['do not meet when one ends at the second that the other begins', from(nine, second), from(second, ten), false],
    ['do not meet when one ends before the other begins', from(nine, ten), from(eleven, twelve), false],
    ['meet when neither has an end', from(ten, null), from(twelve, null), true],
    ['meet when neither has a beginning', from(null, nine), from(null, ten), true],
    ['do not meet when one ends before the other’s endless time begins', from(null, nine), from(ten, null), false],
  ])('returns whether two periods overlap: they %s', (_, one, other, expected) => {
    expect(willOverlap(one, other, at('2026-11-20'))).toBe(expected);
    expect(willOverlap(other, one, at('2026-11-20'))).toBe(expected);
  });

  it('is false once one period is over', () => {
    expect(willOverlap(from(nine, eleven), from(ten, twelve), at(eleven, 59_999))).toBe(true);
    expect(willOverlap(from(nine, eleven), from(ten, twelve), at(eleven, 60_000))).toBe(false);
  });
});

test.each([
  [PERCENTAGE, 0, 'A percentage is 1 to 100'],
  [PERCENTAGE, 1, undefined],
  [PERCENTAGE, 100, undefined],
  [PERCENTAGE, 101, 'A percentage is 1 to 100'],
  [IDR_OFF, 101, undefined],
])('checks a reduction of type %i with the value %i: %s', (type, value, problem) => {
  expect(valueProblem({ type, value })).toBe(problem);
});

test.each([
  ['an end before its start', eleven, ten, 'Ends before it starts'],
  ['an end at its start', ten, ten, 'Ends before it starts'],
  ['a start alone', ten, null, undefined],
  ['an end alone', null, ten, undefined],
])('checks a period with %s', (_, startDate, endDate, problem) => {
  expect(periodProblem({ startDate, endDate })).toBe(problem);
});

describe('periodInWords', () => {
  it.each([
    [{ startDate: null, endDate: null }, 'no end date'],
    [{ startDate: nine, endDate: null }, 'from 21 Nov 2026, 16.00 WIB'],
    [{ startDate: null, endDate: ten }, 'until 21 Nov 2026, 17.00 WIB'],
    [{ startDate: nine, endDate: ten }, 'from 21 Nov 2026, 16.00 WIB until 21 Nov 2026, 17.00 WIB'],
  ])('formats %j', (period, words) => expect(periodInWords(period)).toBe(words));
});
