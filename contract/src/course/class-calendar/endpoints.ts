/** Classes of all courses in a period, with clashes and attendance (ours; domain.md, Routes: /calendar). */
import { z } from 'zod';
import { field } from '../../kernel/draft.ts';
import { dayMs } from '../../kernel/days.ts';
import { day, filter, idOf, name, version } from '../../kernel/fields.ts';
import { endpoint } from '../../kernel/endpoint.ts';

/** Maximum period in days: six weeks, and some. */
export const maxCalendarDays = 45;
/** Maximum number of classes in a reply. */
export const maxCalendarClasses = 1_000;

const times = { startAt: z.string(), endAt: z.string().nullable() };

const calendarClass = z.object({
  /** Live lesson, or the section without one. */
  classId: z.string(),
  /** Lesson of which attendance is taken; null: the section has none. */
  lessonId: idOf('lesson').nullable(),
  sectionId: idOf('section'),
  /** Version of the section. */
  version,
  name: z.string(),
  sectionName: z.string(),
  courseId: idOf('course'),
  courseName: z.string(),
  /** As of a course: 0 regular, 1 fast-track. */
  courseType: z.int(),
  isPublished: z.boolean(),
  ...times,
  /** The lesson has another time than its section, and is moved on its own page. */
  hasOwnTime: z.boolean(),
  instructors: z.array(z.string()),
  /** Place of the lesson, else of an onsite course; null: online. */
  room: z.string().nullable(),
  meetingUrl: z.string().nullable(),
  members: z.int(),
  /** Members whose attendance was taken. */
  marked: z.int(),
  clashes: z.array(
    z.object({ classId: z.string(), name: z.string(), courseName: z.string(), shares: z.array(z.string()), ...times }),
  ),
});
export type CalendarClass = z.output<typeof calendarClass>;

const lengthOf = ({ from, to }: { from: string; to: string }) => (Date.parse(to) - Date.parse(from)) / dayMs + 1;

/**
 * Classes from `from` to `to` (days in Asia/Jakarta, both inclusive; at most 45), also those that began the day before and
 * run into `from`, by their start: live lessons by their own time, else by that of their section, and sections without
 * any. `instructor` and `room` match the whole name, in either case. Clashes include classes that the filters exclude, and
 * those of the days before and after, at most 5 each. `isCut`: there are more than the 1,000 that are returned.
 * `choices`: courses, instructors and rooms of the period, without filters.
 */
export const listClasses = endpoint({
  area: 'course',
  method: 'GET',
  url: '/admin/calendar/',
  roles: ['admin', 'instructor'],
  query: z
    .object({
      from: field(day, { label: 'From' }),
      to: field(day, { label: 'Until' }),
      courseId: filter(idOf('course'), 'Course'),
      instructor: filter(name(1, 200), 'Instructor'),
      room: filter(name(1, 300), 'Room'),
    })
    .refine((span) => lengthOf(span) >= 1, { path: ['to'], message: 'Ends before it starts' })
    .refine((span) => lengthOf(span) <= maxCalendarDays, { path: ['to'], message: `At most ${maxCalendarDays} days` }),
  reply: z.object({
    classes: z.array(calendarClass),
    isCut: z.boolean(),
    choices: z.object({
      courses: z.array(z.object({ id: idOf('course'), name: z.string() })),
      instructors: z.array(z.string()),
      rooms: z.array(z.string()),
    }),
  }),
});

export type AttendanceState = 'none' | 'not-yet' | 'missing' | 'taken';

/** State of a class's attendance; `none`: no live lesson, or no members to mark. It is missing once the class is over. */
export function attendanceState(
  {
    lessonId,
    startAt,
    endAt,
    members,
    marked,
  }: Pick<CalendarClass, 'lessonId' | 'startAt' | 'endAt' | 'members' | 'marked'>,
  now: number,
): AttendanceState {
  if (marked > 0) return 'taken';
  if (lessonId === null || members === 0) return 'none';
  return Date.parse(endAt ?? startAt) <= now ? 'missing' : 'not-yet';
}
