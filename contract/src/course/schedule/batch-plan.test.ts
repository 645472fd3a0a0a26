/** Tests that the dates of a next batch keep order, weekdays and working days, and avoid holidays. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs, jakartaDay, plusDays } from '../../kernel/days.ts';
import { type Dated, dayAfter, firstDayOf, lastDayOf, nextBatchName, planBatch } from './batch-plan.ts';
import { weekdayOf } from './class-plan.ts';

const at = (day: string, time = '12:00') => `${day}T${time}:00.000Z`;
const classOn = (day: string, id = day): Dated => ({ kind: 'section', id, startAt: at(day), endAt: at(day, '14:00') });
const dayOf = (instant: string | null) => jakartaDay(new Date(instant ?? ''));
const lebaran = new Map([
  ['2027-03-09', 'Hari Raya Nyepi'],
  ['2027-03-10', 'Hari Raya Idul Fitri'],
  ['2027-03-11', 'Hari Raya Idul Fitri'],
]);
/** Tuesdays and Thursdays from 1 June 2027, a Tuesday. */
const original = {
  startDate: '2027-06-01',
  endDate: '2027-06-12',
  dates: [classOn('2027-06-01'), classOn('2027-06-03'), classOn('2027-06-08'), classOn('2027-06-10')],
};
const plannedDays = (startDate: string, holidays = new Map<string, string>()) =>
  planBatch(original, startDate, holidays).dates.map(({ startAt }) => dayOf(startAt).slice(5));

describe('planBatch', () => {
  it.each<[string, string, string[]]>([
    ['the same weekday', '2027-09-07', ['09-07', '09-09', '09-14', '09-16']],
    ['a day before its weekday', '2027-09-06', ['09-07', '09-09', '09-14', '09-16']],
    ['a day after its weekday', '2027-09-08', ['09-14', '09-16', '09-21', '09-23']],
  ])('keeps the weekdays from %s on', (_, startDate, days) => expect(plannedDays(startDate)).toEqual(days));

  it('moves a class on a holiday, and all after it, a week later, with the holidays and the last day', () => {
    const { dates, endDate } = planBatch(original, '2027-03-02', lebaran);
    expect(dates.map(({ startAt }) => dayOf(startAt))).toEqual([
      '2027-03-02',
      '2027-03-04',
      '2027-03-16',
      '2027-03-18',
    ]);
    expect(dates.map(({ skipped }) => skipped)).toEqual([[], [], ['2027-03-09'], []]);
    expect(endDate).toBe('2027-03-20');
  });

  it('keeps the days between the first day and the first class', () => {
    const early = { ...original, startDate: '2027-05-24', dates: [classOn('2027-06-04')] };
    expect(planBatch(early, '2027-09-06', new Map()).dates.map(({ startAt }) => dayOf(startAt))).toEqual([
      '2027-09-17',
    ]);
    expect(planBatch(early, '2027-09-08', new Map()).dates.map(({ startAt }) => dayOf(startAt))).toEqual([
      '2027-09-17',
    ]);
  });

  it('moves each end of a discount with the classes before it, and leaves open ends open', () => {
    const dates: Dated[] = [
      ...original.dates,
      { kind: 'discount', id: 'early', startAt: at('2027-05-01'), endAt: at('2027-05-31') },
      { kind: 'discount', id: 'open', startAt: null, endAt: at('2027-06-09') },
    ];
    expect(planBatch({ ...original, dates }, '2027-03-02', lebaran).dates.slice(4)).toMatchObject([
      { startAt: at('2027-01-30'), endAt: at('2027-03-01') },
      { startAt: null, endAt: at('2027-03-17') },
    ]);
  });

  it('ends no earlier than it starts, also without classes or a first day', () => {
    const bare = { startDate: '2027-06-01', endDate: '2027-06-01', dates: [] };
    expect(planBatch(bare, '2027-09-08', new Map()).endDate).toBe('2027-09-14');
    expect(planBatch({ ...bare, startDate: null, endDate: null }, '2027-09-08', new Map())).toEqual({
      endDate: null,
      dates: [],
    });
  });

  const day = fc.integer({ min: 0, max: 700 }).map((days) => plusDays('2026-01-01', days));
  const course = fc.record({
    days: fc.array(day, { minLength: 1, maxLength: 60 }),
    lead: fc.option(fc.integer({ min: 0, max: 20 })),
    to: day.map((one) => plusDays(one, 800)),
    off: fc.uniqueArray(
      day.map((one) => plusDays(one, 800)),
      { maxLength: 120 },
    ),
    hour: fc.integer({ min: 0, max: 23 }),
  });

  it('keeps order, weekdays, hours and lengths; no class is on a holiday; gaps without a holiday are equal', () =>
    fc.assert(
      fc.property(course, ({ days, lead, to, off, hour }) => {
        const holidays = new Map(off.map((date) => [date, 'Libur']));
        const sorted = days.toSorted();
        const dates = sorted.map((one, index): Dated => {
          const startAt = at(one, `${String(hour).padStart(2, '0')}:30`);
          return {
            kind: index % 3 === 2 ? 'lesson' : 'section',
            id: String(index),
            startAt,
            endAt: new Date(Date.parse(startAt) + 7_200_000).toISOString(),
          };
        });
        const startDate = lead === null ? null : plusDays(dayOf(dates[0]!.startAt), -lead);
        const made = planBatch({ startDate, endDate: null, dates }, to, holidays).dates;
        const [before, after] = [dates, made].map((list) => list.map(({ startAt }) => dayOf(startAt)));
        expect(after).toEqual(after!.toSorted());
        expect(after!.filter((one) => holidays.has(one))).toEqual([]);
        expect(after![0]! >= to).toBe(true);
        made.forEach((one, index) => {
          const old = dates[index]!;
          expect(weekdayOf(after![index]!)).toBe(weekdayOf(before![index]!));
          expect(one.startAt!.slice(10)).toBe(old.startAt!.slice(10));
          expect(Date.parse(one.endAt!) - Date.parse(one.startAt!)).toBe(7_200_000);
          if (index === 0) return;
          const gap = (list: string[]) => (Date.parse(list[index]!) - Date.parse(list[index - 1]!)) / dayMs;
          const isAroundHoliday = off.some((date) => date > after![index - 1]! && date < after![index]!);
          if (!isAroundHoliday) expect(gap(after!)).toBe(gap(before!));
          else expect(gap(after!) % 7).toBe(gap(before!) % 7);
        });
      }),
    ));

  it('with no holiday, moved to its own first day, is the course itself', () =>
    fc.assert(
      fc.property(fc.array(day, { minLength: 1, maxLength: 20 }), (days) => {
        const dates = days.map((one, index) => classOn(one, String(index)));
        const same = planBatch({ startDate: null, endDate: null, dates }, days.toSorted()[0]!, new Map());
        expect(same.dates).toEqual(dates.map((one) => ({ ...one, skipped: [] })));
      }),
    ));
});

it('the batch after another starts on the same weekday after its last day', () => {
  expect(dayAfter('2027-06-01', '2027-06-12')).toBe('2027-06-15');
  expect(dayAfter(null, '2027-06-12')).toBe('2027-06-13');
  expect([firstDayOf({ ...original, startDate: null }), lastDayOf({ ...original, endDate: null })]).toEqual([
    '2027-06-01',
    '2027-06-10',
  ]);
});

it.each([
  ['Data Batch 9', 'Data Batch 10'],
  ['Angkatan 03: Web', 'Angkatan 04: Web'],
  ['Kelas 2, batch #7', 'Kelas 2, batch #8'],
  ['Excel 365', 'Excel 365 Batch 2'],
  [`${'x'.repeat(143)}😀 akhir`, `${'x'.repeat(142)} Batch 2`],
])('the next batch of %s is %s', (name, next) => expect(nextBatchName(name)).toBe(next));
