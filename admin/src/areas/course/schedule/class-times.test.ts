/** Proves the weeks of a month, and times as Jakarta tells them. */
import { expect, it } from 'vitest';
import { dayOf, monthAfter, timesOf, weeksOf } from './class-times.ts';

it('begins weeks on Monday and covers the whole month', () => {
  const weeks = weeksOf('2026-12');
  expect(weeks[0]).toEqual([
    '2026-11-30',
    '2026-12-01',
    '2026-12-02',
    '2026-12-03',
    '2026-12-04',
    '2026-12-05',
    '2026-12-06',
  ]);
  expect(weeks.at(-1)?.[0]).toBe('2026-12-28');
  // A month that is four weeks to the day.
  expect(weeksOf('2027-02')).toHaveLength(4);
});

it('goes from month to month over the year', () => {
  expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
});

it('tells days and hours of Jakarta', () => {
  expect(dayOf('2026-12-01T18:00:00Z')).toBe('2026-12-02');
  expect(timesOf({ startAt: '2026-12-01T12:00:00Z', endAt: '2026-12-01T14:00:00Z' })).toBe(
    'Sel, 1 Des 2026, 19.00–21.00 WIB',
  );
  expect(timesOf({ startAt: null, endAt: null })).toBeUndefined();
});
