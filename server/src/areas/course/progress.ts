/** Progress of all members of a course together. */
import { sql } from 'kysely';
import type { getCourseProgress } from '#contract/course/progress.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { notFound } from '#platform/errors.ts';
import { holdersOf } from '#shared/courses-of.ts';
import { itemsOf, touchedBy } from '#shared/progress.ts';

type Course = Reply<typeof getCourseProgress>;

/**
 * How far the members of a course get, in one query that looks up each item by key; 404 if there is no such course. A
 * member came to an item if they did something in it or in a later one.
 */
export async function progressOfCourse(db: Db, courseId: string): Promise<Course> {
  const { rows } = await sql<Course>`
    with ${itemsOf([courseId])},
      member as materialized ${holdersOf(courseId)},
      ${touchedBy(sql`user_id in (select user_id from member)`)},
      reached as (select max(place) as place, max(place) filter (where is_done) as last,
          count(*) filter (where is_done) as done from touched group by user_id),
      per_item as (
        select place, count(*) filter (where is_done) as finished, round(percentile_cont(0.5) within group (order by score))::int as median
        from touched group by place),
      per_last as (select last as place, count(*) as stopped from reached where done < (select count(*) from item) group by last),
      per_place as (select place, count(*) as members from reached group by place)
    select (select count(*) from member)::int as members, (select count(*) from reached)::int as started,
      (select count(*) from reached where done = (select count(*) from item))::int as finished,
      (select round(percentile_cont(0.5) within group (order by score))::int from touched) as median_score,
      coalesce((select json_agg(json_build_object('id', item_id, 'finished', coalesce(finished, 0), 'medianScore', median, 'stopped', coalesce(stopped, 0),
          'started', (select coalesce(sum(members), 0) from per_place where per_place.place >= item.place)) order by item.place)
        from item left join per_item using (place) left join per_last using (place)), '[]') as items
    from course where id = ${courseId}`.execute(db);
  if (!rows[0]) throw notFound('course');
  return rows[0];
}
