/** Days without a class: the holidays that are kept, and own days. */
import { weekdayOf } from '#contract/class-plan.ts';

export interface Holiday {
  date: string;
  name: string;
}

/** What people say of a day: a holiday on which there is a class all the same, or a day of their own without one. */
export interface DayOff {
  date: string;
  isOff: boolean;
}

export const ownReason = 'No class';

/** Holidays, and own days among them, in their order; of two holidays on a day both names. */
export function ownDays(holidays: readonly Holiday[], off: readonly DayOff[]): (Holiday & DayOff)[] {
  const said = new Map(off.map(({ date, isOff }) => [date, isOff]));
  const names = new Map<string, string>();
  for (const { date, name } of holidays) names.set(date, [names.get(date), name].filter(Boolean).join(', '));
  for (const { date, isOff } of off) if (isOff && !names.has(date)) names.set(date, ownReason);
  return [...names]
    .map(([date, name]) => ({ date, name, isOff: said.get(date) ?? true }))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

/** Of those only what the pattern could meet: the rest need not be sent. */
export const leftOut = (
  all: readonly (Holiday & DayOff)[],
  { weekdays, from }: { weekdays: readonly number[]; from: string },
): { date: string; reason: string }[] =>
  all
    .filter(({ date, isOff }) => isOff && date >= from && weekdays.includes(weekdayOf(date)))
    .map(({ date, name }) => ({ date, reason: name.slice(0, 100) }));
