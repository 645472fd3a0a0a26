/** Tests times in Jakarta, and which sections are in the calendar. */
import { expect, it } from 'vitest';
import { dayOf, isInCalendar, timesOf } from './class-times.ts';

it('returns days and hours in Jakarta', () => {
  expect(dayOf('2026-12-01T18:00:00Z')).toBe('2026-12-02');
  expect(timesOf({ startAt: '2026-12-01T12:00:00Z', endAt: '2026-12-01T14:00:00Z' })).toBe(
    'Sel, 1 Des 2026, 19.00–21.00 WIB',
  );
  expect(timesOf({ startAt: null, endAt: null })).toBeUndefined();
});

it.each<[string, string | null, (string | null)[], boolean]>([
  ['without a live lesson', '2026-12-01T12:00:00Z', [], true],
  ['with a live lesson at its time', '2026-12-01T12:00:00Z', ['2026-12-03T12:00:00Z', null], true],
  ['with live lessons at other times only', '2026-12-01T12:00:00Z', ['2026-12-03T12:00:00Z'], false],
  ['without a time', null, [null], false],
])('a section %s is in the calendar or not', (_, startAt, lessons, expected) => {
  const liveLessons = lessons.map((start, n) => ({ lessonId: String(n), name: 'Sesi', startAt: start, endAt: null }));
  const one = { sectionId: 's', name: 'Pekan', priority: 1, endAt: null, gmeetUrl: null, version: 1, event: null };
  expect(isInCalendar({ ...one, startAt, liveLessons })).toBe(expected);
});
