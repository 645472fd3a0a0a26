/** Dates of the next batch of a course: those of the course, moved to a new first day (decision 0127). Pure. */
import { dayMs, jakartaDay, plusDays } from '../../kernel/days.ts';
import { markedName } from '../rules.ts';
import { weekdayOf } from './class-plan.ts';

/** Parts of a course that have dates. Locks open with the class of their section or lesson. */
export const datedKinds = ['section', 'lesson', 'discount'] as const;
export type DatedKind = (typeof datedKinds)[number];

export interface Dated {
  kind: DatedKind;
  id: string;
  startAt: string | null;
  endAt: string | null;
}

/** Course whose dates move. */
export interface Original<One extends Dated = Dated> {
  startDate: string | null;
  endDate: string | null;
  dates: readonly One[];
}

/** Names of holidays by day. */
export type Holidays = ReadonlyMap<string, string>;

const dayOf = (instant: string): string => jakartaDay(new Date(instant));
const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
const later = (instant: string, days: number): string => new Date(Date.parse(instant) + days * dayMs).toISOString();

/** Days, ascending and distinct, of what members attend or hand in; discounts go along with them. */
const daysOf = ({ dates }: Original): string[] =>
  [...new Set(dates.flatMap(({ kind, startAt }) => (kind !== 'discount' && startAt ? dayOf(startAt) : [])))].toSorted();

/** First day of a course: its own, else that of its first class; null: nothing in it has a date. */
export const firstDayOf = (original: Original): string | null => original.startDate ?? daysOf(original)[0] ?? null;

/** Days by which everything moves: whole weeks, so that each weekday is kept; no class is before the new first day. */
function baseShift(original: Original, startDate: string): number {
  const first = firstDayOf(original);
  if (first === null) return 0;
  const firstClass = daysOf(original)[0] ?? first;
  const shift = Math.floor(daysBetween(first, startDate) / 7) * 7;
  return plusDays(firstClass, shift) < startDate ? shift + 7 : shift;
}

/** Shift of each class day, and the holidays before which it would have been: from there on all is weeks later. */
function shiftsOf(original: Original, startDate: string, holidays: Holidays) {
  let shift = baseShift(original, startDate);
  const base = shift;
  const shifts = daysOf(original).map((day) => {
    const skipped: string[] = [];
    for (let to = plusDays(day, shift); holidays.has(to); to = plusDays(day, shift)) {
      skipped.push(to);
      shift += 7;
    }
    return { day, shift, skipped };
  });
  return { base, shifts };
}

/** Something with its new dates; `skipped`: holidays over which it moved a week later. */
export type PlannedDate<One extends Dated = Dated> = One & { skipped: readonly string[] };

/**
 * Moves the dates of a course to a new first day. All move by whole weeks. A class that would be on a holiday, and all
 * after it, move a week later, so that order, weekdays and working days stay; other dates keep their distance to the class before
 * them.
 */
export function planBatch<One extends Dated>(original: Original<One>, startDate: string, holidays: Holidays) {
  const { base, shifts } = shiftsOf(original, startDate, holidays);
  const shiftOn = (day: string) => shifts.findLast((one) => one.day <= day)?.shift ?? base;
  const moved = (instant: string | null, on = instant) => instant && later(instant, shiftOn(dayOf(on ?? instant)));
  const dates = original.dates.map((one): PlannedDate<One> => {
    const { kind, startAt, endAt } = one;
    const skipped = kind === 'discount' ? [] : shifts.find(({ day }) => startAt && day === dayOf(startAt))?.skipped;
    // A class keeps its length.
    const end = kind === 'discount' ? moved(endAt) : moved(endAt, startAt);
    return { ...one, startAt: moved(startAt), endAt: end, skipped: skipped ?? [] };
  });
  const endDate = original.endDate && plusDays(original.endDate, shiftOn(original.endDate));
  return { dates, endDate: endDate && (endDate < startDate ? startDate : endDate) };
}

/** Proposed first day of the batch after another: the next day of the same weekday after all days of that one. */
export function dayAfter(first: string | null, last: string): string {
  const next = plusDays(last, 1);
  return first === null ? next : plusDays(next, (weekdayOf(first) - weekdayOf(next) + 7) % 7);
}

/** Last day of a course or batch: its own, else that of its last class, else its first. */
export const lastDayOf = (original: Original): string | null =>
  original.endDate ?? daysOf(original).at(-1) ?? original.startDate;

const numbered =
  /\b(batch|angkatan|gelombang|cohort|kelas|intake)(\W*)(\d{1,6})(?!.*\b(?:batch|angkatan|gelombang|cohort|kelas|intake)\W*\d)/i;

/** Name of the next batch: `Data Batch 10` after `Data Batch 9`; ' Batch 2' is added to a name without a number. */
export function nextBatchName(name: string): string {
  const next = name.replace(
    numbered,
    (_, word: string, between: string, digits: string) =>
      `${word}${between}${String(Number(digits) + 1).padStart(digits.length, '0')}`,
  );
  return next === name ? markedName(name, ' Batch 2') : markedName(next, '');
}
