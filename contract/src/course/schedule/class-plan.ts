/**
 * Planning of classes: series by a pattern, and the effects of moving classes (decision 0029). Pure; used by server and
 * browser.
 */
import { jakartaDay, plusDays, startOfDay } from '../../kernel/days.ts';

/** UTC instant of a minute of a Jakarta day. */
const instantOf = (date: string, minutes: number): string =>
  new Date(startOfDay(date) + minutes * 60_000).toISOString();

/** Day of the week, from 1 (Monday) to 7 (Sunday). */
export const weekdayOf = (date: string): number => new Date(date).getUTCDay() || 7;

/** Weekly pattern of a series of classes. */
export interface Pattern {
  /** Days of the week, numbered as by {@link weekdayOf}. */
  weekdays: readonly number[];
  /** Minutes after midnight in Jakarta. */
  startMinute: number;
  /** In minutes. */
  duration: number;
  count: number;
  /** First day considered. */
  from: string;
  /** Days without a class. */
  skip: readonly { date: string; reason: string }[];
}

/** Days and hours in Jakarta of the shifts (domain.md, Course), by code. No days: any. */
export const shiftHours: Readonly<Record<string, { weekdays: readonly number[]; from: number; to: number }>> = {
  MORNING: { weekdays: [], from: 9, to: 12 },
  AFTERNOON: { weekdays: [], from: 13, to: 16 },
  EVENING: { weekdays: [], from: 19, to: 21 },
  WEEKEND: { weekdays: [6, 7], from: 9, to: 15 },
};

/** Class of a series: its Jakarta day and UTC instants. */
export interface PlannedClass {
  date: string;
  startAt: string;
  endAt: string;
}

/**
 * Plans `count` classes; skipped days are made up for at the end. `skipped`: days that match the pattern but are left
 * out, with reasons.
 */
export function planClasses({ weekdays, startMinute, duration, count, from, skip }: Pattern) {
  const reasons = new Map(skip.map(({ date, reason }) => [date, reason]));
  const planned: PlannedClass[] = [];
  const skipped: { date: string; reason: string }[] = [];
  if (weekdays.length === 0) return { planned, skipped };
  for (let date = from; planned.length < count; date = plusDays(date, 1)) {
    if (!weekdays.includes(weekdayOf(date))) continue;
    const reason = reasons.get(date);
    if (reason !== undefined) skipped.push({ date, reason });
    else planned.push({ date, startAt: instantOf(date, startMinute), endAt: instantOf(date, startMinute + duration) });
  }
  return { planned, skipped };
}

/** Name of class `n`: replaces `{n}` in the pattern, or appends the number. */
export const classNameOf = (pattern: string, n: number): string =>
  (pattern.includes('{n}') ? pattern : `${pattern} {n}`).replaceAll('{n}', String(n));

/** Start and end as UTC instants. */
export interface Times {
  startAt: string;
  endAt: string;
}
/** Current times of a section's class; null if it has none. */
export interface ClassTimes {
  sectionId: string;
  startAt: string | null;
  endAt: string | null;
  /** Attendance was taken. */
  isHeld?: boolean;
}
/** New times of a section's class. */
export interface Move extends Times {
  sectionId: string;
}

const at = (instant: string): number => Date.parse(instant);
const shifted = (instant: string, ms: number): string => new Date(at(instant) + ms).toISOString();

/**
 * Moves of one class to new times and, with `later`, of all classes with both times that begin after it by the same
 * shift, keeping their lengths. Empty if the class has no start.
 */
export function planMove(classes: readonly ClassTimes[], sectionId: string, to: Times, later: boolean): Move[] {
  const moved = classes.find((one) => one.sectionId === sectionId);
  const from = moved?.startAt;
  if (!moved || !from) return [];
  const ms = at(to.startAt) - at(from);
  const follow = classes.flatMap((one) =>
    later && one.sectionId !== sectionId && one.startAt && one.endAt && at(one.startAt) > at(from)
      ? [{ sectionId: one.sectionId, startAt: shifted(one.startAt, ms), endAt: shifted(one.endAt, ms) }]
      : [],
  );
  return [{ sectionId, ...to }, ...follow];
}

/** Reason why a class whose attendance was taken cannot be moved, for any role. */
export const heldClassReason = 'Its attendance was taken: a class that was held cannot be moved';
/** Reason why a class that has begun cannot be moved. */
export const begunClassReason = 'It has begun or is over: a class that was held cannot be moved';

/** Reason why a class may not move; undefined: it may. */
export function moveProblem(from: ClassTimes, to: Times, now: Date): string | undefined {
  if (from.isHeld) return heldClassReason;
  if (from.startAt !== null && at(from.startAt) <= now.getTime()) return begunClassReason;
  if (at(to.endAt) <= at(to.startAt)) return 'Ends before it starts';
  if (from.startAt !== null && at(to.startAt) <= now.getTime()) return 'A class cannot be moved into the past';
  return undefined;
}

/**
 * Times of something inside a class after the class moved: it shifts with the start, and what ended with the class
 * still does.
 */
export function timesAfterMove(
  item: { startAt: string | null; endAt: string | null },
  from: Times,
  to: Times,
): { startAt: string | null; endAt: string | null } {
  const ms = at(to.startAt) - at(from.startAt);
  const end =
    item.endAt !== null && at(item.endAt) === at(from.endAt) ? to.endAt : item.endAt && shifted(item.endAt, ms);
  return { startAt: item.startAt && shifted(item.startAt, ms), endAt: end };
}

/** Class that shares an instructor, a room or its course with a moved class. */
export interface OtherClass extends Times {
  sectionId: string;
  name: string;
  courseName: string;
  /** Shared resource: the name of an instructor, a room, or the course's members. */
  shares: string;
}

/** Classes that overlap a move; classes that only touch do not overlap. */
export const clashesOf = <Other extends OtherClass>(
  { startAt, endAt, sectionId }: Move,
  others: readonly Other[],
): Other[] =>
  others.filter(
    (other) => other.sectionId !== sectionId && at(other.startAt) < at(endAt) && at(startAt) < at(other.endAt),
  );

/** Ids of moved classes that would begin after a later section's class or before an earlier one's. */
export function outOfOrder(classes: readonly ClassTimes[], moves: readonly Move[]): string[] {
  const to = new Map(moves.map((move) => [move.sectionId, move.startAt]));
  const begins = classes.flatMap(({ sectionId, startAt }) => {
    const start = to.get(sectionId) ?? startAt;
    return start === null ? [] : [{ sectionId, start: at(start) }];
  });
  return begins
    .filter(
      ({ sectionId, start }, place) =>
        to.has(sectionId) && begins.some((other, index) => (index < place ? other.start > start : other.start < start)),
    )
    .map(({ sectionId }) => sectionId);
}

/** Whether a class lies partly outside the days of its course. */
export const isOutsideCourse = (
  { startAt, endAt }: Times,
  course: { startDate: string | null; endDate: string | null },
): boolean =>
  (course.startDate !== null && jakartaDay(new Date(startAt)) < course.startDate) ||
  (course.endDate !== null && jakartaDay(new Date(endAt)) > course.endDate);
