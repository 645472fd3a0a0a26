/** Class times in Jakarta time. */
import type { ScheduledClass } from '#contract/course/calendar/endpoints.ts';
import { dayMs, jakartaDay, isSameInstant } from '#contract/kernel/days.ts';
import { formatHour } from '#kit/format/formats.ts';

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('id-ID', { timeZone: 'Asia/Jakarta', ...options });
const day = format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
const monthName = new Intl.DateTimeFormat('id-ID', { timeZone: 'UTC', month: 'long', year: 'numeric' });

type Times = Pick<ScheduledClass, 'startAt' | 'endAt'>;

/** Day of an instant in Jakarta: `2026-12-01`. */
export const dayOf = (instant: string): string => jakartaDay(new Date(instant));
/** `Desember 2026` for `2026-12`. */
export const monthInWords = (month: string): string => monthName.format(new Date(`${month}-01`));

/** `Sel, 1 Des 2026, 19.00–21.00 WIB`. */
export function timesOf({ startAt, endAt }: Times): string | undefined {
  if (!startAt) return undefined;
  const end = endAt ? `–${formatHour(endAt)}` : '';
  return `${day.format(new Date(startAt))}, ${formatHour(startAt)}${end} WIB`;
}

export interface Entry {
  key: string;
  sectionId: string;
  name: string;
  startAt: string;
}

/** Entries of the month calendar: each section, and live lessons at another time than their section. */
export const entriesOf = (scheduled: readonly ScheduledClass[]): Entry[] =>
  scheduled.flatMap(({ sectionId, name, startAt, liveLessons }) => [
    ...(startAt === null ? [] : [{ key: sectionId, sectionId, name, startAt }]),
    ...liveLessons.flatMap((lesson) =>
      lesson.startAt === null || isSameInstant(lesson.startAt, startAt)
        ? []
        : [{ key: lesson.lessonId, sectionId, name: lesson.name, startAt: lesson.startAt }],
    ),
  ]);

const iso = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Weeks of a month (`2026-12`) as days from Monday to Sunday, including days of the neighbouring months. */
export function weeksOf(month: string): string[][] {
  const first = Date.parse(`${month}-01`);
  const monday = first - ((new Date(first).getUTCDay() + 6) % 7) * dayMs;
  const weeks: string[][] = [];
  for (let at = monday; weeks.length === 0 || iso(at).slice(0, 7) <= month; at += 7 * dayMs)
    weeks.push(Array.from({ length: 7 }, (_, index) => iso(at + index * dayMs)));
  return weeks;
}

/** Next (1) or previous (-1) month of `2026-12`. */
export const monthAfter = (month: string, by: 1 | -1): string => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
};

export const noTime = 'This section has no time yet';

/** Why no invitation can be sent; false if it can. */
export function invitationProblem({ startAt, endAt }: Times): string | false {
  if (startAt === null || endAt === null) return noTime;
  return Date.parse(endAt) <= Date.now() && 'It is over';
}
