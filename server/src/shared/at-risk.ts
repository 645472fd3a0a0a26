/**
 * Members at risk of not finishing (docs/decisions/0081): they may sign in, have had a published course that has not
 * ended, nor their access to it, for two weeks, have no certificate of it, and have done nothing in it for two weeks. What counts: work on a
 * lesson, an attempt of a quiz or a survey, a submission, and a class that they attended. Stored, so that a list filters by it.
 */
import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { isRunning } from './access/term.ts';
import { today } from './subscription-status.ts';

/** Days without work in a course. */
export const riskDays = 14;

/** Ids of the members at risk, as `user_id`. */
export const atRisk = sql`select user_id from at_risk`;

const work = sql`
  select section.course_id, done.user_id, done.completed_at as at from lesson_completion done
    join lesson on lesson.id = done.lesson_id join course_section section on section.id = lesson.section_id
    where done.tenant = current_tenant()
  union all select section.course_id, watched.user_id, watched.reached_at from lesson_position watched
    join lesson on lesson.id = watched.lesson_id join course_section section on section.id = lesson.section_id
    where watched.tenant = current_tenant()
  union all select section.course_id, attempt.user_id, attempt.submitted_at from quiz_attempt attempt
    join quiz on quiz.id = attempt.quiz_id join course_section section on section.id = quiz.section_id
    where attempt.tenant = current_tenant()
  union all select section.course_id, present.user_id, present.updated_at from attendance present
    join lesson on lesson.id = present.lesson_id join course_section section on section.id = lesson.section_id
    where present.tenant = current_tenant() and present.status in ('PRESENT', 'LATE')
  union all select course_id, user_id, submitted_at from project_submission
    where tenant = current_tenant() and course_id is not null`;

/** Stores who is at risk now. Conditions name the tenant, because the demo is filled as the owner of the tables. */
export const storeAtRisk = (db: Db) =>
  sql`with last_work as (select course_id, user_id, max(at) as at from (${work}) work group by 1, 2),
    risk as (
      select link.user_id, link.course_id, greatest(link.assigned_at, last_work.at) as since
      from course_user link
        join course on course.id = link.course_id and course.is_published and coalesce(course.end_date >= ${today}, true)
        join "user" on "user".id = link.user_id and "user".status = 1
        left join last_work on last_work.course_id = link.course_id and last_work.user_id = link.user_id
      where link.tenant = current_tenant() and ${isRunning('link')}
        and greatest(link.assigned_at, last_work.at) < now() - make_interval(days => ${riskDays})
        and not exists (select from certificate
          where certificate.course_id = link.course_id and certificate.user_id = link.user_id and certificate.status <> 'revoked')),
    gone as (delete from at_risk stored where tenant = current_tenant()
      and not exists (select from risk where risk.user_id = stored.user_id and risk.course_id = stored.course_id))
    insert into at_risk (user_id, course_id, since) select user_id, course_id, since from risk
      on conflict (tenant, user_id, course_id) do update set since = excluded.since where at_risk.since <> excluded.since`.execute(
    db,
  );
