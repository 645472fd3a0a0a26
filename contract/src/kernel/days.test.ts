/** Tests days in Jakarta and their instants. */
import { expect, it } from 'vitest';
import { jakartaDay, plusDays, startOfDay } from './days.ts';

it('changes the day at midnight in Jakarta', () => {
  expect(jakartaDay(new Date('2026-11-09T16:59:59Z'))).toBe('2026-11-09');
  expect(jakartaDay(new Date('2026-11-09T17:00:00Z'))).toBe('2026-11-10');
  expect(new Date(startOfDay('2026-11-10')).toISOString()).toBe('2026-11-09T17:00:00.000Z');
});

it.each([
  ['2026-12-31', 1, '2027-01-01'],
  ['2026-03-01', -1, '2026-02-28'],
  ['2026-11-10', 0, '2026-11-10'],
])('counts from %s by %d days to %s', (day, days, expected) => expect(plusDays(day, days)).toBe(expected));
