/** Progress of members in courses: completed lessons, attended live classes, passed quizzes, answered surveys. */
import { type RawBuilder, sql } from 'kysely';
import type { Progress } from '#contract/kernel/progress.ts';
import type { SectionItemKind } from '#contract/course/section/fields.ts';
import type { Db } from '#platform/database/database.ts';

/** CTE of the items in these courses; `place` in each, from 1. */
export const itemsOf = (courseIds: readonly string[]): RawBuilder<unknown> => sql`item as materialized (
  select s.course_id, i.kind, i.item_id, q.passing_score,
      row_number() over (partition by s.course_id order by s.position, i.position) as place
    from course_section s join section_item i on i.section_id = s.id left join quiz q on i.kind <> 'lesson' and q.id = i.item_id
    where s.course_id = any(${courseIds}::uuid[]))`;

/**
 * CTE of the items that users did something in: once per item and user, with whether it is done, and the best score of a
 * quiz. Looks up each item by key, for all users at once. `users`: condition of `user_id`.
 */
export const touchedBy = (users: RawBuilder<boolean>): RawBuilder<unknown> => sql`touched as materialized (
  select course_id, place, user_id, kind, item_id, true as is_done, null::smallint as score
    from item join lesson_completion done on done.lesson_id = item_id where kind = 'lesson' and ${users}
  union select course_id, place, user_id, kind, item_id, true, null
    from item join attendance mark on mark.lesson_id = item_id where kind = 'lesson' and status in ('PRESENT', 'LATE') and ${users}
  union all
  select course_id, place, user_id, kind, item_id, kind = 'survey' or max(score) >= max(passing_score), case kind when 'quiz' then max(score) end
    from item join quiz_attempt attempt on attempt.quiz_id = item_id where kind <> 'lesson' and ${users}
    group by course_id, place, user_id, kind, item_id)`;

const among = (userIds: readonly string[]) => sql<boolean>`user_id = any(${userIds}::uuid[])`;

/** Progress figures of each of these members in each of these courses, in one query. */
export async function progressOf(
  db: Db,
  courseIds: readonly string[],
  userIds: readonly string[],
): Promise<({ courseId: string; userId: string } & Progress)[]> {
  const { rows } = await sql<{ courseId: string; userId: string } & Progress>`
    with ${itemsOf(courseIds)}, ${touchedBy(among(userIds))},
      counted as (select course_id, count(*)::int as items, (count(*) filter (where kind = 'quiz'))::int as quizzes from item group by 1),
      per_member as (select course_id, user_id, count(*)::int as completed, (count(*) filter (where kind = 'quiz'))::int as passed
        from touched where is_done group by 1, 2)
    select course.id as course_id, member.id as user_id, coalesce(items, 0) as items, coalesce(quizzes, 0) as quizzes,
      coalesce(completed, 0) as completed, coalesce(passed, 0) as passed
    from unnest(${courseIds}::uuid[]) as course (id) cross join unnest(${userIds}::uuid[]) as member (id)
      left join counted on counted.course_id = course.id
      left join per_member on per_member.course_id = course.id and per_member.user_id = member.id`.execute(db);
  return rows;
}

/** Items that one member has done. */
export async function doneItems(
  db: Db,
  courseId: string,
  userId: string,
): Promise<{ kind: SectionItemKind; itemId: string }[]> {
  const { rows } = await sql<{ kind: SectionItemKind; itemId: string }>`
    with ${itemsOf([courseId])}, ${touchedBy(among([userId]))} select kind, item_id from touched where is_done`.execute(
    db,
  );
  return rows;
}
