/** Waiting work of teaching: classes, certificates, submissions to review and failed videos. */
import { sql } from 'kysely';
import { listCertificateMembers } from '#contract/certificate/endpoints.ts';
import { saveAttendance } from '#contract/course/attendance/endpoints.ts';
import { getSchedule } from '#contract/course/calendar/endpoints.ts';
import { courseTypeNumber, courseTypeOf } from '#contract/course/rules.ts';
import { attendanceDays } from '#contract/home/endpoints.ts';
import { dayMs, jakartaDay, startOfDay } from '#contract/kernel/days.ts';
import { listSubmissions } from '#contract/submission/endpoints.ts';
import { getVideo } from '#contract/video/endpoints.ts';
import type { Db } from '#platform/database/database.ts';
import { cappedCount, pagedList } from '#platform/list.ts';
import { type Span, classesBetween, dayAround } from '#shared/courses-with.ts';
import { isHeldLesson } from '#shared/held-classes.ts';
import { type WaitingItem, type WaitingSource, listSource } from '#shared/waiting.ts';

const courseOf = ({ courseId: id, type }: { courseId: string; type: number }): Pick<WaitingItem, 'course'> => ({
  course: { id, type: courseTypeOf(type) },
});

const toReview = pagedList((db, _: Record<never, never>, { limit }) => {
  const matching = db.selectFrom('projectSubmission').where(sql<boolean>`status = 'not-reviewed'`);
  return {
    rows: matching
      .orderBy('submittedAt')
      .orderBy('id')
      .limit(limit)
      .select(['id', 'submittedAt as at'])
      .select([
        sql<string>`(select member.name from "user" member where member.id = project_submission.user_id)`.as('name'),
        sql<string>`coalesce((select name from course where course.id = project_submission.course_id),
          (select name from learning_path path where path.id = project_submission.path_id))`.as('about'),
      ]),
    total: cappedCount(matching),
  };
});

const submissionsToReview = listSource({
  kind: 'submission',
  opens: listSubmissions,
  list: toReview,
  filters: () => ({}),
  itemOf: (row) => ({ ...row, record: { kind: 'submission', id: row.id } }),
});

interface Classes extends Span {
  /** Time after which a class without a lesson, which has no attendance, is over. */
  at: string;
}

/** Classes of published courses with members whose attendance is not taken; sections without a lesson until they end. */
const open = pagedList((db, { at, ...span }: Classes, { limit }) => {
  const matching = db
    .selectFrom(classesBetween(span).as('class'))
    .innerJoin('courseSection as section', 'section.id', 'class.sectionId')
    .innerJoin('course', (join) =>
      join
        .onRef('course.id', '=', 'section.courseId')
        .on(sql<boolean>`course.is_published and course.total_members > 0`),
    )
    .where(
      sql<boolean>`case when "class".lesson_id is null then coalesce("class".end_at, "class".start_at) > ${at}::timestamptz
        else not ${isHeldLesson(sql`"class".lesson_id`)} end`,
    );
  return {
    rows: matching
      .orderBy(sql`"class".start_at, section.id, "class".lesson_id`)
      .limit(limit)
      .select(['class.lessonId', 'class.sectionId', 'course.id as courseId', 'course.type', 'course.name as about'])
      .select(['class.startAt as at', 'class.endAt'])
      .select([
        sql<string>`coalesce("class".name, section.name)`.as('name'),
        sql<string | null>`coalesce("class".meeting_url, section.gmeet_url, course.meeting_url)`.as('meetingUrl'),
      ]),
    total: cappedCount(matching),
  };
});

const classesIn = (source: Pick<WaitingSource, 'kind' | 'opens'>, spanAt: (now: Date) => Span) =>
  listSource({
    ...source,
    list: open,
    filters: ({ now }) => ({ ...spanAt(now), at: now.toISOString() }),
    itemOf: ({ lessonId, sectionId, courseId, type, ...item }) => ({
      ...item,
      id: lessonId ?? sectionId,
      record: lessonId ? { kind: 'lesson', id: lessonId } : { kind: 'course', id: courseId },
      ...courseOf({ courseId, type }),
    }),
  });

const classesToday = classesIn({ kind: 'class-today', opens: getSchedule }, dayAround);

const attendanceMissing = classesIn({ kind: 'attendance-missing', opens: saveAttendance }, (now) => {
  const { from: until } = dayAround(now);
  return { from: new Date(Date.parse(until) - attendanceDays * dayMs).toISOString(), until };
});

/** Finished cohorts with members who are ready for a certificate, those that ended first on top. */
const ready = pagedList((db, { today }: { today: string }, { limit }) => {
  const matching = db
    .selectFrom('certificateReady as counted')
    .innerJoin('course', 'course.id', 'counted.courseId')
    .where('counted.ready', '>', 0)
    .where('course.type', '=', sql.lit(courseTypeNumber['fast-track']))
    .where(sql<boolean>`course.is_published`)
    .where('course.endDate', '<', sql<string>`${today}::date`);
  return {
    rows: matching
      .orderBy('course.endDate')
      .orderBy('course.id')
      .limit(limit)
      .select(['course.id', 'course.name', 'counted.ready as count', 'course.endDate']),
    total: cappedCount(matching),
  };
});

const certificatesReady = listSource({
  kind: 'certificates-ready',
  opens: listCertificateMembers,
  list: ready,
  filters: ({ now }) => ({ today: jakartaDay(now) }),
  itemOf: ({ endDate, ...row }) => ({
    ...row,
    at: endDate && new Date(startOfDay(endDate) + dayMs).toISOString(),
    record: { kind: 'course', id: row.id },
    course: { id: row.id, type: 'fast-track' },
  }),
});

/** Failed videos, each with the first lesson that uses it; videos without a lesson are left out. */
const failedVideosOf = (db: Db) =>
  db
    .selectFrom('video')
    .innerJoin('upload', 'upload.id', 'video.uploadId')
    .innerJoinLateral(
      (lessons) =>
        lessons
          .selectFrom('lesson')
          .whereRef('lesson.videoSource', '=', 'upload.url')
          .orderBy('lesson.id')
          .limit(sql.lit(1))
          .select(['lesson.id', 'lesson.name', 'lesson.sectionId'])
          .as('holder'),
      (join) => join.onTrue(),
    )
    .innerJoin('courseSection as section', 'section.id', 'holder.sectionId')
    .innerJoin('course', 'course.id', 'section.courseId')
    .where(sql<boolean>`video.status = 'FAILED'`);

const failed = pagedList((db, _: Record<never, never>, { limit }) => {
  const matching = failedVideosOf(db);
  return {
    rows: matching
      .orderBy('video.createdAt')
      .orderBy('video.id')
      .limit(limit)
      .select(['video.id', 'holder.id as lessonId', 'holder.name', 'video.reason', 'video.createdAt as at'])
      .select(['course.id as courseId', 'course.type', 'course.name as about']),
    total: cappedCount(matching),
  };
});

const failedVideos = listSource({
  kind: 'failed-video',
  opens: getVideo,
  list: failed,
  filters: () => ({}),
  itemOf: ({ lessonId, courseId, type, ...row }) => ({
    ...row,
    record: { kind: 'lesson', id: lessonId },
    ...courseOf({ courseId, type }),
  }),
});

/** Ids of those videos that are listed as failed. */
export const listedVideos = async (db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  ids.length === 0
    ? new Set()
    : new Set((await failedVideosOf(db).where('video.id', 'in', ids).select('video.id').execute()).map(({ id }) => id));

export const learningSources: readonly WaitingSource[] = [
  failedVideos,
  certificatesReady,
  classesToday,
  attendanceMissing,
  submissionsToReview,
];
