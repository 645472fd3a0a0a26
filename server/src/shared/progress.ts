/**
 * Progress of members in courses: completed lessons, attended live classes, passed quizzes, answered surveys; and when
 * content opens to them.
 */
import { type RawBuilder, sql } from 'kysely';
import type { getProgress } from '#contract/course/progress.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { Progress } from '#contract/kernel/progress.ts';
import type { SectionItemKind } from '#contract/course/section/fields.ts';
import type { Db } from '#platform/database/database.ts';
import { notFound } from '#platform/errors.ts';
import { isRunning, lastDayOfCourse } from './access/term.ts';
import { coursesOf } from './courses-of.ts';

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

/** Condition of {@link touchedBy}. */
export const among = (userIds: readonly string[]) => sql<boolean>`user_id = any(${userIds}::uuid[])`;

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
async function doneItems(
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

type Drip = NonNullable<Reply<typeof getProgress>['drip']>;

/** Member with their access to the course; undefined if they do not have it. */
async function findMember(db: Db, courseId: string, userId: string) {
  const { rows } = await sql<{ name: string; drips: (Drip | null)[]; isMember: boolean; lastDay: string | null }>`
    select u.name, direct.user_id is not null and ${isRunning('direct')} as is_member,
      ${lastDayOfCourse(sql`u.id`, sql`${courseId}::uuid`)} as last_day,
      coalesce((select json_agg(case when path.is_drip_content then json_build_object('pathId', path.id, 'name', path.name,
          'interval', path.drip_interval, 'since', link.assigned_at) end order by path.drip_interval, link.assigned_at)
        from learning_path_user link join learning_path path on path.id = link.path_id
          join learning_path_course its on its.path_id = path.id
        where link.user_id = u.id and its.course_id = ${courseId} and ${isRunning('link')}), '[]') as drips
    from "user" u left join course_user direct on direct.user_id = u.id and direct.course_id = ${courseId}
    where u.id = ${userId} and ${courseId}::uuid in ${coursesOf(userId)}`.execute(db);
  return rows[0];
}

/**
 * Progress of a member; 404 if they do not have the course. Immediate access, directly or by a path, wins over a drip
 * release; of several drip releases the one with the shortest interval, then the earliest assignment counts.
 */
export async function progressOfMember(db: Db, courseId: string, userId: string): Promise<Reply<typeof getProgress>> {
  const member = await findMember(db, courseId, userId);
  if (!member) throw notFound('member');
  const done = await doneItems(db, courseId, userId);
  const isDripped = !member.isMember && member.drips.length > 0 && member.drips.every((drip) => drip !== null);
  return {
    userId,
    name: member.name,
    accessEndsOn: member.lastDay,
    completed: done.map(({ itemId }) => itemId),
    passed: done.filter(({ kind }) => kind === 'quiz').map(({ itemId }) => itemId),
    drip: isDripped ? (member.drips[0] ?? null) : null,
  };
}
