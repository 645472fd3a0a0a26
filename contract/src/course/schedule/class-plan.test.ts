/** Tests the planning of classes by a pattern, and of moves. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ClassTimes,
  type Pattern,
  clashesOf,
  classNameOf,
  timesAfterMove,
  isOutsideCourse,
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

describe('planClasses', () => {
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
  ])('plans the days of a pattern: %s', (_, pattern, expected) => expect(dates(pattern)).toEqual(expected));

  it('uses Jakarta time, and reports skipped days with reasons', () => {
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
  it("plans exactly the requested number of classes, ascending, on the pattern's weekdays and no skipped day", () =>
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

  it('replaces {n} with the number', () => expect(classNameOf('Pertemuan {n} ({n})', 4)).toBe('Pertemuan 4 (4)'));
  it('appends the number to a name without {n}', () => expect(classNameOf('Kelas', 4)).toBe('Kelas 4'));
});

const classOn = (sectionId: string, date: string, hour = 12): ClassTimes => ({
  sectionId,
  startAt: `2026-12-${date}T${hour}:00:00.000Z`,
  endAt: `2026-12-${date}T${hour + 2}:00:00.000Z`,
});
const timesOf = ({ startAt, endAt }: ClassTimes) => ({ startAt: startAt ?? '', endAt: endAt ?? '' });
const open: ClassTimes = { sectionId: 'open', startAt: null, endAt: null };
const classes = [classOn('a', '01'), classOn('b', '03'), open, classOn('c', '08')];

describe('planMove', () => {
  const to = timesOf(classOn('b', '04', 13));

  it('moves one class, or also all later ones by the same shift', () => {
    expect(planMove(classes, 'b', to, false)).toEqual([{ sectionId: 'b', ...to }]);
    expect(planMove(classes, 'b', to, true)).toEqual([
      { sectionId: 'b', ...to },
      { sectionId: 'c', ...timesOf(classOn('c', '09', 13)) },
    ]);
    expect(planMove(classes, 'open', to, true)).toEqual([]);
  });

  it('is undone by moving back to the old times', () =>
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
            expect(timesAfterMove(timesOf(before), timesOf(before), move)).toEqual({
              startAt: move.startAt,
              endAt: move.endAt,
            });
            expect(timesAfterMove(move, move, timesOf(before))).toEqual(timesOf(before));
          }
          expect(moved.filter((one, at) => one.startAt !== classes[at]!.startAt).length).toBe(
            minutes === 0 ? 0 : moves.length,
          );
        },
      ),
    ));

  it.each<[string, ClassTimes, { startAt: string; endAt: string }, RegExp | undefined]>([
    ['one to come', classOn('a', '04'), to, undefined],
    ['one without a time', open, to, undefined],
    ['one that has begun', classOn('a', '02', 10), to, /was held/],
    ['one whose attendance was taken', { ...classOn('a', '04'), isHeld: true }, to, /was held/],
    ['to where it ends as it starts', classOn('a', '04'), { startAt: to.endAt, endAt: to.endAt }, /before it starts/],
    ['into the past', classOn('a', '04'), timesOf(classOn('a', '01')), /into the past/],
    [
      'to where it ends before it starts',
      classOn('a', '04'),
      { startAt: to.endAt, endAt: to.startAt },
      /before it starts/,
    ],
  ])('returns the problem of a move: %s', (_, from, target, problem) => {
    const actual = moveProblem(from, target, new Date('2026-12-02T10:00:00Z'));
    if (problem) expect(actual).toMatch(problem);
    else expect(actual).toBeUndefined();
  });

  it('moves what has times of its own along', () => {
    const from = timesOf(classOn('b', '03'));
    const longer = { startAt: '2026-12-04T12:00:00.000Z', endAt: '2026-12-04T15:00:00.000Z' };
    expect(timesAfterMove(from, from, longer)).toEqual(longer);
    expect(timesAfterMove({ startAt: '2026-12-03T11:30:00.000Z', endAt: null }, from, longer)).toEqual({
      startAt: '2026-12-04T11:30:00.000Z',
      endAt: null,
    });
  });

  it('reports overlapping classes as clashes, not adjacent ones or the class itself', () => {
    const other = (sectionId: string, hour: number) => ({
      ...timesOf(classOn(sectionId, '04', hour)),
      sectionId,
      name: sectionId,
      courseName: 'Lain',
      shares: 'Sari',
    });
    const others = [other('before', 11), other('within', 14), other('after', 15), other('b', 13), other('early', 12)];
    expect(clashesOf({ sectionId: 'b', ...to }, others).map(({ sectionId }) => sectionId)).toEqual(['within', 'early']);
  });

  it('reports classes out of section order, or outside the days of the course', () => {
    expect(outOfOrder(classes, [])).toEqual([]);
    expect(outOfOrder(classes, [{ sectionId: 'b', ...timesOf(classOn('b', '10')) }])).toEqual(['b']);
    expect(outOfOrder(classes, [{ sectionId: 'b', ...timesOf(classOn('b', '07')) }])).toEqual([]);
    const days = { startDate: '2026-12-01', endDate: '2026-12-04' };
    expect([
      isOutsideCourse(to, days),
      isOutsideCourse(timesOf(classOn('c', '08')), days),
      isOutsideCourse(to, { startDate: null, endDate: null }),
    ]).toEqual([false, true, false]);
    // Until 01:00 on 1 December in Jakarta, still 30 November in UTC.
    expect(isOutsideCourse({ startAt: '2026-11-30T17:00:00Z', endAt: '2026-11-30T18:00:00Z' }, days)).toBe(false);
  });
});
