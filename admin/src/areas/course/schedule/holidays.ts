/** Days without class: holidays, and days that the user adds. */
import { weekdayOf } from '#contract/course/schedule/class-plan.ts';

export interface Holiday {
  date: string;
  name: string;
}

/** User's decision for a day: class on a holiday (`isOff` false), or no class on another day. */
export interface DayOff {
  date: string;
  isOff: boolean;
}

export const ownReason = 'No class';

/** Holidays and added days in order; two holidays of one day are joined. */
export function ownDays(holidays: readonly Holiday[], off: readonly DayOff[]): (Holiday & DayOff)[] {
  const decisions = new Map(off.map(({ date, isOff }) => [date, isOff]));
  const names = new Map<string, string>();
  for (const { date, name } of holidays) names.set(date, [names.get(date), name].filter(Boolean).join(', '));
  for (const { date, isOff } of off) if (isOff && !names.has(date)) names.set(date, ownReason);
  return [...names]
    .map(([date, name]) => ({ date, name, isOff: decisions.get(date) ?? true }))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

/** Days off within the pattern, for the request. */
export const leftOut = (
  all: readonly (Holiday & DayOff)[],
  { weekdays, from }: { weekdays: readonly number[]; from: string },
): { date: string; reason: string }[] =>
  all
    .filter(({ date, isOff }) => isOff && date >= from && weekdays.includes(weekdayOf(date)))
    .map(({ date, name }) => ({ date, reason: name.slice(0, 100) }));
