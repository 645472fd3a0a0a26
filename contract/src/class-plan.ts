/** Plans classes: many by a pattern, and what follows when some are moved (decision 0029). Pure; both sides use it. */
import { jakartaDay } from './course-rules.ts';

const dayMs = 24 * 3_600_000;
const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);
/** Jakarta keeps UTC+7 all year. */
const instantOf = (date: string, minutes: number): string =>
  new Date(Date.parse(`${date}T00:00:00+07:00`) + minutes * 60_000).toISOString();

/** 1 is Monday, 7 Sunday. */
export const weekdayOf = (date: string): number => new Date(date).getUTCDay() || 7;

export interface Pattern {
  /** As {@link weekdayOf} counts. */
  weekdays: readonly number[];
  /** Minutes after midnight in Jakarta. */
  startMinute: number;
  /** In minutes. */
  duration: number;
  count: number;
  /** The first day that is looked at. */
  from: string;
  /** Days without a class. */
  skip: readonly { date: string; reason: string }[];
}

export interface PlannedClass {
  date: string;
  startAt: string;
  endAt: string;
}

/** As many classes as are asked for; a day that is left out is made up for at the end. `skipped`: those that met the pattern, and why. */
export function planClasses({ weekdays, startMinute, duration, count, from, skip }: Pattern) {
  const reasons = new Map(skip.map(({ date, reason }) => [date, reason]));
  const planned: PlannedClass[] = [];
  const skipped: { date: string; reason: string }[] = [];
  if (weekdays.length === 0) return { planned, skipped };
  for (let date = from; planned.length < count; date = dayAfter(date, 1)) {
    if (!weekdays.includes(weekdayOf(date))) continue;
    const reason = reasons.get(date);
    if (reason !== undefined) skipped.push({ date, reason });
    else planned.push({ date, startAt: instantOf(date, startMinute), endAt: instantOf(date, startMinute + duration) });
  }
  return { planned, skipped };
}

/** `Pertemuan {n}` with its number, which stands at the end where it has no place. */
export const classNameOf = (pattern: string, n: number): string =>
  (pattern.includes('{n}') ? pattern : `${pattern} {n}`).replaceAll('{n}', String(n));

export interface Times {
  startAt: string;
  endAt: string;
}
export interface ClassTimes {
  sectionId: string;
  startAt: string | null;
  endAt: string | null;
  /** Its attendance was taken. */
  isHeld?: boolean;
}
export interface Move extends Times {
  sectionId: string;
}

const at = (instant: string): number => Date.parse(instant);
const shifted = (instant: string, ms: number): string => new Date(at(instant) + ms).toISOString();

/** One class to its new times, and with `later` all that begin after it by the same shift, each as long as it was. */
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

/** Why a class whose attendance was taken is not moved, whoever asks. */
export const heldStays = 'Its attendance was taken: a class that was held cannot be moved';
export const begunStays = 'It has begun or is over: a class that was held cannot be moved';

/** Why a class may not go from its times to others; undefined: it may. */
export function moveProblem(from: ClassTimes, to: Times, now: Date): string | undefined {
  if (from.isHeld) return heldStays;
  if (from.startAt !== null && at(from.startAt) <= now.getTime()) return begunStays;
  if (at(to.endAt) <= at(to.startAt)) return 'Ends before it starts';
  if (from.startAt !== null && at(to.startAt) <= now.getTime()) return 'A class cannot be moved into the past';
  return undefined;
}

/** Where something of a class goes with it: what filled the whole class fills it again, all else moves with its start. */
export function followTimes(
  item: { startAt: string | null; endAt: string | null },
  from: Times,
  to: Times,
): { startAt: string | null; endAt: string | null } {
  const ms = at(to.startAt) - at(from.startAt);
  const end =
    item.endAt !== null && at(item.endAt) === at(from.endAt) ? to.endAt : item.endAt && shifted(item.endAt, ms);
  return { startAt: item.startAt && shifted(item.startAt, ms), endAt: end };
}

export interface OtherClass extends Times {
  sectionId: string;
  name: string;
  courseName: string;
  /** What both need: the name of an instructor, a room, the people of this course. */
  shares: string;
}

/** What happens at the same time; what only touches does not. */
export const clashesOf = <Other extends OtherClass>(
  { startAt, endAt, sectionId }: Move,
  others: readonly Other[],
): Other[] =>
  others.filter(
    (other) => other.sectionId !== sectionId && at(other.startAt) < at(endAt) && at(startAt) < at(other.endAt),
  );

/** Of the moved classes those that then begin after a later section's or before an earlier one's. */
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

/** The days that a class takes, to say whether it leaves its course's. */
export const isOutside = (
  { startAt, endAt }: Times,
  course: { startDate: string | null; endDate: string | null },
): boolean =>
  (course.startDate !== null && jakartaDay(new Date(startAt)) < course.startDate) ||
  (course.endDate !== null && jakartaDay(new Date(endAt)) > course.endDate);
