/** Rules of attendance: each member is marked once; a call marks all its members or none (spec §5; domain.md, Attendance). */
import { sql } from 'kysely';
import { attendanceRate, type saveAttendance } from '#contract/course/attendance/endpoints.ts';
import { isListField } from '#contract/course/attendance/headings.ts';
import type { saveListColumns } from '#contract/course/attendance/list-columns.ts';
import type { ValidatedInput } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError, badRequest, conflict, notFound } from '#platform/errors.ts';
import { countReadyLater } from '#shared/certificates-ready.ts';
import { findRemembered, remember } from '#shared/batch/import.ts';
import { findAttendances, findClass, findEvidence, findMarks, findSessions, hasCourse } from './queries.ts';

interface Class {
  id: string;
  lessonId: string;
}

async function classOf(db: Db, { id, lessonId }: Class, isKept: boolean) {
  const lesson = await findClass(db, id, lessonId, isKept);
  if (!lesson) throw notFound('lesson');
  if (lesson.type !== 'LIVE_CLASS') throw badRequest('Only a live class has attendance');
  return lesson;
}

export async function attendanceOf(db: Db, of: Class) {
  const { startAt } = await classOf(db, of, false);
  const evidence = await findEvidence(db, of.lessonId);
  return { startAt, attendances: await findAttendances(db, of.id, of.lessonId), evidence };
}

/** Message of the spec, verbatim. */
const savedOnce = 'Member Attendance hanya dapat diupdate 1x';

/** Marks members. 400 naming those who are not in the course or already marked; 409 before the class begins. */
export async function markAttendance(
  db: Db,
  of: Class,
  { attendances }: ValidatedInput<typeof saveAttendance>['body'],
): Promise<{ changed: number }> {
  const { isToCome } = await classOf(db, of, true);
  if (isToCome) throw conflict('This class has not begun yet; its attendance is taken once it has');
  const present = new Map((await findAttendances(db, of.id, of.lessonId)).map((member) => [member.userId, member]));
  const seen = new Set<string>();
  const errors = attendances.flatMap(({ userId }, index) => {
    const member = present.get(userId);
    const isTwice = seen.has(userId);
    seen.add(userId);
    const message = !member
      ? 'This is no member of the course'
      : member.isUpdated
        ? savedOnce
        : isTwice
          ? 'This member is in the list twice'
          : undefined;
    return message ? [{ path: `attendances.${index}.userId`, message }] : [];
  });
  if (errors.length > 0) throw new HttpError(400, errors[0]!.message, { errors });
  const { rows } = await sql`insert into attendance (lesson_id, user_id, status, note)
    select ${of.lessonId}, mark.* from unnest(${attendances.map(({ userId }) => userId)}::uuid[],
      ${attendances.map(({ status }) => status)}::text[], ${attendances.map(({ note }) => note)}::text[]) as mark
    on conflict do nothing returning user_id`.execute(db);
  // A concurrent call marked one of them.
  if (rows.length < attendances.length) throw badRequest(savedOnce);
  await countReadyLater(db, of.id);
  return { changed: rows.length };
}

/** Sessions of a course, with each member's marks and attendance rate. */
export async function attendanceOfCourse(db: Db, courseId: string) {
  if (!(await hasCourse(db, courseId))) throw notFound('course');
  const sessions = await findSessions(db, courseId);
  const held = sessions.filter(({ isHeld }) => isHeld).length;
  const members = (await findMarks(db, courseId)).map(({ marks, ...member }) => {
    const statuses = sessions.map(({ lessonId }) => marks?.[lessonId] ?? null);
    return { ...member, statuses, rate: attendanceRate(statuses, held) };
  });
  return { sessions, members };
}

/** Columns of attendance lists as they were mapped by hand. */
export async function listColumns(db: Db) {
  const known = await findRemembered(db, 'attendance');
  return { columns: known.map(([key, field]) => ({ key, field: isListField(field) ? field : ('none' as const) })) };
}

/** Remembers columns for the next list; a column without a heading is known by its place in this one only. */
export async function rememberListColumns(
  db: Db,
  columns: ValidatedInput<typeof saveListColumns>['body']['columns'],
): Promise<{ changed: number }> {
  const named = columns.filter(({ key }) => !key.startsWith('#'));
  await remember(
    db,
    'attendance',
    named.map(({ key, field }) => ({ heading: key, field })),
  );
  return { changed: named.length };
}
