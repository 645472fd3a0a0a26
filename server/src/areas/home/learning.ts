/** SQL of what waits in learning: submissions to review, classes of a day, failed videos. */
import { sql } from 'kysely';
import { jakartaDay } from '#contract/course-rules.ts';
import type { getHome } from '#contract/home.ts';
import type { Reply } from '#contract/kernel.ts';
import type { Db } from '#platform/database/database.ts';
import { cappedCount, compiledList } from '#platform/list.ts';
import { type Block, blockOf } from './block.ts';

type Home = Reply<typeof getHome>;
type ItemOf<Key extends keyof Home> = NonNullable<Home[Key]>['items'][number];

const toReview = compiledList((db, _: Record<never, never>, { limit }) => {
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

interface Today {
  [name: string]: string;
  at: string;
  from: string;
  until: string;
}

/**
 * Live lessons by their own time, else by that of their section; a section without any is a class itself. Each half has
 * an index of starts.
 */
const classesBetween = ({ from, until }: Today) => sql<ItemOf<'classes'>>`(
  select l.id as lesson_id, l.name, l.meeting_url, s.id as section_id, s.start_at, coalesce(l.end_at, s.end_at) as end_at
    from course_section s left join lesson l on l.section_id = s.id and l.type = 'LIVE_CLASS' and l.start_at is null
    where s.start_at >= ${from}::timestamptz and s.start_at < ${until}::timestamptz
      and (l.id is not null or not exists (select from lesson own where own.section_id = s.id and own.type = 'LIVE_CLASS'))
  union all
  select l.id, l.name, l.meeting_url, l.section_id, l.start_at, l.end_at from lesson l
    where l.type = 'LIVE_CLASS' and l.start_at is not null
      and l.start_at >= ${from}::timestamptz and l.start_at < ${until}::timestamptz)`;

const today = compiledList((db, day: Today, { limit }) => {
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

const day = 86_400_000;

export function classesToday(db: Db, now: Date) {
  const from = new Date(`${jakartaDay(now)}T00:00:00+07:00`);
  const until = new Date(from.getTime() + day);
  return blockOf(today, db, { at: now.toISOString(), from: from.toISOString(), until: until.toISOString() });
}

/** Each with the first lesson that has it; a video that no lesson has any more waits for nobody. */
const failed = compiledList((db, _: Record<never, never>, { limit }) => {
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

export const failedVideos = (db: Db): Promise<Block<ItemOf<'failedVideos'>>> => blockOf(failed, db, {});
