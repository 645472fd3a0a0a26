/** Tests the periods of sales. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plusDays } from '../kernel/days.ts';
import { addSales, daysIn, noSales, periodBefore, split } from './sales-periods.ts';
import { salesGroups } from './sales.ts';

describe('split', () => {
  it('cuts the first and the last week, which begin on Monday', () => {
    expect(split({ from: '2026-11-18', to: '2026-12-01' }, 'week')).toEqual([
      { from: '2026-11-18', to: '2026-11-22' },
      { from: '2026-11-23', to: '2026-11-29' },
      { from: '2026-11-30', to: '2026-12-01' },
    ]);
  });

  it('knows the last day of a month', () => {
    expect(split({ from: '2028-01-31', to: '2028-03-01' }, 'month')).toEqual([
      { from: '2028-01-31', to: '2028-01-31' },
      { from: '2028-02-01', to: '2028-02-29' },
      { from: '2028-03-01', to: '2028-03-01' },
    ]);
  });

  it('covers every day once', () => {
    const anyDay = fc.nat(4_000).map((days) => plusDays('2020-01-01', days));
    fc.assert(
      fc.property(anyDay, fc.nat(399), fc.constantFrom(...salesGroups), (from, length, group) => {
        const period = { from, to: plusDays(from, length) };
        const parts = split(period, group);
        expect(parts[0]!.from).toBe(period.from);
        expect(parts.at(-1)!.to).toBe(period.to);
        expect(parts.slice(1).map((part) => part.from)).toEqual(parts.slice(0, -1).map(({ to }) => plusDays(to, 1)));
        expect(parts.reduce((sum, part) => sum + daysIn(part), 0)).toBe(length + 1);
      }),
    );
  });
});

it('the period before has the same length and ends the day before', () => {
  expect(periodBefore({ from: '2026-03-01', to: '2026-03-31' })).toEqual({ from: '2026-01-29', to: '2026-02-28' });
  expect(periodBefore({ from: '2026-11-21', to: '2026-11-21' })).toEqual({ from: '2026-11-20', to: '2026-11-20' });
});

it('adds up figures', () => {
  const one = { ...noSales, orders: 2, paid: 300, net: 300 };
  expect(addSales([])).toEqual(noSales);
  expect(addSales([one, { ...noSales, refunds: 1, refunded: 100, net: -100 }])).toEqual({
    ...one,
    refunds: 1,
    refunded: 100,
    net: 200,
  });
});
