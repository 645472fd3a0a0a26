/** Progress of members in courses: completed lessons, passed quizzes, answered surveys. */
import { sql } from 'kysely';
import type { Progress } from '#contract/kernel/progress.ts';
import type { SectionItemKind } from '#contract/course/section/fields.ts';
import type { Db } from '#platform/database/database.ts';

/** CTE of the items in these courses. */
const itemsOf = (courseIds: readonly string[]) => sql`item as materialized (
  select s.course_id, i.kind, i.item_id, q.passing_score from course_section s join section_item i on i.section_id = s.id
    left join quiz q on i.kind <> 'lesson' and q.id = i.item_id where s.course_id = any(${courseIds}::uuid[]))`;

/** CTE of the items that these members have done. Looks up each item by key, for all members at once. */
const doneBy = (userIds: readonly string[]) => sql`done as (
  select i.course_id, c.user_id, i.kind, i.item_id from item i join lesson_completion c on c.lesson_id = i.item_id
    where i.kind = 'lesson' and c.user_id = any(${userIds}::uuid[])
  union all
  select i.course_id, a.user_id, i.kind, i.item_id from item i join quiz_attempt a on a.quiz_id = i.item_id
    where i.kind <> 'lesson' and a.user_id = any(${userIds}::uuid[])
    group by 1, 2, 3, 4 having i.kind = 'survey' or max(a.score) >= max(i.passing_score))`;

/** Progress figures of each of these members in each of these courses, in one query. */
export async function progressOf(
  db: Db,
  courseIds: readonly string[],
  userIds: readonly string[],
): Promise<({ courseId: string; userId: string } & Progress)[]> {
  const { rows } = await sql<{ courseId: string; userId: string } & Progress>`
    with ${itemsOf(courseIds)}, ${doneBy(userIds)},
      counted as (select course_id, count(*)::int as items, (count(*) filter (where kind = 'quiz'))::int as quizzes from item group by 1),
      per_member as (select course_id, user_id, count(*)::int as completed, (count(*) filter (where kind = 'quiz'))::int as passed
        from done group by 1, 2)
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
    with ${itemsOf([courseId])}, ${doneBy([userId])} select kind, item_id from done`.execute(db);
  return rows;
}
