/** SQL of the course members' progress figures, as the certificate rules need them. */
import { sql } from 'kysely';
import type { CertificateFigures } from '#contract/certificate/rules.ts';
import type { Db } from '#platform/database/database.ts';
import { minutesOf, videoOf } from '#shared/video.ts';

export interface MemberFigures extends CertificateFigures {
  userId: string;
  /** Time of the last completed item; null: nothing is completed. */
  completedAt: string | null;
}

const itemsOf = (courseId: string) => sql`item as materialized (
  select i.item_id as id, case when i.kind = 'quiz' then 'quiz' when l.type = 'LIVE_CLASS' then 'class' else 'lesson' end as part,
    q.passing_score, coalesce(l.start_at, s.start_at) as at
  from course_section s join section_item i on i.section_id = s.id
    left join lesson l on i.kind = 'lesson' and l.id = i.item_id left join quiz q on i.kind = 'quiz' and q.id = i.item_id
  where s.course_id = ${courseId} and i.kind <> 'survey')`;

/** Members who have the course, directly or by a learning path, and no certificate of it yet. */
const membersOf = (courseId: string) => sql`member as (
  select u.id, u.name, u.name_key from (
    select user_id from course_user where course_id = ${courseId}
    union select link.user_id from learning_path_course its join learning_path_user link on link.path_id = its.path_id
      where its.course_id = ${courseId}) has join "user" u on u.id = has.user_id
  where u.role = 'member' and not exists (select from certificate c where c.course_id = ${courseId} and c.user_id = u.id))`;

const lessonsDone = sql`lessons as (
  select c.user_id, count(*)::int as completed, max(c.completed_at) as at
  from item join lesson_completion c on c.lesson_id = item.id where item.part = 'lesson' group by 1)`;

const quizzesDone = sql`best as (
    select a.user_id, max(a.score) as score, item.passing_score,
      min(a.submitted_at) filter (where a.score >= item.passing_score) as passed_at
    from item join quiz_attempt a on a.quiz_id = item.id where item.part = 'quiz' group by 1, 3, item.id),
  quizzes as (
    select user_id, count(passed_at)::int as passed, sum(score)::int as points, max(passed_at) as at from best group by 1)`;

/** Attended classes; completed at the start of the class, or when attendance was marked if that is earlier or it has no time. */
const classesAttended = sql`marks as (
    select a.user_id, a.lesson_id, a.status, least(item.at, a.updated_at) as at from item join attendance a on a.lesson_id = item.id where item.part = 'class'),
  attended as (
    select user_id, count(*)::int as attended, max(at) as at
    from marks where status in ('PRESENT', 'LATE') group by 1)`;

/**
 * Final project of the course, and per member who has submitted one: the score of the latest reviewed attempt (null if
 * none is reviewed) and the time of its submission.
 */
const projectsHandedIn = (
  courseId: string,
) => sql`task as (select passing_score from final_project where course_id = ${courseId}),
  handed_in as (
    select distinct on (s.user_id) s.user_id, s.review_score as score, s.submitted_at as at
    from project_submission s where s.course_id = ${courseId} and exists (select from task)
    order by s.user_id, s.review_score is null, s.attempt desc)`;

const project = sql`case when task.passing_score is not null then json_build_object('passingScore', task.passing_score,
  'isHandedIn', handed_in.user_id is not null, 'score', handed_in.score) end`;

const totals = sql`total as (
  select count(*) filter (where part = 'lesson')::int as lessons, count(*) filter (where part = 'quiz')::int as quizzes,
    count(*) filter (where part = 'class')::int as classes, (select count(distinct lesson_id)::int from marks) as held
  from item)`;

/** Figures of all members without a certificate, by name, in one query. */
export async function findFigures(db: Db, courseId: string): Promise<MemberFigures[]> {
  const { rows } = await sql<MemberFigures>`
    with ${itemsOf(courseId)}, ${membersOf(courseId)}, ${lessonsDone}, ${quizzesDone}, ${classesAttended},
      ${projectsHandedIn(courseId)}, ${totals}
    select member.id as user_id, member.name, total.lessons, coalesce(lessons.completed, 0) as completed, total.quizzes,
      coalesce(quizzes.passed, 0) as passed, coalesce(quizzes.points, 0) as points, total.classes, total.held,
      coalesce(attended.attended, 0) as attended, ${project} as project,
      greatest(lessons.at, quizzes.at, attended.at, handed_in.at) as completed_at
    from member cross join total left join lessons on lessons.user_id = member.id
      left join quizzes on quizzes.user_id = member.id left join attended on attended.user_id = member.id
      left join task on true left join handed_in on handed_in.user_id = member.id
    order by member.name_key, member.id`.execute(db);
  return rows;
}

/** Total minutes of the course's lessons, by the length of their videos where it is known. */
export async function findMinutes(db: Db, courseId: string): Promise<number> {
  const { rows } = await sql<{ minutes: number }>`
    select coalesce(sum(${minutesOf(sql`lesson.duration`, sql`video.video_duration`)}), 0)::int as minutes
    from course_section s join lesson on lesson.section_id = s.id
      left join ${videoOf('lesson.video_source')} as video on true
    where s.course_id = ${courseId}`.execute(db);
  return rows[0]!.minutes;
}
