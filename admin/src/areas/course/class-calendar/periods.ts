/** Periods of the calendar's views: their days, their names, and the next ones. Pure; weeks begin on Monday. */
import { plusDays } from '#contract/kernel/days.ts';

export const views = ['week', 'month', 'agenda'] as const;
export type View = (typeof views)[number];
export const viewNames: Readonly<Record<View, string>> = { week: 'Week', month: 'Month', agenda: 'Agenda' };

/** First and last day. */
export interface Period {
  from: string;
  to: string;
}

const sixWeeks = 42;

const mondayOf = (day: string): string => plusDays(day, -((new Date(day).getUTCDay() + 6) % 7));
const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

/** A month is shown with the days of its neighbours, as six weeks; an agenda has six weeks from that of the day. */
export function periodOf(view: View, day: string): Period {
  const from = mondayOf(view === 'month' ? firstOfMonth(day) : day);
  return { from, to: plusDays(from, view === 'week' ? 6 : sixWeeks - 1) };
}

/** Day in the next (1) or previous (-1) period. */
export function dayAfter(view: View, day: string, step: 1 | -1): string {
  if (view !== 'month') return plusDays(mondayOf(day), step * (view === 'week' ? 7 : sixWeeks));
  return firstOfMonth(plusDays(firstOfMonth(day), step === 1 ? 31 : -1));
}

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('id-ID', { timeZone: 'UTC', ...options });
const month = format({ month: 'long', year: 'numeric' });
const days = format({ day: 'numeric', month: 'short', year: 'numeric' });

/** `Desember 2026`, `7–13 Des 2026`. */
export function periodInWords(view: View, day: string): string {
  const { from, to } = periodOf(view, day);
  return view === 'month' ? month.format(new Date(day)) : days.formatRange(new Date(from), new Date(to));
}

/**
 * First day to show of some classes: that of the first one if all fit in an agenda from there, else that of the next
 * one, else that of the last one; undefined without any.
 */
export function openingDay(starts: readonly string[], today: string): string | undefined {
  const sorted = starts.toSorted();
  const [first] = sorted;
  const last = sorted.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return last <= periodOf('agenda', first).to ? first : (sorted.find((day) => day >= today) ?? last);
}
