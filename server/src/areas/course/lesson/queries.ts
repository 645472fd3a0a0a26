/** SQL of lessons, their pictures and their attendance. */
import { type RawBuilder, sql } from 'kysely';
import type { AttendanceStatus } from '#contract/course/attendance/endpoints.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { type Attachment, type getLesson, lesson } from '#contract/course/lesson/endpoints.ts';
import { columnsOf } from '#platform/database/columns.ts';
import { notFound } from '#platform/errors.ts';
import type { Db } from '#platform/database/database.ts';
import { classEnd, classStart } from '#shared/classes.ts';
import { heldReason, isHeldLesson } from '#shared/held-classes.ts';
import { priorityOf } from '#shared/section-items.ts';
import { type VideoColumns, minutesOf, videoOf } from '#shared/video.ts';

const documentations: RawBuilder<Reply<typeof getLesson>['documentations']> = sql`coalesce((
  select json_agg(json_build_object('id', d.id, 'image_url', d.image_url) order by d.id)
  from lesson_documentation d where d.lesson_id = lesson.id), '[]')`;

const columns = columnsOf('lesson', lesson.omit({ videoURL: true, removalConflict: true }), {
  lessonId: 'id',
  courseId: sql<string>`section.course_id`,
  courseName: sql<string>`course.name`,
  courseType: sql<0 | 1>`course.type`,
  sectionName: sql<string>`section.name`,
  meetingStartAt: classStart,
  meetingEndAt: classEnd,
  priority: priorityOf('lesson', sql.ref('lesson.id')),
  documentations,
  videoStatus: sql<VideoColumns['videoStatus']>`video.video_status`,
  duration: minutesOf(sql`lesson.duration`, sql`video.video_duration`),
  isAttendanceSubmitted: isHeldLesson(sql.ref('lesson.id')),
});

const findRow = (db: Db, id: string) =>
  db
    .selectFrom('lesson')
    .innerJoin('courseSection as section', 'section.id', 'lesson.sectionId')
    .innerJoin('course', 'course.id', 'section.courseId')
    .leftJoin(videoOf('lesson.videoSource').as('video'), (join) => join.onTrue())
    .select(columns)
    .select(sql<string | null>`video.video_url`.as('videoUrl'))
    .where('lesson.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('lesson'));

/** Lesson by id; 404 if it does not exist. */
export async function findLesson(db: Db, id: string) {
  const { videoUrl, ...lesson } = await findRow(db, id);
  return { ...lesson, videoURL: videoUrl, removalConflict: lesson.isAttendanceSubmitted ? heldReason : null };
}

/** Sizes of uploaded files in bytes, by URL. */
export async function sizesOf(db: Db, urls: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (urls.length === 0) return new Map();
  const rows = await db.selectFrom('upload').where('url', 'in', urls).select(['url', 'size']).execute();
  return new Map(rows.map(({ url, size }) => [url, size ?? 0]));
}

/** Value of the JSON column; the driver would send an array as a PostgreSQL array. */
export const attachmentsColumn = (attachments: readonly Attachment[]) => JSON.stringify(attachments);

/** Class of a course; undefined if the course has no such lesson. `isKept`: locks the lesson's type until the transaction ends. */
export const findClass = (db: Db, courseId: string, lessonId: string, isKept: boolean) =>
  db
    .selectFrom('lesson')
    .innerJoin('courseSection as section', 'section.id', 'lesson.sectionId')
    .where('lesson.id', '=', lessonId)
    .where('section.courseId', '=', courseId)
    .select(['lesson.type', classStart.as('startAt'), sql<boolean>`${classStart} > now()`.as('isToCome')])
    .$if(isKept, (query) => query.forShare('lesson'))
    .executeTakeFirst();

/** Members of the course, and former members with attendance, by name. */
export const findAttendances = (db: Db, courseId: string, lessonId: string) =>
  db
    .selectFrom('user')
    .leftJoin('attendance', (join) =>
      join.onRef('attendance.userId', '=', 'user.id').on('attendance.lessonId', '=', lessonId),
    )
    .where((where) =>
      where.or([
        where('attendance.userId', 'is not', null),
        where.exists(
          where
            .selectFrom('courseUser')
            .whereRef('courseUser.userId', '=', 'user.id')
            .where('courseUser.courseId', '=', courseId)
            .select(sql.lit(1).as('one')),
        ),
      ]),
    )
    .orderBy('user.nameKey')
    .orderBy('user.id')
    .select([
      'user.id as userId',
      'user.name',
      'user.email',
      'attendance.status',
      sql<string>`coalesce(attendance.note, '')`.as('note'),
      sql<boolean>`attendance.user_id is not null`.as('isUpdated'),
      'attendance.updatedAt',
    ])
    .execute();

/** Reports of programs about a class, by time. */
export const findEvidence = (db: Db, lessonId: string) =>
  db
    .selectFrom('attendanceEvidence')
    .innerJoin('user', 'user.id', 'attendanceEvidence.userId')
    .where('lessonId', '=', lessonId)
    .orderBy('fromAt')
    .orderBy('attendanceEvidence.externalId')
    .select(['user.id as userId', 'user.name', 'user.email', 'fromAt as from', 'untilAt as until', 'source'])
    .execute();

export const hasCourse = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('course').where('id', '=', id).select('id').executeTakeFirst()) !== undefined;

/** Live classes of a course, in order. */
export const findSessions = (db: Db, courseId: string) =>
  db
    .selectFrom('courseSection as section')
    .innerJoin('sectionItem as item', 'item.sectionId', 'section.id')
    .innerJoin('lesson', 'lesson.id', 'item.itemId')
    .where('section.courseId', '=', courseId)
    .where('lesson.type', '=', 'LIVE_CLASS')
    .orderBy('section.position')
    .orderBy('item.position')
    .select([
      'lesson.id as lessonId',
      'lesson.name',
      'section.name as sectionName',
      classStart.as('startAt'),
      isHeldLesson(sql.ref('lesson.id')).as('isHeld'),
    ])
    .execute();

/** Members of a course by name, each with their marks by lesson. */
export const findMarks = (db: Db, courseId: string) =>
  db
    .selectFrom('courseUser')
    .innerJoin('user', 'user.id', 'courseUser.userId')
    // Aggregates all marks of the course at once; a subquery per member dominated the query's time.
    .leftJoin(
      sql<{ userId: string; marks: Record<string, AttendanceStatus> }>`(
        select a.user_id, json_object_agg(a.lesson_id, a.status) as marks
        from course_section s join lesson l on l.section_id = s.id join attendance a on a.lesson_id = l.id
        where s.course_id = ${courseId} group by a.user_id)`.as('marked'),
      'marked.userId',
      'courseUser.userId',
    )
    .where('courseUser.courseId', '=', courseId)
    .orderBy('user.nameKey')
    .orderBy('user.id')
    .select(['user.id as userId', 'user.name', 'user.email', 'marked.marks'])
    .execute();
