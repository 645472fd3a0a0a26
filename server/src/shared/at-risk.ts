/**
 * Members at risk of not finishing (docs/decisions/0081, 0135): they may sign in, have a published course that has not
 * ended, nor their access to it, no certificate of it, and at least one of the facts. Stored, so that lists filter and sort by it;
 * found anew only for memberships that changed or that time changes (`risk_check`, docs/decisions/0138).
 */
import { type RawBuilder, sql } from 'kysely';
import { type Risk, type RiskFact, helpDays, riskFacts, riskRules } from '#contract/course/risk.ts';
import type { Db } from '#platform/database/database.ts';
import { isOpenUntil, lastDayIn } from './access/term.ts';
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

const factNames = sql.join(
  (Object.keys(riskFacts) as RiskFact[]).map((fact) => sql`case when ${hasFact[fact]} then ${sql.lit(fact)} end`),
);

/** The facts and their numbers, of a row of `at_risk`. */
export const riskOf = sql<Risk>`json_build_object('facts', array_remove(array[${factNames}], null),
  'idleDays', floor(extract(epoch from now() - at_risk.since) / 86400)::int, 'absences', at_risk.absences,
  'absentOn', at_risk.absent_on, 'failures', at_risk.failures, 'failedQuiz', at_risk.failed_quiz)`;

/** Condition on a row of `course`: published, and not ended. */
const isOpenCourse = sql`course.is_published and coalesce(course.end_date >= ${today}, true)`;

/** Moment of a class; without a time, of its mark. */
const heldAt = sql`coalesce(lesson.start_at, mark.updated_at)`;

/**
 * Rows of a table by lesson or quiz, of the member and course of the row `of`. The fence (`offset 0`) makes the planner begin
 * with the member's rows, which are few, instead of every lesson of the course. Conditions name the tenant, because the
 * demo is filled as the owner of the tables.
 */
const rowsOf = (
  of: string,
  table: string,
  alias: string,
  part: 'lesson' | 'quiz',
) => sql`(select * from ${sql.table(table)} own where own.tenant = current_tenant() and own.user_id = ${sql.ref(`${of}.user_id`)} offset 0) ${sql.ref(alias)}
    join ${sql.table(part)} on ${sql.ref(`${part}.id`)} = ${sql.ref(`${alias}.${part}_id`)}
    join course_section section on section.id = ${sql.ref(`${part}.section_id`)} and section.course_id = ${sql.ref(`${of}.course_id`)}`;

/** Moments of work on a lesson, and of submissions. */
const studyOf = (of: string) => sql`
  select completed_at as at from ${rowsOf(of, 'lesson_completion', 'done', 'lesson')}
  union all select reached_at from ${rowsOf(of, 'lesson_position', 'watched', 'lesson')}
  union all select submitted_at from project_submission sent where sent.tenant = current_tenant()
    and sent.user_id = ${sql.ref(`${of}.user_id`)} and sent.course_id = ${sql.ref(`${of}.course_id`)}`;

const attended = sql`mark.status in ('PRESENT', 'LATE')`;

/** Moments that count: work, an attempt of a quiz or a survey, and a class that they attended. */
const workOf = (of: string) => sql`${studyOf(of)}
  union all select submitted_at from ${rowsOf(of, 'quiz_attempt', 'attempt', 'quiz')}
  union all select ${heldAt} from ${rowsOf(of, 'attendance', 'mark', 'lesson')} where ${attended}`;

const missed = sql`mark.status = 'ABSENT' and ${heldAt} > ${daysAgo(riskRules.absenceDays)}`;
const classes = sql`
  select max(${heldAt}) filter (where ${attended}) as attended_at, (count(*) filter (where ${missed}))::int as absences,
    max((${heldAt} at time zone 'Asia/Jakarta')::date) filter (where ${missed}) as absent_on, min(${heldAt}) filter (where ${missed}) as first_absence
  from ${rowsOf('holder', 'attendance', 'mark', 'lesson')}`;

/** Last attempt, and the quiz that the member tried most often without passing. */
const attempts = sql`
  select max(at) as tried_at, coalesce(max(tries) filter (where is_failed), 0) as failures,
    (array_agg(name order by tries desc, name) filter (where is_failed))[1] as failed_quiz
  from (select quiz.name, max(attempt.submitted_at) as at, count(*)::int as tries,
      quiz.type = 'QUIZ' and max(attempt.score) < quiz.passing_score as is_failed
    from ${rowsOf('holder', 'quiz_attempt', 'attempt', 'quiz')}
    group by quiz.id, quiz.name, quiz.type, quiz.passing_score) tried`;

/** Those of the memberships `pair` that can be at risk. */
const holders = sql`
  select link.user_id, link.course_id, ${lastDayIn('link')} as access_ends_on,
    greatest(link.assigned_at, course.start_date::timestamp at time zone 'Asia/Jakarta') as since
  from pair
    join course_user link on link.tenant = current_tenant() and link.user_id = pair.user_id and link.course_id = pair.course_id
    join course on course.id = link.course_id and ${isOpenCourse}
    join "user" on "user".id = link.user_id and "user".status = 1
  where ${isOpenUntil(lastDayIn('link'))}
    and not exists (select from certificate where certificate.course_id = link.course_id and certificate.user_id = link.user_id and certificate.status <> 'revoked')`;

/** Next moment at which time alone changes the facts, or ends the access. */
const dueAt = sql`least(case when since >= ${daysAgo(riskRules.idleDays)} then since + make_interval(days => ${sql.lit(riskRules.idleDays)}) end,
  first_absence + make_interval(days => ${sql.lit(riskRules.absenceDays)}), (access_ends_on + 1)::timestamp at time zone 'Asia/Jakarta')`;

/** Columns of `at_risk` now, of the memberships `pair` that can be at risk. */
const facts = sql`select *, ${dueAt} as due_at from (
  select user_id, course_id, access_ends_on, greatest(holder.since, studied_at, attended_at, tried_at) as since,
    absences, absent_on, first_absence, failures, failed_quiz
  from (${holders}) holder
    cross join lateral (select max(at) as studied_at from (${studyOf('holder')}) study) studied
    cross join lateral (${classes}) classes
    cross join lateral (${attempts}) attempts) found`;

/** Memberships in one statement, so that none takes long. */
const atOnce = 2000;

const countDue = async (db: Db) =>
  (await sql<{ n: number }>`select count(*)::int as n from risk_check where tenant = current_tenant() and due_at < now()`.execute(db)).rows[0]!.n; // prettier-ignore

/**
 * Stores who is at risk now, how many they are today, and which messages to them helped. `report` gets the number of
 * memberships that are left; an interrupted run goes on with them.
 */
export async function storeAtRisk(db: Db, report?: (left: number) => Promise<void>): Promise<void> {
  await sql`delete from at_risk using course where at_risk.tenant = current_tenant() and course.id = at_risk.course_id
    and not (${isOpenCourse})`.execute(db);
  let left = report ? await countDue(db) : 0;
  for (let checked: number | undefined = 0; checked !== undefined; checked = await storeDue(db)) {
    // Checks that others add meanwhile are not counted.
    left = Math.max(0, left - checked);
    await report?.(left);
  }
  await storeDay(db);
  await storeHelp(db);
}

/** Checks some of the memberships that are due; returns the number of checks done, or undefined when none was left. */
async function storeDue(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ userId: string; courseId: string }>`select distinct user_id, course_id from (
    select user_id, course_id from risk_check where tenant = current_tenant() and due_at < now()
      order by due_at, user_id, course_id limit ${atOnce}) due`.execute(db);
  if (rows.length === 0) return undefined;
  const [userIds, courseIds] = [rows.map(({ userId }) => userId), rows.map(({ courseId }) => courseId)];
  // Never a join, whose plan would be quadratic while the table has no statistics.
  const isChecked = sql`stored.tenant = current_tenant() and stored.user_id = any(${userIds}::uuid[])
    and ((stored.user_id, stored.course_id) in (select user_id, course_id from pair)) is true`;
  const { rows: done } = await sql<{
    n: number;
  }>`with pair as materialized (select * from unnest(${userIds}::uuid[], ${courseIds}::uuid[]) as pair (user_id, course_id)),
    facts as materialized (${facts}),
    risk as materialized (select * from facts at_risk where ${hasFact.idle} or ${hasFact.absent} or ${hasFact.failed}),
    checked as (delete from risk_check stored where ${isChecked} returning due_at),
    next as (insert into risk_check (user_id, course_id, due_at) select user_id, course_id, due_at from facts where due_at is not null),
    gone as (delete from at_risk stored
      where ${isChecked} and (stored.user_id, stored.course_id) not in (select user_id, course_id from risk)),
    kept as (insert into at_risk (user_id, course_id, since, absences, absent_on, failures, failed_quiz)
      select user_id, course_id, since, absences, absent_on, failures, failed_quiz from risk
      on conflict (tenant, user_id, course_id) do update set since = excluded.since, absences = excluded.absences,
        absent_on = excluded.absent_on, failures = excluded.failures, failed_quiz = excluded.failed_quiz
      where (at_risk.since, at_risk.absences, at_risk.absent_on, at_risk.failures, at_risk.failed_quiz)
        is distinct from (excluded.since, excluded.absences, excluded.absent_on, excluded.failures, excluded.failed_quiz))
    select count(*)::int as n from checked where due_at < now()`.execute(db);
  return done[0]!.n;
}

/** Counts the members at risk of today, by course. */
const storeDay = (db: Db) =>
  sql`with closed as (delete from at_risk_day counted using course where counted.tenant = current_tenant() and day = ${today}
      and course.id = counted.course_id and not (${isOpenCourse}))
    insert into at_risk_day (day, course_id, members, idle, absent, failed)
    select ${today}, course.id, coalesce(n.members, 0), coalesce(n.idle, 0), coalesce(n.absent, 0), coalesce(n.failed, 0) from course
      left join (select course_id, count(*) as members, count(*) filter (where ${hasFact.idle}) as idle,
        count(*) filter (where ${hasFact.absent}) as absent, count(*) filter (where ${hasFact.failed}) as failed
        from at_risk where tenant = current_tenant() group by 1) n on n.course_id = course.id
      where course.tenant = current_tenant() and ${isOpenCourse}
    on conflict (tenant, day, course_id) do update set members = excluded.members, idle = excluded.idle,
      absent = excluded.absent, failed = excluded.failed
    where (at_risk_day.members, at_risk_day.idle, at_risk_day.absent, at_risk_day.failed)
      is distinct from (excluded.members, excluded.idle, excluded.absent, excluded.failed)`.execute(db);

/** Messages whose success is still looked for; a day longer, for progress that was reported late. */
const isOpen = sql`contact.tenant = current_tenant() and contact.helped_at is null and contact.at > ${daysAgo(helpDays + 1)}`;

const storeHelp = (db: Db) =>
  sql`update learning_contact helped set helped_at = first.at
    from learning_contact contact cross join lateral (select min(at) as at from (${workOf('contact')}) work
      where at > contact.at and at <= contact.at + make_interval(days => ${sql.lit(helpDays)})) first
    where ${isOpen} and first.at is not null and helped.tenant = current_tenant() and helped.id = contact.id`.execute(
    db,
  );
