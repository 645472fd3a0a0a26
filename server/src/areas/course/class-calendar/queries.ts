/** SQL of the classes of all courses in a period. */
import { sql } from 'kysely';
import { sameName } from '#contract/course/class-calendar/clashes.ts';
import type { CalendarClass } from '#contract/course/class-calendar/endpoints.ts';
import { dayMs } from '#contract/kernel/days.ts';
import type { Db } from '#platform/database/database.ts';
import { type Span, classesBetween } from '#shared/courses-with.ts';

export interface ClassFilter {
  courseId?: string | undefined;
  instructor?: string | undefined;
  room?: string | undefined;
  /** Instructors and rooms of which a class needs at least one. */
  needs?: { instructors: readonly string[]; rooms: readonly string[] };
}

const room = sql<string | null>`coalesce(nullif(trim("class".location), ''),
  case course.delivery_mode when 'offline' then nullif(trim(course.location), '') end)`;

const isTaughtBy = (instructor: string) => sql<boolean>`exists (select from jsonb_array_elements(course.instructors) one
  where lower(trim(one ->> 'name')) = ${sameName(instructor)})`;

const isNeeding = ({ instructors, rooms }: NonNullable<ClassFilter['needs']>) => sql<boolean>`(
  exists (select from jsonb_array_elements(course.instructors) one
    where lower(trim(one ->> 'name')) = any(${instructors.map(sameName)}::text[]))
  or lower(${room}) = any(${rooms.map(sameName)}::text[]))`;

const dayBefore = (instant: string) => new Date(Date.parse(instant) - dayMs).toISOString();

/**
 * Classes of the span by their start, at most `limit`, also those that began the day before and run into it; instructors
 * and marks are read for these only.
 */
export const findClasses = (
  db: Db,
  span: Span,
  { courseId, instructor, room: place, needs }: ClassFilter,
  limit: number,
) =>
  db
    .selectFrom(classesBetween({ from: dayBefore(span.from), until: span.until }).as('class'))
    .where(sql<boolean>`greatest("class".end_at, "class".start_at + interval '1 minute') > ${span.from}::timestamptz`)
    .innerJoin('courseSection as section', 'section.id', 'class.sectionId')
    .innerJoin('course', 'course.id', 'section.courseId')
    .$if(courseId !== undefined, (query) => query.where('course.id', '=', courseId!))
    .$if(instructor !== undefined, (query) => query.where(isTaughtBy(instructor!)))
    .$if(needs !== undefined, (query) => query.where(isNeeding(needs!)))
    .$if(place !== undefined, (query) => query.where(sql<boolean>`lower(${room}) = ${sameName(place!)}`))
    .orderBy(sql`"class".start_at, section.id, "class".lesson_id`)
    .limit(sql.lit(limit))
    .select([
      'class.lessonId',
      'class.sectionId',
      'section.version',
      'section.name as sectionName',
      'class.startAt',
      'class.endAt',
    ])
    .select(['course.id as courseId', 'course.name as courseName', 'course.type as courseType'])
    .select(['course.totalMembers as members', 'course.isPublished'])
    .select([
      sql<string>`coalesce("class".lesson_id, section.id)`.as('classId'),
      sql<string>`coalesce("class".name, section.name)`.as('name'),
      sql<boolean>`"class".start_at is distinct from section.start_at`.as('hasOwnTime'),
      sql<string | null>`coalesce("class".meeting_url, section.gmeet_url, course.meeting_url)`.as('meetingUrl'),
      room.as('room'),
      sql<string[]>`array(select trim(one ->> 'name') from jsonb_array_elements(course.instructors) one
        where trim(one ->> 'name') <> '')`.as('instructors'),
      sql<number>`(select count(*)::int from attendance where lesson_id = "class".lesson_id)`.as('marked'),
    ])
    .execute() satisfies Promise<Omit<CalendarClass, 'clashes'>[]>;
