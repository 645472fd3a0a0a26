/** Class times in Jakarta time. */
import type { ScheduledClass } from '#contract/course/calendar/endpoints.ts';
import { begunClassReason } from '#contract/course/schedule/class-plan.ts';
import { jakartaDay } from '#contract/kernel/days.ts';
import { formatHour, formatLongDay } from '#kit/format/formats.ts';

type Times = Pick<ScheduledClass, 'startAt' | 'endAt'>;

/** Day of an instant in Jakarta: `2026-12-01`. */
export const dayOf = (instant: string): string => jakartaDay(new Date(instant));

/** `Sel, 1 Des 2026, 19.00–21.00 WIB`. */
export function timesOf({ startAt, endAt }: Times): string | undefined {
  if (!startAt) return undefined;
  const end = endAt ? `–${formatHour(endAt)}` : '';
  return `${formatLongDay(startAt)}, ${formatHour(startAt)}${end} WIB`;
}

export const noTime = 'This section has no time yet';

/** Why a section's class cannot be moved; false if it can. */
export function whyNotMoved({ startAt, endAt }: Times): string | false {
  if (!startAt || !endAt) return noTime;
  return Date.parse(startAt) <= Date.now() && begunClassReason;
}

/** Whether the section is in the calendar itself: it has a time, and not only live lessons at other times. */
export const isInCalendar = ({ startAt, liveLessons }: ScheduledClass): boolean =>
  startAt !== null && (liveLessons.length === 0 || liveLessons.some((lesson) => lesson.startAt === null));

/** Why no invitation can be sent; false if it can. */
export function invitationProblem({ startAt, endAt }: Times): string | false {
  if (startAt === null || endAt === null) return noTime;
  return Date.parse(endAt) <= Date.now() && 'It is over';
}
