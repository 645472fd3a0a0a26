/** Progress in a course: of one member, with when its content opens to them, and of all members together. */
import { sql } from 'kysely';
import type { getCourseProgress, getProgress } from '#contract/course/progress.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { notFound } from '#platform/errors.ts';
import { doneItems, itemsOf, touchedBy } from '#shared/progress.ts';

type Drip = NonNullable<Reply<typeof getProgress>['drip']>;

/** Member with their access to the course; undefined if they do not have it. */
async function findMember(db: Db, courseId: string, userId: string) {
  const { rows } = await sql<{ name: string; drips: (Drip | null)[]; isMember: boolean }>`
    select u.name, exists (select from course_user where course_id = ${courseId} and user_id = u.id) as is_member,
      coalesce((select json_agg(case when path.is_drip_content then json_build_object('pathId', path.id, 'name', path.name,
          'interval', path.drip_interval, 'since', link.assigned_at) end order by path.drip_interval, link.assigned_at)
        from learning_path_user link join learning_path path on path.id = link.path_id
          join learning_path_course its on its.path_id = path.id
        where link.user_id = u.id and its.course_id = ${courseId}), '[]') as drips
    from "user" u where u.id = ${userId}`.execute(db);
  return rows.find(({ isMember, drips }) => isMember || drips.length > 0);
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
    completed: done.map(({ itemId }) => itemId),
    passed: done.filter(({ kind }) => kind === 'quiz').map(({ itemId }) => itemId),
    drip: isDripped ? (member.drips[0] ?? null) : null,
  };
}

type Course = Reply<typeof getCourseProgress>;

/**
 * How far the members of a course get, in one query that looks up each item by key; 404 if there is no such course. A
 * member came to an item if they did something in it or in a later one.
 */
export async function progressOfCourse(db: Db, courseId: string): Promise<Course> {
  const { rows } = await sql<Course>`
    with ${itemsOf([courseId])},
      member as materialized (
        select user_id from course_user where course_id = ${courseId}
        union select link.user_id from learning_path_course its join learning_path_user link on link.path_id = its.path_id
        where its.course_id = ${courseId}),
      ${touchedBy(sql`user_id in (select user_id from member)`)},
      reached as (select max(place) as place, count(*) filter (where is_done) as done from touched group by user_id),
      per_item as (
        select place, count(*) filter (where is_done) as finished, round(percentile_cont(0.5) within group (order by score))::int as median
        from touched group by place),
      per_place as (select place, count(*) as members from reached group by place)
    select (select count(*) from member)::int as members, (select count(*) from reached)::int as started,
      (select count(*) from reached where done = (select count(*) from item))::int as finished,
      (select round(percentile_cont(0.5) within group (order by score))::int from touched) as median_score,
      coalesce((select json_agg(json_build_object('id', item_id, 'finished', coalesce(finished, 0), 'medianScore', median,
          'started', (select coalesce(sum(members), 0) from per_place where per_place.place >= item.place)) order by item.place)
        from item left join per_item using (place)), '[]') as items
    from course where id = ${courseId}`.execute(db);
  if (!rows[0]) throw notFound('course');
  return rows[0];
}
