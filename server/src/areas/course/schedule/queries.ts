/** SQL of moving classes: a course's classes, and other classes with the same instructors or room at that time. */
import { sql } from 'kysely';
import type { Move, OtherClass } from '#contract/course/schedule/class-plan.ts';
import type { Db } from '#platform/database/database.ts';
import { notFound } from '#platform/errors.ts';
import { classesOf, invited, isHeld } from '#shared/classes.ts';

export const findCourse = (db: Db, id: string) =>
  db
    .selectFrom('course')
    .select(['startDate', 'endDate'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('course'));

/** Classes of a course; `guests`: number of calendar invitees. */
export const findClasses = (db: Db, courseId: string) =>
  classesOf(db, courseId)
    .select([
      isHeld.as('isHeld'),
      sql<number>`coalesce((
        select ${invited} from calendar_event event where event.section_id = section.id and event.state <> 'cancelled'), 0)`.as(
        'guests',
      ),
    ])
    .execute();

/** Assumed maximum duration of a class, so that the index on starts finds all classes that may overlap. */
const longest = sql`interval '1 day'`;

/** Classes within the span of the moves that use an instructor or room of this course, or that belong to it and do not move. */
export async function findOthers(db: Db, courseId: string, moves: readonly Move[]): Promise<OtherClass[]> {
  const starts = moves.map(({ startAt }) => Date.parse(startAt));
  const ends = moves.map(({ endAt }) => Date.parse(endAt));
  const from = new Date(Math.min(...starts)).toISOString();
  const until = new Date(Math.max(...ends)).toISOString();
  const moved = moves.map(({ sectionId }) => sectionId);
  const { rows } = await sql<OtherClass>`
    select section.id as section_id, section.name, section.start_at, section.end_at, other.name as course_name,
      case when other.id = this.id then 'This course' else shared.what end as shares
    from course this
      join course_section section on section.start_at > ${from}::timestamptz - ${longest} and section.start_at < ${until}::timestamptz
        and section.end_at > ${from}::timestamptz and section.id <> all (${moved}::uuid[])
      join course other on other.id = section.course_id
      cross join lateral (
        select string_agg(what, ', ' order by what) as what from (
          select mine ->> 'name' as what from jsonb_array_elements(this.instructors) mine
            where exists (select 1 from jsonb_array_elements(other.instructors) theirs
              where lower(trim(theirs ->> 'name')) = lower(trim(mine ->> 'name')) and trim(mine ->> 'name') <> '')
          union select trim(this.location) where this.delivery_mode = 'offline' and other.delivery_mode = 'offline'
            and lower(trim(this.location)) = lower(trim(other.location)) and trim(this.location) <> '') needed) shared
    where this.id = ${courseId} and (other.id = this.id or shared.what is not null)
    order by section.start_at, section.id
    limit 1000`.execute(db);
  return rows;
}
