/**
 * Members at risk of not finishing (docs/decisions/0081, 0135): they may sign in, have a published course that has not
 * ended, nor their access to it, no certificate of it, and at least one of the facts. Stored, so that lists filter and sort by it.
 */
import { type RawBuilder, sql } from 'kysely';
import { type Risk, type RiskFact, helpDays, riskFacts, riskRules } from '#contract/course/risk.ts';
import type { Db } from '#platform/database/database.ts';
import { isRunning } from './access/term.ts';
import { today } from './subscription-status.ts';

/** Ids of the members at risk, as `user_id`. */
export const atRisk = sql`select user_id from at_risk`;

const daysAgo = (days: number) => sql`now() - make_interval(days => ${sql.lit(days)})`;

/** Conditions of the facts on a row of `at_risk`. */
export const hasFact: Readonly<Record<RiskFact, RawBuilder<boolean>>> = {
  idle: sql`at_risk.since < ${daysAgo(riskRules.idleDays)}`,
  absent: sql`at_risk.absences >= ${sql.lit(riskRules.absences)}`,
  failed: sql`at_risk.failures >= ${sql.lit(riskRules.failures)}`,
};

const facts = sql.join(
  (Object.keys(riskFacts) as RiskFact[]).map((fact) => sql`case when ${hasFact[fact]} then ${sql.lit(fact)} end`),
);

/** The facts and their numbers, of a row of `at_risk`. */
export const riskOf = sql<Risk>`json_build_object('facts', array_remove(array[${facts}], null),
  'idleDays', floor(extract(epoch from now() - at_risk.since) / 86400)::int, 'absences', at_risk.absences,
  'absentOn', at_risk.absent_on, 'failures', at_risk.failures, 'failedQuiz', at_risk.failed_quiz)`;

type Courses = readonly string[];
const isIn = (courses: Courses) => sql`course_id = any(${courses}::uuid[])`;

/** Moment of a class; without a time, of its mark. */
const heldAt = sql`coalesce(lesson.start_at, mark.updated_at)`;

/** Moments that count: work on a lesson, an attempt of a quiz or a survey, a submission, and a class that they attended. */
const work = (courses: Courses) => sql`
  select section.course_id, done.user_id, done.completed_at as at from lesson_completion done
    join lesson on lesson.id = done.lesson_id join course_section section on section.id = lesson.section_id
    where done.tenant = current_tenant() and section.${isIn(courses)}
  union all select section.course_id, watched.user_id, watched.reached_at from lesson_position watched
    join lesson on lesson.id = watched.lesson_id join course_section section on section.id = lesson.section_id
    where watched.tenant = current_tenant() and section.${isIn(courses)}
  union all select section.course_id, attempt.user_id, attempt.submitted_at from quiz_attempt attempt
    join quiz on quiz.id = attempt.quiz_id join course_section section on section.id = quiz.section_id
    where attempt.tenant = current_tenant() and section.${isIn(courses)}
  union all select section.course_id, mark.user_id, ${heldAt} from attendance mark
    join lesson on lesson.id = mark.lesson_id join course_section section on section.id = lesson.section_id
    where mark.tenant = current_tenant() and section.${isIn(courses)} and mark.status in ('PRESENT', 'LATE')
  union all select course_id, user_id, submitted_at from project_submission
    where tenant = current_tenant() and ${isIn(courses)}`;

const missed = (courses: Courses) => sql`
  select section.course_id, mark.user_id, count(*) as absences, max((${heldAt} at time zone 'Asia/Jakarta')::date) as absent_on
  from attendance mark join lesson on lesson.id = mark.lesson_id join course_section section on section.id = lesson.section_id
  where mark.tenant = current_tenant() and section.${isIn(courses)} and mark.status = 'ABSENT'
    and ${heldAt} > ${daysAgo(riskRules.absenceDays)}
  group by 1, 2`;

/** The quiz of each course that a member tried most often without passing. */
const failed = (courses: Courses) => sql`
  select distinct on (course_id, user_id) course_id, user_id, failures, name as failed_quiz from (
    select section.course_id, attempt.user_id, quiz.name, count(*) as failures from quiz_attempt attempt
      join quiz on quiz.id = attempt.quiz_id and quiz.type = 'QUIZ' join course_section section on section.id = quiz.section_id
      where attempt.tenant = current_tenant() and section.${isIn(courses)}
      group by section.course_id, attempt.user_id, quiz.id, quiz.name
      having max(attempt.score) < min(quiz.passing_score)) tried
  order by course_id, user_id, failures desc, name`;

const holders = (courses: Courses) => sql`
  select link.user_id, link.course_id, greatest(link.assigned_at, course.start_date::timestamp at time zone 'Asia/Jakarta') as since
  from course_user link
    join course on course.id = link.course_id
    join "user" on "user".id = link.user_id and "user".status = 1
  where link.tenant = current_tenant() and link.${isIn(courses)} and ${isRunning('link')}
    and not exists (select from certificate where certificate.course_id = link.course_id and certificate.user_id = link.user_id and certificate.status <> 'revoked')`;

/** Members at risk now, with the columns of `at_risk`. Conditions name the tenant, because the demo is filled as the owner of the tables. */
const found = (courses: Courses) => sql`select * from (
    select user_id, course_id, greatest(holder.since, last_work.at) as since, coalesce(absences, 0)::int as absences, absent_on,
      coalesce(failures, 0)::int as failures, failed_quiz
    from (${holders(courses)}) holder
      left join (select course_id, user_id, max(at) as at from (${work(courses)}) work group by 1, 2) last_work using (course_id, user_id)
      left join (${missed(courses)}) missed using (course_id, user_id)
      left join (${failed(courses)}) failed using (course_id, user_id)) at_risk
  where ${hasFact.idle} or ${hasFact.absent} or ${hasFact.failed}`;

/** Courses in one statement, so that none takes long. */
const atOnce = 10;

/** Stores who is at risk now, and which messages to them helped. */
export async function storeAtRisk(db: Db): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from course
    where tenant = current_tenant() and is_published and coalesce(end_date >= ${today}, true) order by id`.execute(db);
  const running = rows.map(({ id }) => id);
  await sql`delete from at_risk where tenant = current_tenant() and not ${isIn(running)}`.execute(db);
  for (let at = 0; at < running.length; at += atOnce) await storeIn(db, running.slice(at, at + atOnce));
  await storeHelp(db);
}

const storeIn = (db: Db, courses: Courses) =>
  sql`with risk as materialized (${found(courses)}),
    gone as (delete from at_risk stored where tenant = current_tenant() and ${isIn(courses)}
      and not exists (select from risk where risk.user_id = stored.user_id and risk.course_id = stored.course_id))
    insert into at_risk (user_id, course_id, since, absences, absent_on, failures, failed_quiz)
      select user_id, course_id, since, absences, absent_on, failures, failed_quiz from risk
      on conflict (tenant, user_id, course_id) do update set since = excluded.since, absences = excluded.absences,
        absent_on = excluded.absent_on, failures = excluded.failures, failed_quiz = excluded.failed_quiz
      where (at_risk.since, at_risk.absences, at_risk.absent_on, at_risk.failures, at_risk.failed_quiz)
        is distinct from (excluded.since, excluded.absences, excluded.absent_on, excluded.failures, excluded.failed_quiz)`.execute(
    db,
  );

/** Messages whose success is still looked for; a day longer, for progress that was reported late. */
const isOpen = sql`contact.tenant = current_tenant() and contact.helped_at is null and contact.at > ${daysAgo(helpDays + 1)}`;

async function storeHelp(db: Db): Promise<void> {
  const { rows } = await sql<{
    courseId: string;
  }>`select distinct course_id from learning_contact contact where ${isOpen}`.execute(db);
  if (rows.length === 0) return;
  await sql`update learning_contact helped set helped_at = first.at from (
      select contact.id, min(work.at) as at from learning_contact contact
        join (${work(rows.map(({ courseId }) => courseId))}) work on work.course_id = contact.course_id and work.user_id = contact.user_id
          and work.at > contact.at and work.at <= contact.at + make_interval(days => ${sql.lit(helpDays)})
      where ${isOpen}
      group by 1) first
    where helped.tenant = current_tenant() and helped.id = first.id`.execute(db);
}
