/** SQL of the course members' progress figures, as the certificate rules need them. */
import { type RawBuilder, sql } from 'kysely';
import type { CertificateFigures } from '#contract/certificate/rules.ts';
import type { Db } from '#platform/database/database.ts';

export interface MemberFigures extends CertificateFigures {
  courseId: string;
  userId: string;
  /** Time of the last completed item; null: nothing is completed. */
  completedAt: string | null;
}

/** Items of courses. */
const itemsOf = (courseIds: RawBuilder<unknown>) => sql`item as materialized (
  select s.course_id, i.item_id as id,
    case when i.kind = 'quiz' then 'quiz' when l.type = 'LIVE_CLASS' then 'class' else 'lesson' end as part,
    q.passing_score, coalesce(l.start_at, s.start_at) as at
  from course_section s join section_item i on i.section_id = s.id
    left join lesson l on i.kind = 'lesson' and l.id = i.item_id left join quiz q on i.kind = 'quiz' and q.id = i.item_id
  where s.course_id = any(${courseIds}) and i.kind <> 'survey')`;

/** Members who have a course, directly or by a learning path. */
const linksOf = (courseIds: RawBuilder<unknown>) => sql`
  select course_id, user_id from course_user where course_id = any(${courseIds})
  union select its.course_id, link.user_id from learning_path_course its join learning_path_user link on link.path_id = its.path_id
    where its.course_id = any(${courseIds})`;

/** Those of the links who have no certificate of the course yet, looked up one by one: the planner expects too many. */
const membersOf = (links: RawBuilder<unknown>) => sql`member as materialized (
  select has.course_id, u.id, u.name, u.name_key from (${links}) has
    cross join lateral (select * from "user" where tenant = current_tenant() and id = has.user_id offset 0) u
  where u.role = 'member' and not exists (select from certificate c where c.course_id = has.course_id and c.user_id = u.id))`;

const lessonsDone = sql`lessons as (
  select item.course_id, c.user_id, count(*)::int as completed, max(c.completed_at) as at
  from item join lesson_completion c on c.lesson_id = item.id where item.part = 'lesson' group by 1, 2)`;

const quizzesDone = sql`best as (
    select item.course_id, a.user_id, max(a.score) as score, item.passing_score,
      min(a.submitted_at) filter (where a.score >= item.passing_score) as passed_at
    from item join quiz_attempt a on a.quiz_id = item.id where item.part = 'quiz' group by 1, 2, 4, item.id),
  quizzes as (
    select course_id, user_id, count(passed_at)::int as passed, sum(score)::int as points, max(passed_at) as at
    from best group by 1, 2)`;

/** Attended classes; completed at the start of the class, or when attendance was marked if that is earlier or it has no time. */
const classesAttended = sql`marks as (
    select item.course_id, a.user_id, a.lesson_id, a.status, least(item.at, a.updated_at) as at
    from item join attendance a on a.lesson_id = item.id where item.part = 'class'),
  attended as (
    select course_id, user_id, count(*)::int as attended, max(at) as at
    from marks where status in ('PRESENT', 'LATE') group by 1, 2)`;

/**
 * Final projects, and per member who has submitted one: the score of the latest reviewed attempt (null if none is
 * reviewed) and the time of its submission.
 */
const projectsHandedIn = (courseIds: RawBuilder<unknown>) => sql`task as (
    select course_id, passing_score from final_project where course_id = any(${courseIds})),
  handed_in as (
    select distinct on (s.course_id, s.user_id) s.course_id, s.user_id, s.review_score as score, s.submitted_at as at
    from task join project_submission s on s.course_id = task.course_id
    order by s.course_id, s.user_id, s.review_score is null, s.attempt desc)`;

const project = sql`case when task.passing_score is not null then json_build_object('passingScore', task.passing_score,
  'isHandedIn', handed_in.user_id is not null, 'score', handed_in.score) end`;

const totals = sql`held as (select course_id, count(distinct lesson_id)::int as held from marks group by 1),
  total as (
    select item.course_id, (count(*) filter (where part = 'lesson'))::int as lessons,
      (count(*) filter (where part = 'quiz'))::int as quizzes, (count(*) filter (where part = 'class'))::int as classes
    from item group by 1)`;

/** Results of members in the items. */
const done = (courseIds: RawBuilder<unknown>) =>
  sql`${lessonsDone}, ${quizzesDone}, ${classesAttended}, ${projectsHandedIn(courseIds)}`;

/** Members, and items of their courses: a course without members may have very many. */
const everyone = (courseIds: RawBuilder<unknown>) =>
  sql`${membersOf(linksOf(courseIds))}, ${itemsOf(sql`array(select distinct course_id from member)`)}, ${done(courseIds)}`;

/** Items, and the members who have done one of them, without whom nobody is complete: most have not begun. */
const thoseWhoBegan = (courseIds: RawBuilder<unknown>) => sql`${itemsOf(courseIds)}, ${done(courseIds)},
  begun as (select course_id, user_id from lessons union select course_id, user_id from quizzes
    union select course_id, user_id from attended),
  ${membersOf(sql`select link.* from (${linksOf(courseIds)}) link join begun using (course_id, user_id)`)}`;

const isComplete = sql`where coalesce(lessons.completed, 0) >= coalesce(total.lessons, 0)
  and coalesce(quizzes.passed, 0) >= coalesce(total.quizzes, 0)`;

/**
 * Figures of all members of these courses who have no certificate, by name, in one query. `onlyComplete`: without those
 * who miss a lesson or a quiz, or have done no item.
 */
export async function findFigures(
  db: Db,
  courseIds: readonly string[],
  { onlyComplete }: { onlyComplete: boolean },
): Promise<MemberFigures[]> {
  const ids = sql`${courseIds}::uuid[]`;
  const by = (table: string) =>
    sql`${sql.table(table)} on ${sql.table(table)}.course_id = member.course_id and ${sql.table(table)}.user_id = member.id`;
  const { rows } = await sql<MemberFigures>`
    with ${onlyComplete ? thoseWhoBegan(ids) : everyone(ids)}, ${totals}
    select member.course_id, member.id as user_id, member.name, coalesce(total.lessons, 0) as lessons,
      coalesce(lessons.completed, 0) as completed, coalesce(total.quizzes, 0) as quizzes, coalesce(quizzes.passed, 0) as passed,
      coalesce(quizzes.points, 0) as points, coalesce(total.classes, 0) as classes, coalesce(held.held, 0) as held,
      coalesce(attended.attended, 0) as attended, ${project} as project,
      greatest(lessons.at, quizzes.at, attended.at, handed_in.at) as completed_at
    from member left join total on total.course_id = member.course_id left join held on held.course_id = member.course_id
      left join task on task.course_id = member.course_id
      left join ${by('lessons')} left join ${by('quizzes')} left join ${by('attended')} left join ${by('handed_in')}
    ${onlyComplete ? isComplete : sql``}
    order by member.name_key, member.id`.execute(db);
  return rows;
}
