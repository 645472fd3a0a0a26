/** SQL of calendar events: content, guests and state. */
import { sql } from 'kysely';
import type { EventState, ScheduledClass, TimeZone } from '#contract/course/calendar/endpoints.ts';
import type { Db } from '#platform/database/database.ts';
import { notFound } from '#platform/errors.ts';
import { isOpenUntil, lastDayIn } from '#shared/access/term.ts';
import { classesOf, invited } from '#shared/classes.ts';

/** Content of an event in calendars, for every provider. */
export interface Content {
  summary: string;
  description: string;
  location: string;
  /** URL of the meeting. */
  url: string | null;
  startAt: string;
  endAt: string;
  timeZone: TimeZone;
}

export interface Guest {
  /** Lower case. */
  email: string;
  name: string;
}

/** Events with their sections and courses; null fields of section and course: deleted. */
const events = (db: Db) =>
  db
    .selectFrom('calendarEvent as event')
    .leftJoin('courseSection as section', 'section.id', 'event.sectionId')
    .leftJoin('course', 'course.id', 'section.courseId')
    .select([
      'event.id',
      'event.sectionId',
      'event.summary',
      'event.description',
      'event.location',
      'event.timeZone',
      'event.provider',
      'event.state',
      'event.meetingUrl',
      'event.sequence',
      'event.conferenceTry',
      sql<string[] | null>`event.attendees`.as('attendees'),
      sql<unknown>`event.content`.as('content'),
      'section.courseId',
      'section.name as sectionName',
      'section.description as sectionDescription',
      'section.startAt',
      'section.endAt',
      'section.gmeetUrl',
      'course.name as courseName',
      sql<string | null>`case course.delivery_mode when 'offline' then course.location end`.as('courseLocation'),
    ]);

export const findEvent = (db: Db, id: string) => events(db).where('event.id', '=', id).executeTakeFirst();
export type Event = NonNullable<Awaited<ReturnType<typeof findEvent>>>;

/** Content that calendars should have now; null: none, as the class is deleted or has no time. */
export function contentOf(event: Event): Content | null {
  if (event.sectionName === null || event.startAt === null || event.endAt === null) return null;
  return {
    summary: event.summary ?? `${event.courseName}: ${event.sectionName}`,
    description: event.description ?? event.sectionDescription ?? '',
    location: event.location ?? event.courseLocation ?? '',
    url: event.gmeetUrl,
    startAt: event.startAt,
    endAt: event.endAt,
    timeZone: event.timeZone as TimeZone,
  };
}

/** Condition that the access of a member has not ended on the day of a class. */
const mayAttend = (startAt: string | null) =>
  isOpenUntil(lastDayIn('link'), sql`(${startAt}::timestamptz at time zone 'Asia/Jakarta')::date`);

/**
 * Users assigned to the course whose access lasts until the class, and its instructors: a course lists them by name, which must
 * match exactly one member of staff.
 */
const peopleOf = ({ courseId, startAt }: Pick<Event, 'courseId' | 'startAt'>) => sql<Guest>`
  select lower(person.email) as email, person.name from course_user link join "user" person on person.id = link.user_id
    where link.course_id = ${courseId} and ${mayAttend(startAt)}
  union
  select min(lower(person.email)), min(person.name) from course, jsonb_array_elements(course.instructors) instructor
    join "user" person on person.role <> 'member' and lower(person.name) = lower(instructor ->> 'name')
    where course.id = ${courseId} group by lower(instructor ->> 'name') having count(*) = 1`;

/** Guests of an event by e-mail, without duplicates. */
export async function guestsOf(db: Db, { attendees, ...event }: Event): Promise<Guest[]> {
  const { rows } = attendees
    ? await sql<Guest>`select given.email, coalesce(person.name, given.email) as name
        from jsonb_array_elements_text(${JSON.stringify(attendees)}::jsonb) as given (email)
        left join "user" person on lower(person.email) = given.email order by 1`.execute(db)
    : await sql<Guest>`select distinct on (email) email, name from (${peopleOf(event)}) people order by email`.execute(
        db,
      );
  return rows;
}

/** Meeting link and delivery mode of a course; 404 if there is none. */
export const findSettings = (db: Db, id: string) =>
  db
    .selectFrom('course')
    .select(['meetingUrl', 'deliveryMode'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('course'));

export async function findSectionIds(db: Db, courseId: string): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('courseSection').where('courseId', '=', courseId).select('id').execute();
  return new Set(rows.map(({ id }) => id));
}

/** Number of guests of a class today. */
export async function countInvitees(db: Db, courseId: string): Promise<number> {
  const today = new Date().toISOString();
  const { rows } = await sql<{ n: number }>`
    select count(distinct email)::int as n from (${peopleOf({ courseId, startAt: today })}) people`.execute(db);
  return rows[0]!.n;
}

const eventState = sql<ScheduledClass['event']>`(
  select json_build_object('eventId', event.id, 'state', event.state, 'error', event.error,
    'invited', ${invited},
    'waiting', (select count(*)::int from calendar_invitation where event_id = event.id and sent_at is null),
    'overrides', json_build_object('summary', event.summary, 'description', event.description, 'location', event.location,
      'timeZone', event.time_zone, 'attendees', event.attendees))
  from calendar_event event where event.section_id = section.id)`;

const liveLessons = sql<ScheduledClass['liveLessons']>`coalesce((
  select json_agg(json_build_object('lessonId', lesson.id, 'name', lesson.name, 'startAt', lesson.start_at,
    'endAt', lesson.end_at) order by item.position)
  from lesson join section_item item on item.item_id = lesson.id
  where lesson.section_id = section.id and lesson.type = 'LIVE_CLASS'), '[]')`;

/** Classes of a course, by the position of their sections. */
export const findClasses = (db: Db, courseId: string) =>
  classesOf(db, courseId)
    .select([sql<number>`(row_number() over (order by section.position))::int`.as('priority'), eventState.as('event')])
    .select(liveLessons.as('liveLessons'))
    .execute();

export interface EventResult {
  eventId: string;
  gmeetUrl: string | null;
  state: EventState;
  error: string | null;
}

/** State, meeting link and error of calendar events, in any order. */
export const findResults = (db: Db, eventIds: readonly string[]): Promise<EventResult[]> =>
  db
    .selectFrom('calendarEvent')
    .where('id', 'in', eventIds)
    .select(['id as eventId', 'meetingUrl as gmeetUrl', 'state', 'error'])
    .execute();
