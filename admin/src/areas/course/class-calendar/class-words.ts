/** Words about a class in the calendar: attendance, clashes, and why it cannot be moved. */
import type { CalendarClass } from '#contract/course/class-calendar/endpoints.ts';
import { type AttendanceState, attendanceState } from '#contract/course/class-calendar/endpoints.ts';
import { begunClassReason, heldClassReason } from '#contract/course/schedule/class-plan.ts';
import { counted, formatNumber, listed } from '#kit/format/formats.ts';
import { noTime, timesOf } from '../schedule/class-times.ts';

export type Clash = CalendarClass['clashes'][number];

const attendanceWords: Readonly<Record<Exclude<AttendanceState, 'taken'>, string>> = {
  none: 'No live class',
  'not-yet': 'Not yet',
  missing: 'Missing',
};

export const hasBegun = ({ startAt }: Pick<CalendarClass, 'startAt'>): boolean => Date.parse(startAt) <= Date.now();

export const attendanceNow = (one: CalendarClass): AttendanceState => attendanceState(one, Date.now());

/** `18 of 20`, `Missing`. */
export function attendanceOf(one: CalendarClass): string {
  const state = attendanceNow(one);
  if (state === 'none' && one.lessonId !== null) return 'No members';
  return state === 'taken' ? `${formatNumber(one.marked)} of ${formatNumber(one.members)}` : attendanceWords[state];
}

/** `Attendance: 18 of 20`, `No attendance`. */
export const attendanceLabel = (one: CalendarClass): string =>
  attendanceNow(one) === 'missing' ? 'No attendance' : `Attendance: ${attendanceOf(one).toLowerCase()}`;

/** `Clash: Sari, Ruang 1`. */
export const clashLabel = ({ clashes }: Pick<CalendarClass, 'clashes'>): string | undefined =>
  clashes.length === 0 ? undefined : `Clash: ${[...new Set(clashes.flatMap(({ shares }) => shares))].join(', ')}`;

/** `Pertemuan 2 of Kelas B, Sel, 1 Des 2026, 19.00–21.00 WIB (Sari)`. */
export const clashInWords = ({ name, courseName, shares, ...times }: Clash): string =>
  `${name} of ${courseName}, ${timesOf(times)} (${listed(shares)})`;

/** All about a class in one line, as the description of its entry. */
export const inOneLine = (one: CalendarClass): string =>
  [
    one.courseName,
    timesOf(one),
    one.room ?? 'Online',
    one.instructors.join(', '),
    counted(one.members, 'member', 'members'),
    attendanceLabel(one),
    clashLabel(one),
    one.isPublished ? '' : 'Draft course',
  ]
    .filter(Boolean)
    .join(' · ');

/** Why a class cannot be moved; false if it can. */
export function whyNotMoved({ startAt, endAt, hasOwnTime, marked }: CalendarClass): string | false {
  if (hasOwnTime) return 'It has its own time: change it on the page of the lesson';
  if (endAt === null) return noTime;
  if (marked > 0) return heldClassReason;
  return hasBegun({ startAt }) && begunClassReason;
}
