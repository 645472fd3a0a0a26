/** Results of members that a transfer copies to the other course, and submissions that it moves there. */
import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';

/** CTE of the items of two courses that have the same kind and the same names, of the section too, in order. */
const pairsOf = (fromId: string, toId: string | null) => sql`
  named as materialized (
    select section.course_id, item.kind, item.item_id, lower(section.name) as section, lower(coalesce(lesson.name, quiz.name)) as name,
      row_number() over (partition by section.course_id, item.kind, lower(section.name), lower(coalesce(lesson.name, quiz.name))
        order by section.position, item.position) as n
    from course_section section join section_item item on item.section_id = section.id
      left join lesson on item.kind = 'lesson' and lesson.id = item.item_id left join quiz on item.kind <> 'lesson' and quiz.id = item.item_id
    where section.course_id in (${fromId}, ${toId}::uuid)),
  pair as materialized (
    select old.kind, old.item_id as from_id, same.item_id as to_id
    from named old left join named same on same.course_id = ${toId}::uuid and same.course_id <> old.course_id
      and (same.kind, same.section, same.name, same.n) = (old.kind, old.section, old.name, old.n)
    where old.course_id = ${fromId})`;

const among = (userIds: readonly string[]) => sql<boolean>`user_id = any(${userIds}::uuid[])`;

interface Learning {
  userId: string;
  results: number;
  keptResults: number;
  submissions: number;
  attendances: number;
  hasCertificate: boolean;
}

/** Results of users in a course, and how much of it the other course has too. */
export async function findLearning(db: Db, fromId: string, toId: string | null, userIds: readonly string[]) {
  const { rows } = await sql<Learning>`with ${pairsOf(fromId, toId)},
      result as materialized (
        select user_id, to_id from pair join lesson_completion on kind = 'lesson' and lesson_id = from_id where ${among(userIds)}
        union all select user_id, to_id from pair join (select distinct user_id, quiz_id from quiz_attempt where ${among(userIds)}) tried
          on kind <> 'lesson' and quiz_id = from_id)
    select person.id as user_id, (select count(*)::int from result where user_id = person.id) as results,
      (select count(to_id)::int from result where user_id = person.id) as kept_results,
      (select count(*)::int from project_submission where course_id = ${fromId} and user_id = person.id) as submissions,
      (select count(*)::int from pair join attendance on lesson_id = from_id where kind = 'lesson' and user_id = person.id) as attendances,
      exists (select from certificate where course_id = ${fromId} and user_id = person.id and status = 'issued') as has_certificate
    from unnest(${userIds}::uuid[]) person (id)`.execute(db);
  return new Map(rows.map((row) => [row.userId, row]));
}

/** Results and submissions of one user that were copied or moved; for the undo. */
export interface Kept {
  /** Lessons of the course. */
  lessons?: string[];
  /** Quizzes of the course, with the number of the attempt. */
  attempts?: [quizId: string, attempt: number][];
  /** Submissions with their attempt in the former course. */
  submissions?: [id: string, attempt: number][];
}

/** Copies results to the other course; answers stay, as its questions have other ids. */
export async function copyResults(db: Db, fromId: string, toId: string, userIds: readonly string[]) {
  const lessons = await sql<{ userId: string; id: string }>`with ${pairsOf(fromId, toId)}
    insert into lesson_completion (lesson_id, user_id, completed_at)
      select to_id, user_id, completed_at from pair join lesson_completion done on done.lesson_id = from_id
      where kind = 'lesson' and to_id is not null and ${among(userIds)} order by 1, 2
    on conflict do nothing returning user_id, lesson_id as id`.execute(db);
  const attempts = await sql<{ userId: string; id: string; attempt: number }>`with ${pairsOf(fromId, toId)}
    insert into quiz_attempt (quiz_id, user_id, attempt, score, submitted_at)
      select to_id, user_id, attempt, score, submitted_at from pair join quiz_attempt tried on tried.quiz_id = from_id
      where kind <> 'lesson' and to_id is not null and ${among(userIds)} order by 1, 2, 3
    on conflict do nothing returning user_id, quiz_id as id, attempt`.execute(db);
  return { lessons: lessons.rows, attempts: attempts.rows };
}

/** Moves submissions of the final project behind those that are there; returns them with their former attempts. */
export async function moveSubmissions(db: Db, fromId: string, toId: string, userIds: readonly string[]) {
  const { rows } = await sql<{ userId: string; id: string; attempt: number }>`
    with own as (select id, user_id, attempt from project_submission where course_id = ${fromId} and ${among(userIds)} order by id for no key update)
    update project_submission set course_id = ${toId}, attempt = own.attempt + (
        select coalesce(max(attempt), 0) from project_submission there where there.course_id = ${toId} and there.user_id = own.user_id)
      from own where project_submission.id = own.id returning own.user_id, own.id, own.attempt`.execute(db);
  return rows;
}

interface Moved {
  userId: string;
  fromCourseId: string;
  toCourseId: string;
  kept: Kept;
}

/** Deletes copied results, and moves submissions back. */
export async function takeBack(db: Db, moved: readonly Moved[]): Promise<void> {
  const json = JSON.stringify(moved);
  const rows = sql`jsonb_to_recordset(${json}::jsonb) moved ("userId" uuid, "fromCourseId" uuid, "toCourseId" uuid, kept jsonb)`;
  await sql`delete from lesson_completion using ${rows}, jsonb_array_elements_text(coalesce(kept -> 'lessons', '[]')) lesson
    where user_id = "userId" and lesson_id = lesson::uuid`.execute(db);
  await sql`delete from quiz_attempt using ${rows}, jsonb_array_elements(coalesce(kept -> 'attempts', '[]')) tried
    where user_id = "userId" and quiz_id = (tried ->> 0)::uuid and attempt = (tried ->> 1)::int`.execute(db);
  await sql`update project_submission set course_id = "fromCourseId", attempt = (handed ->> 1)::int
    from ${rows}, jsonb_array_elements(coalesce(kept -> 'submissions', '[]')) handed
    where project_submission.id = (handed ->> 0)::uuid and course_id = "toCourseId"`.execute(db);
}
