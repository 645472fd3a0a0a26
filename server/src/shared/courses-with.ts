/** Courses that need attention: with a live class on a day, or with a video whose processing failed. */
import { type RawBuilder, sql } from 'kysely';
import type { CourseHas } from '#contract/course/endpoints.ts';
import { dayMs, jakartaDay, startOfDay } from '#contract/kernel/days.ts';

/** From one instant until before another, in ISO 8601. */
export interface Span {
  from: string;
  until: string;
}

/** The day in Jakarta that an instant is in. */
export function dayAround(now: Date): Span {
  const from = startOfDay(jakartaDay(now));
  return { from: new Date(from).toISOString(), until: new Date(from + dayMs).toISOString() };
}

interface Class {
  /** null: the class is a section without a live lesson. */
  lessonId: string | null;
  name: string | null;
  meetingUrl: string | null;
  location: string | null;
  sectionId: string;
  startAt: string;
  endAt: string | null;
}

/**
 * Live lessons by their own time, else by that of their section; a section without any is a class itself. Each half has
 * an index of starts.
 */
export const classesBetween = ({ from, until }: Span) => sql<Class>`(
  select l.id as lesson_id, l.name, l.meeting_url, l.location, s.id as section_id, s.start_at, coalesce(l.end_at, s.end_at) as end_at
    from course_section s left join lesson l on l.section_id = s.id and l.type = 'LIVE_CLASS' and l.start_at is null
    where s.start_at >= ${from}::timestamptz and s.start_at < ${until}::timestamptz
      and (l.id is not null or not exists (select from lesson own where own.section_id = s.id and own.type = 'LIVE_CLASS'))
  union all
  select l.id, l.name, l.meeting_url, l.location, l.section_id, l.start_at, l.end_at from lesson l
    where l.type = 'LIVE_CLASS' and l.start_at is not null
      and l.start_at >= ${from}::timestamptz and l.start_at < ${until}::timestamptz)`;

const sectionsWith: Readonly<Record<CourseHas, (day: Span) => RawBuilder<unknown>>> = {
  'class-today': (day) => sql`${classesBetween(day)}`,
  'failed-video': () => sql`(select lesson.section_id from video
    join upload on upload.id = video.upload_id join lesson on lesson.video_source = upload.url
    where video.status = 'FAILED')`,
};

/**
 * SQL condition: the row `course` has a class on the day, or a failed video. An array, so that these few courses are
 * found by their ids, whatever the list is sorted by; PostgreSQL would walk the index of the sort through all others.
 */
export const courseWith = (has: CourseHas, day: Span) =>
  sql<boolean>`course.id = any(array(select section.course_id from ${sectionsWith[has](day)} found
    join course_section section on section.id = found.section_id))`;
