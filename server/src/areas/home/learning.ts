/** SQL of the start page's learning blocks: submissions to review, classes of a day, failed videos. */
import { sql } from 'kysely';
import { type CourseType, courseTypeNumber } from '#contract/course/rules.ts';
import type { CourseHas } from '#contract/course/endpoints.ts';
import type { getHome } from '#contract/home/endpoints.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { cappedCount, pagedList } from '#platform/list.ts';
import { type Span, classesBetween, courseWith, dayAround } from '#shared/courses-with.ts';
import { blockOf } from './block.ts';

type Home = Reply<typeof getHome>;
type ItemOf<Key extends keyof Home> = NonNullable<Home[Key]>['items'][number];

const toReview = pagedList((db, _: Record<never, never>, { limit }) => {
  const matching = db.selectFrom('projectSubmission').where(sql<boolean>`status = 'not-reviewed'`);
  return {
    rows: matching
      .orderBy('submittedAt')
      .orderBy('id')
      .limit(limit)
      .select(['id as submissionId', 'submittedAt'])
      .select([
        sql<ItemOf<'submissions'>['user']>`(select json_build_object('id', member.id, 'name', member.name)
          from "user" member where member.id = project_submission.user_id)`.as('user'),
        sql<string>`coalesce((select name from course where course.id = project_submission.course_id),
          (select name from learning_path path where path.id = project_submission.path_id))`.as('productName'),
      ]),
    total: cappedCount(matching),
  };
});

export const submissionsToReview = (db: Db) => blockOf(toReview, db, {});

interface Today extends Span {
  at: string;
}

const today = pagedList((db, day: Today, { limit }) => {
  const matching = db
    .selectFrom(classesBetween(day).as('class'))
    .innerJoin('courseSection as section', 'section.id', 'class.sectionId')
    .innerJoin('course', (join) =>
      join.onRef('course.id', '=', 'section.courseId').on(sql<boolean>`course.is_published`),
    );
  return {
    rows: matching
      .orderBy(sql`coalesce("class".end_at, "class".start_at) <= ${day.at}::timestamptz, "class".start_at,
        section.id, "class".lesson_id`)
      .limit(limit)
      .select([
        'class.lessonId',
        'class.sectionId',
        'course.id as courseId',
        'course.type',
        'course.name as courseName',
      ])
      .select(['class.startAt', 'class.endAt'])
      .select([
        sql<string>`coalesce("class".name, section.name)`.as('name'),
        sql<string | null>`coalesce("class".meeting_url, section.gmeet_url, course.meeting_url)`.as('meetingUrl'),
      ]),
    total: cappedCount(matching),
  };
});

/** Number of courses of each type that match `has`, counted as in their lists. */
async function countCourses(db: Db, has: CourseHas, { day, isPublished }: { day: Span; isPublished?: true }) {
  const rows = await db
    .selectFrom('course')
    .where(courseWith(has, day))
    .$if(isPublished === true, (query) => query.where(sql<boolean>`is_published`))
    .groupBy('type')
    .select(['type', sql<number>`count(*)::int`.as('n')])
    .execute();
  const of = (type: CourseType) => rows.find((row) => row.type === courseTypeNumber[type])?.n ?? 0;
  return { flexy: of('flexy'), 'fast-track': of('fast-track') };
}

export async function classesToday(db: Db, now: Date): Promise<Home['classes']> {
  const day = dayAround(now);
  const [classes, courses] = await Promise.all([
    blockOf(today, db, { at: now.toISOString(), ...day }),
    countCourses(db, 'class-today', { day, isPublished: true }),
  ]);
  return { ...classes, courses };
}

/** Failed videos, each with the first lesson that uses it; videos without a lesson are left out. */
const failed = pagedList((db, _: Record<never, never>, { limit }) => {
  const matching = db
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
  return {
    rows: matching
      .orderBy('video.createdAt', 'desc')
      .orderBy('video.id', 'desc')
      .limit(limit)
      .select(['video.id as videoId', 'holder.id as lessonId', 'holder.name', 'video.reason'])
      .select(['course.id as courseId', 'course.name as courseName']),
    total: cappedCount(matching),
  };
});

export async function failedVideos(db: Db, now: Date): Promise<Home['failedVideos']> {
  const [videos, courses] = await Promise.all([
    blockOf(failed, db, {}),
    countCourses(db, 'failed-video', { day: dayAround(now) }),
  ]);
  return { ...videos, courses };
}
