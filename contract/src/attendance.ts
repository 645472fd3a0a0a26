/** Who was in a live class (spec §3, §5, §7, §8; domain.md, Attendance). */
import { z } from 'zod';
import { choice } from './draft.ts';
import { byIdOf, idOf, text } from './fields.ts';
import { endpoint } from './kernel.ts';

export const attendanceNames = {
  PRESENT: 'Hadir',
  LATE: 'Terlambat',
  EXCUSED: 'Izin',
  SICK: 'Sakit',
  ABSENT: 'Alfa',
} as const;
export type AttendanceStatus = keyof typeof attendanceNames;
const status = choice(attendanceNames);

/** Who is late was there. */
const wasThere = (one: AttendanceStatus | null | undefined) => one === 'PRESENT' || one === 'LATE';

/**
 * The share of the sessions held that somebody attended, from 0 to 1; null while none was held. What was not noted for
 * somebody counts as missed.
 */
export const attendanceRate = (
  statuses: readonly (AttendanceStatus | null | undefined)[],
  sessionsHeld: number,
): number | null => (sessionsHeld === 0 ? null : statuses.filter(wasThere).length / sessionsHeld);

/** Below this share of the sessions held somebody is at risk. */
export const riskBelow = 0.75;
export const isAtRisk = (rate: number | null): boolean => rate !== null && rate < riskBelow;

const all = { area: 'course', roles: ['admin', 'instructor'] } as const;
const ofLesson = z.object({ id: idOf('course'), lessonId: idOf('lesson') });

const member = {
  userId: idOf('user'),
  name: z.string(),
  email: z.string(),
};

/** The members of a class, by name, and what was noted of each; all of them, for a class is called through as a whole. */
export const getAttendance = endpoint({
  ...all,
  method: 'GET',
  url: '/admin/course/:id/lesson/:lessonId/attendance/',
  params: ofLesson,
  reply: z.object({
    /** When the class begins, by its own time or its section's: attendance is taken from then on. Null: at any time. */
    startAt: z.string().nullable(),
    attendances: z.array(
      z.object({
        ...member,
        status: status.nullable(),
        note: z.string(),
        /** It is saved, and can no longer be changed. */
        isUpdated: z.boolean(),
        updatedAt: z.string().nullable(),
      }),
    ),
  }),
});

/** Members that are marked at once, and characters of a note. */
export const mostMarks = 500;
export const mostNote = 500;

/** Saved once for each member, all or nothing (spec §5). */
export const saveAttendance = endpoint({
  ...all,
  method: 'POST',
  url: '/admin/course/:id/lesson/:lessonId/attendance/',
  params: ofLesson,
  body: z.object({
    attendances: z
      .array(z.object({ userId: idOf('user'), status, note: text(mostNote).default('') }))
      .min(1, 'Mark at least one member')
      .max(mostMarks, `At most ${mostMarks} at a time`),
  }),
  creates: true,
  reply: z.object({ changed: z.int() }),
  messages: {
    ok: 'Successfully Updated Member Attendance!',
    fail: 'Fail to Update Member Attendance, Member Attendance hanya dapat diupdate 1x',
  },
});

/** Every session of a course against every member. */
export const courseAttendance = endpoint({
  ...all,
  embeds: ['user', 'order'],
  method: 'GET',
  url: '/admin/course/:id/attendance/',
  params: byIdOf('course'),
  reply: z.object({
    /** In the order of the course; held are those whose attendance was taken. */
    sessions: z.array(
      z.object({
        lessonId: idOf('lesson'),
        name: z.string(),
        sectionName: z.string(),
        startAt: z.string().nullable(),
        isHeld: z.boolean(),
      }),
    ),
    /** By name; `statuses` in the order of the sessions. */
    members: z.array(z.object({ ...member, statuses: z.array(status.nullable()), rate: z.number().nullable() })),
  }),
});
