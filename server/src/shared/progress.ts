/** Progress of a course's members: completed lessons, passed quizzes, answered surveys. */
import { sql } from 'kysely';
import type { Progress } from '#contract/kernel/progress.ts';
import type { SectionItemKind } from '#contract/course/section/fields.ts';
import type { Db } from '#platform/database/database.ts';

/** CTE of the items in a course. */
const itemsOf = (courseId: string) => sql`item as materialized (
  select i.kind, i.item_id, q.passing_score from course_section s join section_item i on i.section_id = s.id
    left join quiz q on i.kind <> 'lesson' and q.id = i.item_id where s.course_id = ${courseId})`;

/** CTE of the items that these members have done. Looks up each item by key, for all members at once. */
const doneBy = (userIds: readonly string[]) => sql`done as (
  select c.user_id, i.kind, i.item_id from item i join lesson_completion c on c.lesson_id = i.item_id
    where i.kind = 'lesson' and c.user_id = any(${userIds}::uuid[])
  union all
  select a.user_id, i.kind, i.item_id from item i join quiz_attempt a on a.quiz_id = i.item_id
    where i.kind <> 'lesson' and a.user_id = any(${userIds}::uuid[])
    group by 1, 2, 3 having i.kind = 'survey' or max(a.score) >= max(i.passing_score))`;

/** Progress figures of these members, in one query. */
export async function progressOf(
  db: Db,
  courseId: string,
  userIds: readonly string[],
): Promise<({ userId: string } & Progress)[]> {
  const { rows } = await sql<{ userId: string } & Progress>`
    with ${itemsOf(courseId)}, ${doneBy(userIds)},
      counted as (select count(*)::int as items, (count(*) filter (where kind = 'quiz'))::int as quizzes from item),
      per_member as (
        select user_id, count(*)::int as completed, (count(*) filter (where kind = 'quiz'))::int as passed from done group by 1)
    select member.id as user_id, items, quizzes, coalesce(completed, 0) as completed, coalesce(passed, 0) as passed
    from unnest(${userIds}::uuid[]) as member (id) cross join counted left join per_member on user_id = member.id`.execute(
    db,
  );
  return rows;
}

/** Items that one member has done. */
export async function doneItems(
  db: Db,
  courseId: string,
  userId: string,
): Promise<{ kind: SectionItemKind; itemId: string }[]> {
  const { rows } = await sql<{ kind: SectionItemKind; itemId: string }>`
    with ${itemsOf(courseId)}, ${doneBy([userId])} select kind, item_id from done`.execute(db);
  return rows;
}
