/** Tests which items of a course are open on a day, and the reasons for locked ones. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Drip,
  type LockedItem,
  type LockedSection,
  type Progress,
  findUnopenableItems,
  opennessOf,
} from './lesson-access.ts';

const lesson = (name: string, more: Partial<LockedItem> = {}): LockedItem => ({
  kind: 'lesson',
  id: name,
  name,
  type: 'VIDEO',
  lockRule: 'NONE',
  startAt: null,
  isHeld: false,
  ...more,
});
const liveClass = (name: string, more: Partial<LockedItem> = {}) => lesson(name, { type: 'LIVE_CLASS', ...more });
const quiz = (name: string, more: Partial<LockedItem> = {}) => lesson(name, { kind: 'quiz', type: 'QUIZ', ...more });
const section = (...items: LockedItem[]): LockedSection => ({ startAt: null, items });
const done = (passed: string[] = [], completed: string[] = []): Progress => ({
  passed: new Set(passed),
  completed: new Set(completed),
});

const now = new Date('2026-12-01T05:00:00Z');
const reasonsOf = (sections: LockedSection[], progress: Progress | null = null, drip: Drip | null = null, at = now) =>
  Object.fromEntries(opennessOf({ sections, drip }, progress, at).map(({ item, reason }) => [item.name, reason]));

describe('the end of the access', () => {
  const sections = [
    section(lesson('x'), lesson('y', { lockRule: 'PREV_SESSION' }), lesson('z', { isPublished: false })),
  ];
  const on = (accessEndsOn: string | null) =>
    opennessOf({ sections, drip: null, accessEndsOn }, null, now).map(({ reason }) => reason);

  it('closes all from the next day in Jakarta on, whatever else is the reason', () => {
    const ended = 'Access ended on 30 Nov 2026';
    expect(on('2026-11-30')).toEqual([ended, ended, 'Not published']);
  });

  it('closes nothing on the last day, and without one', () => {
    expect(on('2026-12-01')).toEqual(on(null));
    expect(on(null)[0]).toBe('');
  });
});

describe('a lock', () => {
  it.each<[string, LockedItem[], Progress | null, string]>([
    ['no rule', [lesson('x')], null, ''],
    [
      'a date to come, in Jakarta',
      [lesson('x', { lockRule: 'START_AT', startAt: '2026-12-03T12:00:00Z' })],
      null,
      'Opens on 3 Des 2026, 19.00 WIB',
    ],
    [
      'a late evening in UTC, the next day in Jakarta',
      [lesson('x', { lockRule: 'START_AT', startAt: '2026-12-31T18:30:00Z' })],
      null,
      'Opens on 1 Jan 2027, 01.30 WIB',
    ],
    ['the date itself', [lesson('x', { lockRule: 'START_AT', startAt: '2026-12-01T05:00:00Z' })], null, ''],
    [
      'a class that was not held',
      [liveClass('Pertemuan 1', { isHeld: true }), liveClass('Pertemuan 2'), lesson('x', { lockRule: 'PREV_SESSION' })],
      null,
      'Opens once the class “Pertemuan 2” was held',
    ],
    [
      'a class that was held, whatever is before it',
      [liveClass('1'), liveClass('2', { isHeld: true }), lesson('x', { lockRule: 'PREV_SESSION' })],
      null,
      '',
    ],
    [
      'a quiz that nobody did',
      [quiz('Kuis 1'), lesson('x', { lockRule: 'PREV_QUIZ' })],
      null,
      'Opens once the quiz “Kuis 1” is done',
    ],
    [
      'a quiz that was done and not passed',
      [quiz('Kuis 1'), lesson('x', { lockRule: 'PREV_QUIZ' })],
      done([], ['Kuis 1']),
      '',
    ],
    ['a quiz that was passed', [quiz('Kuis 1'), lesson('x', { lockRule: 'PREV_QUIZ' })], done(['Kuis 1']), ''],
    [
      'another quiz that was passed',
      [quiz('Kuis 1'), quiz('Kuis 2'), lesson('x', { lockRule: 'PREV_QUIZ' })],
      done(['Kuis 1']),
      'Opens once the quiz “Kuis 2” is done',
    ],
    [
      'a survey, which is no quiz',
      [quiz('Kuis 1'), lesson('S', { kind: 'survey', type: 'SURVEY' }), lesson('x', { lockRule: 'PREV_QUIZ' })],
      done(['Kuis 1']),
      '',
    ],
    [
      'a class that is not published, for which nothing waits',
      [
        liveClass('1', { isHeld: true }),
        liveClass('2', { isPublished: false }),
        lesson('x', { lockRule: 'PREV_SESSION' }),
      ],
      null,
      '',
    ],
    ['what is not published', [lesson('x', { isPublished: false })], done(['x'], ['x']), 'Not published'],
  ])('gives the reason for: %s', (_, items, progress, reason) => {
    expect(reasonsOf([section(...items)], progress)['x']).toBe(reason);
  });

  it('uses the date of the section if the item has none', () => {
    const items = [
      lesson('x', { lockRule: 'START_AT' }),
      liveClass('y', { lockRule: 'START_AT', startAt: '2026-12-04T12:00:00Z' }),
    ];
    expect(reasonsOf([{ startAt: '2026-12-03T12:00:00Z', items }])).toEqual({
      x: 'Opens on 3 Des 2026, 19.00 WIB',
      y: 'Opens on 4 Des 2026, 19.00 WIB',
    });
  });

  it('waits for the class and the quiz before it, also in earlier sections', () => {
    const sections = [
      section(liveClass('A'), quiz('B')),
      section(
        lesson('x', { lockRule: 'PREV_SESSION' }),
        lesson('y', { lockRule: 'PREV_QUIZ' }),
        liveClass('C', { isHeld: true }),
      ),
    ];
    expect(reasonsOf(sections)).toMatchObject({
      x: 'Opens once the class “A” was held',
      y: 'Opens once the quiz “B” is done',
    });
  });
});

describe('drip', () => {
  const three = [section(lesson('1')), section(lesson('2')), section(lesson('3'))];
  // 23:30 on 24 November in Jakarta, half an hour before the next day.
  const since = '2026-11-24T16:30:00Z';

  it.each<[string, Drip, string, Record<string, string>]>([
    [
      'weekly, on the seventh day',
      { interval: 7, since },
      '2026-11-30T16:59:59Z',
      { 1: '', 2: 'Opens on day 8', 3: 'Opens on day 15' },
    ],
    ['weekly, on the eighth', { interval: 7, since }, '2026-11-30T17:00:00Z', { 1: '', 2: '', 3: 'Opens on day 15' }],
    ['daily', { interval: 1, since }, '2026-11-25T05:00:00Z', { 1: '', 2: '', 3: 'Opens on day 3' }],
    ['monthly', { interval: 30, since }, '2026-12-24T05:00:00Z', { 1: '', 2: '', 3: 'Opens on day 61' }],
    [
      'before the first day',
      { interval: 1, since },
      '2026-11-23T05:00:00Z',
      { 1: 'Opens on day 1', 2: 'Opens on day 2', 3: 'Opens on day 3' },
    ],
    [
      'nobody, who begins today',
      { interval: 7, since: null },
      '2030-01-01T00:00:00Z',
      { 1: '', 2: 'Opens on day 8', 3: 'Opens on day 15' },
    ],
  ])('opens sections day by day: %s', (_, drip, at, reasons) => {
    expect(reasonsOf(three, null, drip, new Date(at))).toEqual(reasons);
  });

  it('reports the drip before the lock of an item', () => {
    const sections = [section(quiz('Kuis 1')), section(lesson('x', { lockRule: 'PREV_QUIZ' }))];
    expect(reasonsOf(sections, null, { interval: 7, since: null })['x']).toBe('Opens on day 8');
  });
});

describe('neverOpens', () => {
  it.each<[string, LockedItem[], string[]]>([
    ['a date that is not there', [lesson('x', { lockRule: 'START_AT' })], ['x: Never opens: it has no meeting date']],
    [
      'a class that comes only after it',
      [lesson('x', { lockRule: 'PREV_SESSION' }), liveClass('A')],
      ['x: Never opens: there is no live class before it'],
    ],
    [
      'a quiz that is not published',
      [quiz('A', { isPublished: false }), lesson('x', { lockRule: 'PREV_QUIZ' })],
      ['x: Never opens: there is no quiz before it'],
    ],
    [
      'what waits for what waits in vain',
      [
        quiz('A', { lockRule: 'START_AT' }),
        quiz('B', { lockRule: 'PREV_QUIZ' }),
        lesson('x', { lockRule: 'PREV_QUIZ' }),
      ],
      [
        'A: Never opens: it has no meeting date',
        'B: Never opens: it waits for the quiz “A”, which never opens',
        'x: Never opens: it waits for the quiz “B”, which never opens',
      ],
    ],
    [
      'nothing',
      [liveClass('A'), quiz('B'), lesson('x', { lockRule: 'PREV_QUIZ' }), lesson('y', { lockRule: 'PREV_SESSION' })],
      [],
    ],
  ])('reports: %s', (_, items, expected) => {
    expect(findUnopenableItems([section(...items)]).map(({ item, reason }) => `${item.name}: ${reason}`)).toEqual(
      expected,
    );
  });
});

describe('opennessOf, for any course', () => {
  const minute = fc.integer({ min: 0, max: 200_000 });
  const at = (minutes: number) => new Date(Date.parse('2026-10-01T00:00:00Z') + minutes * 60_000);
  const item = fc.record({
    what: fc.constantFrom(lesson, liveClass, quiz),
    lockRule: fc.constantFrom('NONE' as const, 'START_AT' as const, 'PREV_SESSION' as const, 'PREV_QUIZ' as const),
    start: fc.option(minute),
    isHeld: fc.boolean(),
    isPublished: fc.boolean(),
  });
  const course = fc
    .array(fc.array(item, { maxLength: 5 }), { maxLength: 5 })
    .map((sections) =>
      sections.map((items, s) =>
        section(
          ...items.map(({ what, start, ...more }, i) =>
            what(`${s}.${i}`, { ...more, startAt: start === null ? null : at(start).toISOString() }),
          ),
        ),
      ),
    );
  const drip = fc.option(
    fc.record({
      interval: fc.constantFrom(1 as const, 7 as const, 30 as const),
      since: minute.map((m) => at(m).toISOString()),
    }),
  );
  const ids = fc.uniqueArray(fc.tuple(fc.nat(4), fc.nat(4)).map((pair) => pair.join('.')));
  const open = (sections: LockedSection[], held: Drip | null, progress: Progress, moment: Date) =>
    new Set(
      opennessOf({ sections, drip: held }, progress, moment).flatMap(({ item: { id }, isOpen }) =>
        isOpen ? [id] : [],
      ),
    );

  it('never closes an item as time passes and progress grows', () =>
    fc.assert(
      fc.property(course, drip, fc.tuple(ids, ids, ids), minute, minute, (sections, held, did, one, other) => {
        const [some, more, finished] = did;
        const [early, late] = [at(Math.min(one, other)), at(Math.max(one, other))];
        const before = open(sections, held, done(some), early);
        const after = open(sections, held, done([...some, ...more], finished), late);
        expect([...before].filter((id) => !after.has(id))).toEqual([]);
      }),
    ));

  it('opens items without a rule at any time if there is no drip', () =>
    fc.assert(
      fc.property(course, ids, minute, (sections, passed, moment) => {
        const free = sections
          .flatMap(({ items }) => items)
          .filter(({ lockRule, isPublished }) => lockRule === 'NONE' && isPublished);
        const opened = open(sections, null, done(passed), at(moment));
        expect(free.filter(({ id }) => !opened.has(id))).toEqual([]);
      }),
    ));

  it('does not depend on the order of progress', () =>
    fc.assert(
      fc.property(course, drip, ids, minute, (sections, held, passed, moment) => {
        expect(opennessOf({ sections, drip: held }, done(passed), at(moment))).toEqual(
          opennessOf({ sections, drip: held }, done(passed.toReversed()), at(moment)),
        );
      }),
    ));

  it('finally opens everything except what never opens, once all is passed and all classes were held', () =>
    fc.assert(
      fc.property(course, drip, (sections, held) => {
        const heldAll = sections.map(({ items, ...rest }) => ({
          ...rest,
          items: items.map((one) => ({ ...one, isHeld: true })),
        }));
        const all = heldAll.flatMap(({ items }) => items).filter(({ isPublished }) => isPublished);
        const opened = open(heldAll, held, done(all.map(({ id }) => id)), new Date('2040-01-01'));
        const inVain = findUnopenableItems(heldAll).map(({ item: { id } }) => id);
        expect(all.map(({ id }) => id).filter((id) => !opened.has(id))).toEqual(inVain);
      }),
    ));
});
