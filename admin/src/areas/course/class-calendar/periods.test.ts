/** Tests the days and names of the calendar's periods. */
import { expect, it } from 'vitest';
import { dayAfter, openingDay, periodInWords, periodOf } from './periods.ts';

it.each([
  ['week', '2026-12-03', '2026-11-30', '2026-12-06'],
  ['week', '2026-12-06', '2026-11-30', '2026-12-06'],
  ['month', '2026-12-31', '2026-11-30', '2027-01-10'],
  // A month of four weeks to the day.
  ['month', '2027-02-10', '2027-02-01', '2027-03-14'],
  ['agenda', '2026-12-03', '2026-11-30', '2027-01-10'],
] as const)('the %s of %s is from %s to %s', (view, day, from, to) => {
  expect(periodOf(view, day)).toEqual({ from, to });
});

it.each([
  ['week', '2026-12-03', 1, '2026-12-07'],
  ['week', '2026-12-03', -1, '2026-11-23'],
  ['month', '2026-12-31', 1, '2027-01-01'],
  ['month', '2026-01-31', 1, '2026-02-01'],
  ['month', '2026-03-31', -1, '2026-02-01'],
  ['agenda', '2026-12-03', 1, '2027-01-11'],
  ['agenda', '2026-12-03', -1, '2026-10-19'],
] as const)('from the %s of %s, %i step leads to %s', (view, day, step, next) => {
  expect(dayAfter(view, day, step)).toBe(next);
});

it('names a month, and the days of a week or an agenda', () => {
  expect(periodInWords('month', '2026-12-03')).toBe('Desember 2026');
  expect(periodInWords('week', '2026-12-08')).toBe('7–13 Des 2026');
  expect(periodInWords('agenda', '2026-12-03')).toMatch(/^30 Nov 2026\s–\s10 Jan 2027$/);
});

it.each([
  ['of six weeks begin with the first one', ['2026-12-01', '2027-01-10'], '2026-12-01'],
  ['of more weeks begin with the next one', ['2026-10-01', '2026-12-20', '2027-02-01'], '2026-12-20'],
  ['that are over begin with the last one', ['2026-01-01', '2026-06-01'], '2026-06-01'],
  ['that do not exist have no day', [], undefined],
])('classes %s', (_, starts, day) => {
  expect(openingDay(starts.toReversed(), '2026-12-10')).toBe(day);
});
