/** Tests the walk through a course day by day: what opens when, what takes place, and which day is next. */
import { describe, expect, it } from 'vitest';
import type { LockedItem } from './lesson-access.ts';
import { classesIn, nextWalkedDay, walkedDay } from './walk.ts';

const item = (name: string, more: Partial<LockedItem> = {}): LockedItem => ({
  kind: 'lesson',
  id: name,
  name,
  type: 'VIDEO',
  lockRule: 'NONE',
  startAt: null,
  isHeld: false,
  ...more,
});
const section = (name: string, startAt: string | null, ...items: LockedItem[]) => ({
  sectionId: name,
  name,
  startAt,
  items,
});
const course = (...sections: ReturnType<typeof section>[]) =>
  ({ sections, interval: null, start: '2026-12-01' }) as const;

const openedOn = (of: Parameters<typeof walkedDay>[0], day: string) => [...walkedDay(of, day).opened].join(' ');

describe('a day of the walk', () => {
  it('opens what has no lock on the first day, and a chain of quizzes with it', () => {
    const quiz = { kind: 'quiz', type: 'QUIZ' } as const;
    const chain = course(
      section(
        's',
        null,
        item('a', quiz),
        item('b', { ...quiz, lockRule: 'PREV_QUIZ' }),
        item('c', { lockRule: 'PREV_QUIZ' }),
      ),
    );
    expect(openedOn(chain, '2026-12-01')).toBe('a b c');
    expect(openedOn(chain, '2026-12-02')).toBe('');
  });

  it('opens an item with its meeting date in Jakarta, and one behind a class on the day of the class', () => {
    const dated = course(
      // 00.30 on 3 December in Jakarta.
      section('s', '2026-12-02T17:30:00Z', item('class', { type: 'LIVE_CLASS', lockRule: 'START_AT' })),
      section('t', null, item('after', { lockRule: 'PREV_SESSION' })),
    );
    expect(openedOn(dated, '2026-12-02')).toBe('');
    expect(openedOn(dated, '2026-12-03')).toBe('class after');
    expect(walkedDay(dated, '2026-12-03').classes.map(({ name }) => name)).toEqual(['class']);
    expect(walkedDay(dated, '2026-12-02').outline.map(({ reason }) => reason)).toEqual([
      'Opens on 3 Des 2026, 00.30 WIB',
      'Opens once the class “class” was held',
    ]);
  });

  it('opens the sections of a drip one interval after the other, from the chosen start', () => {
    const weekly = { ...course(section('s', null, item('a')), section('t', null, item('b'))), interval: 7 as const };
    expect(openedOn(weekly, '2026-12-01')).toBe('a');
    expect(openedOn(weekly, '2026-12-07')).toBe('');
    expect(openedOn(weekly, '2026-12-08')).toBe('b');
    expect(openedOn({ ...weekly, start: '2026-12-05' }, '2026-12-08')).toBe('');
  });

  it('keeps an item behind a class without a date locked', () => {
    const undated = course(
      section('s', null, item('class', { type: 'LIVE_CLASS' }), item('after', { lockRule: 'PREV_SESSION' })),
    );
    expect(openedOn(undated, '2026-12-01')).toBe('class');
    expect(walkedDay(undated, '2027-12-01').outline.at(-1)?.isOpen).toBe(false);
    expect(nextWalkedDay(undated, '2026-12-01')).toBeUndefined();
  });
});

it('the next day of the walk is the next one on which something opens or a class takes place', () => {
  const mixed = {
    ...course(
      section('s', null, item('a')),
      section('t', '2026-12-04T12:00:00Z'),
      section('u', null, item('b', { lockRule: 'START_AT', startAt: '2026-12-20T12:00:00Z' })),
    ),
    interval: 7 as const,
  };
  expect(nextWalkedDay(mixed, '2026-12-01')).toBe('2026-12-04');
  // Days 8 and 15 open sections, of which nothing is to open.
  expect(nextWalkedDay(mixed, '2026-12-04')).toBe('2026-12-20');
  expect(nextWalkedDay(mixed, '2026-12-20')).toBeUndefined();
});

it('classes are the live classes, and sections with a time that have none, by time', () => {
  const sections = [
    section('later', '2026-12-05T12:00:00Z', item('lesson')),
    section('with a class', '2026-12-04T12:00:00Z', item('live', { type: 'LIVE_CLASS' })),
    section('own time', null, item('first', { type: 'LIVE_CLASS', startAt: '2026-12-01T12:00:00Z' })),
    section('no time', null, item('undated', { type: 'LIVE_CLASS' })),
  ];
  expect(classesIn(sections).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'lesson first',
    'lesson live',
    'section later',
  ]);
});
