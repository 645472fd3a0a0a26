/** Tests the weeks of a month, times in Jakarta, and the entries of the calendar. */
import { expect, it } from 'vitest';
import { dayOf, entriesOf, monthAfter, timesOf, weeksOf } from './class-times.ts';

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

it('goes from month to month across years', () => {
  expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
});

it('returns days and hours in Jakarta', () => {
  expect(dayOf('2026-12-01T18:00:00Z')).toBe('2026-12-02');
  expect(timesOf({ startAt: '2026-12-01T12:00:00Z', endAt: '2026-12-01T14:00:00Z' })).toBe(
    'Sel, 1 Des 2026, 19.00–21.00 WIB',
  );
  expect(timesOf({ startAt: null, endAt: null })).toBeUndefined();
});

it('lists each section, and live lessons at another time', () => {
  const lesson = { lessonId: 'l1', name: 'Sesi bersama', startAt: null, endAt: null };
  const one = { priority: 1, endAt: null, gmeetUrl: null, version: 1, event: null };
  const entries = entriesOf([
    {
      ...one,
      sectionId: 's1',
      name: 'Pekan 1',
      startAt: '2026-12-01T12:00:00.000Z',
      liveLessons: [
        lesson,
        { ...lesson, lessonId: 'l2', startAt: '2026-12-01T12:00:00+00:00' },
        { ...lesson, lessonId: 'l3', name: 'Tanya jawab', startAt: '2026-12-03T12:00:00+00:00' },
      ],
    },
    { ...one, sectionId: 's2', name: 'Pekan 2', startAt: null, liveLessons: [lesson] },
  ]);
  expect(entries.map(({ key, name, startAt }) => [key, name, startAt])).toEqual([
    ['s1', 'Pekan 1', '2026-12-01T12:00:00.000Z'],
    ['l3', 'Tanya jawab', '2026-12-03T12:00:00+00:00'],
  ]);
});
