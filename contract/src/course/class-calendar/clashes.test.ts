/** Tests which classes clash, and the state of their attendance. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Needed, findClashes } from './clashes.ts';
import { attendanceState } from './endpoints.ts';

const hour = (at: number) => new Date(Date.UTC(2026, 11, 1, at)).toISOString();
const classOf = (classId: string, from: number, more: Partial<Needed> = {}): Needed => ({
  classId,
  sectionId: classId,
  name: classId,
  courseId: `course ${classId}`,
  courseName: 'Kelas',
  startAt: hour(from),
  endAt: hour(from + 2),
  instructors: [],
  room: null,
  ...more,
});
const found = (classes: readonly Needed[], most?: number) =>
  Object.fromEntries([...findClashes(classes, most)].map(([id, all]) => [id, all.map(({ classId }) => classId)]));

it.each<[string, Partial<Needed>, Partial<Needed>, string[] | undefined]>([
  ['the same instructor', { instructors: ['Sari', 'Budi'] }, { instructors: [' sari '] }, ['Sari']],
  ['the same room', { room: 'Ruang 1' }, { room: 'ruang 1 ' }, ['Ruang 1']],
  ['the same course', { courseId: 'x' }, { courseId: 'x' }, ['This course']],
  [
    'everything',
    { courseId: 'x', instructors: ['Sari'], room: 'R' },
    { courseId: 'x', instructors: ['Sari'], room: 'R' },
    ['This course', 'Sari', 'R'],
  ],
  ['nothing', { instructors: ['Sari'], room: 'Ruang 1' }, { instructors: ['Budi'], room: 'Ruang 2' }, undefined],
  ['nothing, both online', {}, {}, undefined],
  ['the section', { courseId: 'x', sectionId: 's' }, { courseId: 'x', sectionId: 's' }, undefined],
])('overlapping classes that share %s', (_, one, other, shares) => {
  expect(findClashes([classOf('a', 12, one), classOf('b', 13, other)]).get('a')?.[0]?.shares).toEqual(shares);
});

it.each<[string, Needed, boolean]>([
  ['begins as the other ends', classOf('b', 14, { courseId: 'x' }), false],
  ['ends as the other begins', classOf('b', 10, { courseId: 'x' }), false],
  ['is within the other', classOf('b', 13, { courseId: 'x', endAt: hour(13) }), true],
  ['has no end and begins within the other', classOf('b', 13, { courseId: 'x', endAt: null }), true],
  ['begins with the other', classOf('b', 12, { courseId: 'x', endAt: null }), true],
])('a class of the same course that %s', (_, other, isClash) => {
  const one = classOf('a', 12, { courseId: 'x' });
  expect([found([one, other]), found([other, one])]).toEqual(
    Array.from({ length: 2 }, () => (isClash ? { a: ['b'], b: ['a'] } : {})),
  );
});

it('lists at most as many clashes of a class as requested', () => {
  const all = ['a', 'b', 'c', 'd'].map((id) => classOf(id, 12, { courseId: 'x' }));
  expect(found(all, 2)['a']).toHaveLength(2);
});

it('finds the pairs that overlap and share something, whatever their order', () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          from: fc.integer({ min: 0, max: 20 }),
          length: fc.integer({ min: 1, max: 5 }),
          courseId: fc.constantFrom('x', 'y', 'z'),
          room: fc.constantFrom(null, 'R', 'S'),
          instructors: fc.subarray(['Sari', 'Budi', 'Tono']),
        }),
        { maxLength: 12 },
      ),
      (drawn) => {
        const all = drawn.map(({ from, length, ...more }, index) =>
          classOf(String(index), from, { ...more, endAt: hour(from + length) }),
        );
        const actual = findClashes(all.toReversed(), Infinity);
        for (const [index, one] of drawn.entries()) {
          const expected = drawn.flatMap((other, place) => {
            const isOverlap = one.from < other.from + other.length && other.from < one.from + one.length;
            const isShared =
              one.courseId === other.courseId ||
              (one.room !== null && one.room === other.room) ||
              one.instructors.some((name) => other.instructors.includes(name));
            return place !== index && isOverlap && isShared ? String(place) : [];
          });
          const ids = (actual.get(String(index)) ?? []).map(({ classId }) => classId);
          expect(ids.toSorted()).toEqual(expected.toSorted());
        }
      },
    ),
  ));

it.each([
  ['has no live lesson', { lessonId: null }, 'none'],
  ['has no members', { members: 0 }, 'none'],
  ['is marked for a former member', { members: 0, marked: 1 }, 'taken'],
  ['is to come', { startAt: hour(15), endAt: hour(16) }, 'not-yet'],
  ['is running', { endAt: hour(15) }, 'not-yet'],
  ['is over', {}, 'missing'],
  ['is over, without an end', { endAt: null }, 'missing'],
  ['was marked before its end', { endAt: hour(15), marked: 1 }, 'taken'],
])('the attendance of a class that %s', (_, more, state) => {
  const one = { lessonId: 'l', startAt: hour(12), endAt: hour(14), members: 2, marked: 0, ...more };
  expect(attendanceState(one, Date.parse(hour(14)))).toBe(state);
});
