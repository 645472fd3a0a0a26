/** Proves which classes a pattern makes, and what moving some of them leads to. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ClassTimes,
  type Pattern,
  clashesOf,
  classNameOf,
  followTimes,
  isOutside,
  moveProblem,
  outOfOrder,
  planClasses,
  planMove,
} from './class-plan.ts';

const evenings: Pattern = {
  weekdays: [2, 4],
  startMinute: 19 * 60,
  duration: 120,
  count: 3,
  from: '2026-12-01',
  skip: [],
};
const dates = (pattern: Partial<Pattern>) =>
  planClasses({ ...evenings, ...pattern }).planned.map(({ date }) => date.slice(5));

describe('a pattern', () => {
  it.each<[string, Partial<Pattern>, string[]]>([
    ['every Tuesday and Thursday', {}, ['12-01', '12-03', '12-08']],
    ['from a day between', { from: '2026-12-02' }, ['12-03', '12-08', '12-10']],
    ['one day a week over the year', { weekdays: [5], from: '2026-12-25' }, ['12-25', '01-01', '01-08']],
    ['Sundays', { weekdays: [7], count: 1 }, ['12-06']],
    [
      'a day that is left out is made up for',
      { skip: [{ date: '2026-12-03', reason: 'Libur' }] },
      ['12-01', '12-08', '12-10'],
    ],
    ['no day of the week', { weekdays: [] }, []],
  ])('makes the days of %s', (_, pattern, expected) => expect(dates(pattern)).toEqual(expected));

  it('is in the hours of Jakarta, and says what it left out and why', () => {
    const skip = [
      { date: '2026-12-25', reason: 'Hari Raya Natal' },
      { date: '2026-12-26', reason: 'No Friday' },
    ];
    expect(planClasses({ ...evenings, weekdays: [5], from: '2026-12-25', count: 1, skip })).toEqual({
      planned: [{ date: '2027-01-01', startAt: '2027-01-01T12:00:00.000Z', endAt: '2027-01-01T14:00:00.000Z' }],
      skipped: [{ date: '2026-12-25', reason: 'Hari Raya Natal' }],
    });
  });

  const day = fc
    .integer({ min: 0, max: 800 })
    .map((days) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10));
  it('makes as many as asked for, on its weekdays, rising, none on a day that is left out, and passes over no other', () =>
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
        fc.integer({ min: 1, max: 60 }),
        day,
        fc.uniqueArray(day, { maxLength: 100 }),
        (weekdays, count, from, off) => {
          const skip = off.map((date) => ({ date, reason: 'Libur' }));
          const { planned, skipped } = planClasses({ ...evenings, weekdays, count, from, skip });
          const made = planned.map(({ date }) => date);
          expect(made).toHaveLength(count);
          expect(made.filter((date) => off.includes(date))).toEqual([]);
          const last = made.at(-1) ?? '';
          const all: string[] = [];
          for (const at = new Date(from); at <= new Date(last); at.setUTCDate(at.getUTCDate() + 1))
            if (weekdays.map((one) => one % 7).includes(at.getUTCDay())) all.push(at.toISOString().slice(0, 10));
          expect([...made, ...skipped.map(({ date }) => date)].toSorted()).toEqual(all);
        },
      ),
    ));

  it('names classes by their number', () => expect(classNameOf('Pertemuan {n} ({n})', 4)).toBe('Pertemuan 4 (4)'));
  it('puts the number at the end where it has no place', () => expect(classNameOf('Kelas', 4)).toBe('Kelas 4'));
});

const two = (sectionId: string, date: string, hour = 12): ClassTimes => ({
  sectionId,
  startAt: `2026-12-${date}T${hour}:00:00.000Z`,
  endAt: `2026-12-${date}T${hour + 2}:00:00.000Z`,
});
const timesOf = ({ startAt, endAt }: ClassTimes) => ({ startAt: startAt ?? '', endAt: endAt ?? '' });
const open: ClassTimes = { sectionId: 'open', startAt: null, endAt: null };
const classes = [two('a', '01'), two('b', '03'), open, two('c', '08')];

describe('moving a class', () => {
  const to = timesOf(two('b', '04', 13));

  it('moves it alone, or all later ones by the same shift', () => {
    expect(planMove(classes, 'b', to, false)).toEqual([{ sectionId: 'b', ...to }]);
    expect(planMove(classes, 'b', to, true)).toEqual([
      { sectionId: 'b', ...to },
      { sectionId: 'c', ...timesOf(two('c', '09', 13)) },
    ]);
    expect(planMove(classes, 'open', to, true)).toEqual([]);
  });

  it('is taken back by moving to the old times', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: -10_000, max: 10_000 }),
        fc.integer({ min: 0, max: 3 }),
        fc.boolean(),
        (minutes, index, later) => {
          const from = classes[index]!;
          if (from.startAt === null) return;
          const shift = (instant: string | null) =>
            new Date(Date.parse(instant ?? '') + minutes * 60_000).toISOString();
          const moves = planMove(
            classes,
            from.sectionId,
            { startAt: shift(from.startAt), endAt: shift(from.endAt) },
            later,
          );
          const moved = classes.map((one) => ({
            ...one,
            ...moves.find(({ sectionId }) => sectionId === one.sectionId),
          }));
          for (const move of moves) {
            const before = classes.find(({ sectionId }) => sectionId === move.sectionId)!;
            expect(Date.parse(move.startAt) - Date.parse(before.startAt!)).toBe(minutes * 60_000);
            expect(followTimes(timesOf(before), timesOf(before), move)).toEqual({
              startAt: move.startAt,
              endAt: move.endAt,
            });
            expect(followTimes(move, move, timesOf(before))).toEqual(timesOf(before));
          }
          expect(moved.filter((one, at) => one.startAt !== classes[at]!.startAt).length).toBe(
            minutes === 0 ? 0 : moves.length,
          );
        },
      ),
    ));

  it.each<[string, ClassTimes, { startAt: string; endAt: string }, RegExp | undefined]>([
    ['one to come', two('a', '04'), to, undefined],
    ['one without a time', open, to, undefined],
    ['one that has begun', two('a', '02', 10), to, /was held/],
    ['one whose attendance was taken', { ...two('a', '04'), isHeld: true }, to, /was held/],
    ['to where it ends as it starts', two('a', '04'), { startAt: to.endAt, endAt: to.endAt }, /before it starts/],
    ['into the past', two('a', '04'), timesOf(two('a', '01')), /into the past/],
    ['to where it ends before it starts', two('a', '04'), { startAt: to.endAt, endAt: to.startAt }, /before it starts/],
  ])('is judged: %s', (_, from, wanted, problem) => {
    const told = moveProblem(from, wanted, new Date('2026-12-02T10:00:00Z'));
    if (problem) expect(told).toMatch(problem);
    else expect(told).toBeUndefined();
  });

  it('takes what has times of its own along', () => {
    const from = timesOf(two('b', '03'));
    const longer = { startAt: '2026-12-04T12:00:00.000Z', endAt: '2026-12-04T15:00:00.000Z' };
    expect(followTimes(from, from, longer)).toEqual(longer);
    expect(followTimes({ startAt: '2026-12-03T11:30:00.000Z', endAt: null }, from, longer)).toEqual({
      startAt: '2026-12-04T11:30:00.000Z',
      endAt: null,
    });
  });

  it('clashes with what overlaps, not with what touches or is itself', () => {
    const other = (sectionId: string, hour: number) => ({
      ...timesOf(two(sectionId, '04', hour)),
      sectionId,
      name: sectionId,
      courseName: 'Lain',
      shares: 'Sari',
    });
    const others = [other('before', 11), other('within', 14), other('after', 15), other('b', 13), other('early', 12)];
    expect(clashesOf({ sectionId: 'b', ...to }, others).map(({ sectionId }) => sectionId)).toEqual(['within', 'early']);
  });

  it('names what then comes in another order than its section, or outside the days of its course', () => {
    expect(outOfOrder(classes, [])).toEqual([]);
    expect(outOfOrder(classes, [{ sectionId: 'b', ...timesOf(two('b', '10')) }])).toEqual(['b']);
    expect(outOfOrder(classes, [{ sectionId: 'b', ...timesOf(two('b', '07')) }])).toEqual([]);
    const days = { startDate: '2026-12-01', endDate: '2026-12-04' };
    expect([
      isOutside(to, days),
      isOutside(timesOf(two('c', '08')), days),
      isOutside(to, { startDate: null, endDate: null }),
    ]).toEqual([false, true, false]);
    // Two hours before midnight of Jakarta, the day after in no other place.
    expect(isOutside({ startAt: '2026-11-30T17:00:00Z', endAt: '2026-11-30T18:00:00Z' }, days)).toBe(false);
  });
});
