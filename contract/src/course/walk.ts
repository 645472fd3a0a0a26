/** Walk through a course day by day, as a member sees it who begins on a chosen day. Pure. */
import { jakartaDay, plusDays, startOfDay } from '../kernel/days.ts';
import {
  type Drip,
  type LockedItem,
  type LockedSection,
  type Openness,
  openingDay,
  opennessOf,
} from './lesson-access.ts';

interface NamedSection<I extends LockedItem> extends LockedSection<I> {
  sectionId: string;
  name: string;
}

/** Class with a time: a live class, or a section with a time and no live class. */
export interface CourseClass {
  id: string;
  kind: 'section' | 'lesson';
  name: string;
  startAt: string;
}

/** Classes of a course by time. */
export const classesIn = <I extends LockedItem>(sections: readonly NamedSection<I>[]): CourseClass[] =>
  sections
    .flatMap(({ sectionId, name, startAt, items }): (Omit<CourseClass, 'startAt'> & { startAt: string | null })[] => {
      const lessons = items.filter(({ type }) => type === 'LIVE_CLASS');
      if (lessons.length === 0) return [{ id: sectionId, kind: 'section', name, startAt }];
      return lessons.map((one) => ({ id: one.id, kind: 'lesson', name: one.name, startAt: one.startAt ?? startAt }));
    })
    .flatMap(({ startAt, ...one }) => (startAt === null ? [] : [{ ...one, startAt }]))
    .toSorted((one, other) => Date.parse(one.startAt) - Date.parse(other.startAt));

interface Course<I extends LockedItem> {
  sections: readonly NamedSection<I>[];
  /** Days between sections if the member has the course by a learning path with a drip. */
  interval: Drip['interval'] | null;
  /** Day on which the member begins. */
  start: string;
}

/** Last moment of a Jakarta day. */
export const endOfDay = (day: string): Date => new Date(startOfDay(plusDays(day, 1)) - 1);

/** Openness at the end of a day. Until then classes were held as planned, and the member has done all that was open. */
function openAt<I extends LockedItem>({ sections, interval, start }: Course<I>, day: string): Openness<I>[] {
  const now = endOfDay(day);
  const wasHeld = (item: I, at: string | null) => item.isHeld || (at !== null && Date.parse(at) <= now.getTime());
  const held = sections.map((section) => ({
    ...section,
    items: section.items.map((item) => ({ ...item, isHeld: wasHeld(item, item.startAt ?? section.startAt) })),
  }));
  const drip = interval && { interval, since: new Date(startOfDay(start)).toISOString() };
  const done = new Set<string>();
  for (;;) {
    const outline = opennessOf({ sections: held, drip }, { completed: done, passed: done }, now);
    const open = outline.filter(({ item, isOpen }) => isOpen && !done.has(item.id));
    if (open.length === 0) return outline;
    for (const { item } of open) done.add(item.id);
  }
}

export interface WalkedDay<I extends LockedItem> {
  /** Every item at the end of the day, in course order. */
  outline: Openness<I>[];
  /** Items that open on the day. */
  opened: ReadonlySet<string>;
  classes: CourseClass[];
}

/** A day of the walk, from the day on which the member begins. */
export function walkedDay<I extends LockedItem>(course: Course<I>, day: string): WalkedDay<I> {
  const outline = openAt(course, day);
  const before = new Set(
    day <= course.start
      ? []
      : openAt(course, plusDays(day, -1)).flatMap(({ item, isOpen }) => (isOpen ? [item.id] : [])),
  );
  return {
    outline,
    opened: new Set(outline.flatMap(({ item, isOpen }) => (isOpen && !before.has(item.id) ? [item.id] : []))),
    classes: classesIn(course.sections).filter(({ startAt }) => jakartaDay(new Date(startAt)) === day),
  };
}

/** Next day of the walk on which something opens or a class takes place; undefined: none. */
export function nextWalkedDay<I extends LockedItem>(course: Course<I>, day: string): string | undefined {
  const { sections, interval, start } = course;
  const times = sections.flatMap(({ startAt, items }) => [startAt, ...items.map((item) => item.startAt)]);
  const days = [
    ...times.flatMap((at) => (at === null ? [] : [jakartaDay(new Date(at))])),
    ...(interval === null ? [] : sections.map((_, index) => plusDays(start, openingDay(index, interval) - 1))),
  ];
  return [...new Set(days)]
    .filter((one) => one > day)
    .toSorted()
    .find((one) => {
      const { opened, classes } = walkedDay(course, one);
      return opened.size > 0 || classes.length > 0;
    });
}
