/** Tests that `openingDays` agrees with the locks of each course. */
import { describe, expect, it } from 'vitest';
import { dayMs } from '../kernel/days.ts';
import { opennessOf } from '../course/lesson-access.ts';
import { openingDays } from './rules.ts';

const course = (name: string, sections: number) => ({
  name,
  sections: Array.from({ length: sections }, (_, index) => ({
    startAt: null,
    items: [
      {
        kind: 'lesson' as const,
        id: `${name}${index + 1}`,
        name: `${name}${index + 1}`,
        type: 'ARTICLE',
        lockRule: 'NONE' as const,
        startAt: null,
        isHeld: false,
      },
    ],
  })),
});

const idsByDay = (...[courses, interval]: Parameters<typeof openingDays<ReturnType<typeof course>>>) =>
  openingDays(courses, interval).map(({ day, opens }) => [day, opens.map(({ section }) => section.items[0]!.id)]);

describe('openingDays', () => {
  it('begins with the first section of each course, in the order of the courses', () => {
    expect(idsByDay([course('A', 3), course('B', 1), course('C', 2)], 7)).toEqual([
      [1, ['A1', 'B1', 'C1']],
      [8, ['A2', 'C2']],
      [15, ['A3']],
    ]);
  });

  it('puts all on one day without a drip, and returns nothing without sections', () => {
    expect(idsByDay([course('A', 2), course('B', 1)], null)).toEqual([[1, ['A1', 'A2', 'B1']]]);
    expect(idsByDay([course('A', 0)], 30)).toEqual([]);
    expect(idsByDay([], 1)).toEqual([]);
  });

  it.each([1, 7, 30] as const)(
    'returns the first day on which a member finds a section open, every %i days',
    (interval) => {
      const since = '2026-11-24T01:00:00Z';
      const { name, sections } = course('A', 4);
      for (const { day, opens } of openingDays([{ name, sections }], interval)) {
        const isOpenOn = (on: number) => {
          const now = new Date(Date.parse(since) + (on - 1) * dayMs);
          return opennessOf({ sections, drip: { interval, since } }, null, now).flatMap(({ item, isOpen }) =>
            isOpen ? [item.id] : [],
          );
        };
        const ids = opens.map(({ section }) => section.items[0]!.id);
        expect(isOpenOn(day)).toEqual(expect.arrayContaining(ids));
        for (const id of day > 1 ? ids : []) expect(isOpenOn(day - 1)).not.toContain(id);
      }
    },
  );
});
