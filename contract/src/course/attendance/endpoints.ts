/** Attendance of live classes (spec §3, §5, §7, §8; domain.md, Attendance). */
import { z } from 'zod';
import { choice } from '../../kernel/draft.ts';
import { byIdOf, idOf, text } from '../../kernel/fields.ts';
import { endpoint } from '../../kernel/endpoint.ts';

/** Labels of attendance statuses. */
export const attendanceNames = {
  PRESENT: 'Hadir',
  LATE: 'Terlambat',
  EXCUSED: 'Izin',
  SICK: 'Sakit',
  ABSENT: 'Alfa',
} as const;
export type AttendanceStatus = keyof typeof attendanceNames;
const status = choice(attendanceNames);

/** Late counts as attended. */
export const wasThere = (one: AttendanceStatus | null | undefined) => one === 'PRESENT' || one === 'LATE';

/**
 * Share of the held sessions that a member attended, from 0 to 1; null while none was held. A session without a status
 * counts as missed.
 */
export const attendanceRate = (
  statuses: readonly (AttendanceStatus | null | undefined)[],
  sessionsHeld: number,
): number | null => (sessionsHeld === 0 ? null : statuses.filter(wasThere).length / sessionsHeld);

/** Attendance rate below which the attendance of a member is low. */
export const attendanceThreshold = 0.75;
/** Whether an attendance rate is below the threshold; false without a rate. */
export const isLowAttendance = (rate: number | null): boolean => rate !== null && rate < attendanceThreshold;

const all = { area: 'course', roles: ['admin', 'instructor'] } as const;
const ofLesson = z.object({ id: idOf('course'), lessonId: idOf('lesson') });

const member = {
  userId: idOf('user'),
  name: z.string(),
  email: z.string(),
};

/** All members of a class by name, with their attendance. Not paged: attendance is taken for the whole class. */
export const getAttendance = endpoint({
  ...all,
  method: 'GET',
  url: '/admin/course/:id/lesson/:lessonId/attendance/',
  params: ofLesson,
  reply: z.object({
    /**
     * Start of the class, from its own time or its section's; attendance can be taken from then on. Null: at any time.
     */
    startAt: z.string().nullable(),
    attendances: z.array(
      z.object({
        ...member,
        status: status.nullable(),
        note: z.string(),
        /** Saved; can no longer be changed. */
        isUpdated: z.boolean(),
        updatedAt: z.string().nullable(),
      }),
    ),
    /** When people were there as programs report it (ours), by time; no marks. `source`: name of the API key. */
    evidence: z.array(z.object({ ...member, from: z.string(), until: z.string(), source: z.string() })),
  }),
});

/** Upper limit of members in one call of `saveAttendance`. */
export const maxMarks = 500;
/** Upper limit of a note, in characters. */
export const maxNoteLength = 500;

/** Saves attendance; once per member, all or nothing (spec §5). */
export const saveAttendance = endpoint({
  ...all,
  method: 'POST',
  url: '/admin/course/:id/lesson/:lessonId/attendance/',
  params: ofLesson,
  body: z.object({
    attendances: z
      .array(z.object({ userId: idOf('user'), status, note: text(maxNoteLength).default('') }))
      .min(1, 'Mark at least one member')
      .max(maxMarks, `At most ${maxMarks} at a time`),
  }),
  creates: true,
  reply: z.object({ changed: z.int() }),
  messages: {
    ok: 'Successfully Updated Member Attendance!',
    fail: 'Fail to Update Member Attendance, Member Attendance hanya dapat diupdate 1x',
  },
});

/** Attendance of every member in every session of a course. */
export const courseAttendance = endpoint({
  ...all,
  method: 'GET',
  url: '/admin/course/:id/attendance/',
  params: byIdOf('course'),
  reply: z.object({
    /** In course order; `isHeld`: attendance was taken. */
    sessions: z.array(
      z.object({
        lessonId: idOf('lesson'),
        name: z.string(),
        sectionName: z.string(),
        startAt: z.string().nullable(),
        isHeld: z.boolean(),
      }),
    ),
    /** By name; `statuses` is parallel to `sessions`. */
    members: z.array(z.object({ ...member, statuses: z.array(status.nullable()), rate: z.number().nullable() })),
  }),
});
