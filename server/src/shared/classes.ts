/** Times of a course's classes, and the effects of changing them (docs/decisions/0029). */
import { sql } from 'kysely';
import { type ClassTimes, type Times, timesAfterMove, moveProblem } from '#contract/course/schedule/class-plan.ts';
import { lockForUpdate, updateRecord } from '#platform/records.ts';
import type { Db } from '#platform/database/database.ts';
import { conflict } from '#platform/errors.ts';

/** SQL expressions of a live lesson's start and end: its own times, else its section's. With a start of its own it has no end but its own. */
export const classStart = sql<string | null>`coalesce(lesson.start_at, section.start_at)`;
export const classEnd = sql<
  string | null
>`case when lesson.start_at is null then coalesce(lesson.end_at, section.end_at) else lesson.end_at end`;

/** Query of a course's sections in order. */
export const classesOf = (db: Db, courseId: string) =>
  db
    .selectFrom('courseSection as section')
    .where('section.courseId', '=', courseId)
    .orderBy('section.position')
    .select(['section.id as sectionId', 'section.name', 'section.startAt', 'section.endAt'])
    .select(['section.gmeetUrl', 'section.version']);

/** SQL condition: attendance of a live class in the section was taken. */
export const isHeld = sql<boolean>`exists (select from attendance taken join lesson on lesson.id = taken.lesson_id
  where lesson.section_id = section.id)`;

/**
 * SQL expression of the number of people who have `event` in their calendar: for our own events by sent invitations,
 * for Google's by its attendees.
 */
export const invited = sql<number>`case event.provider when 'google' then coalesce(jsonb_array_length(event.content -> 'attendees'), 0)
  else (select count(*)::int from calendar_invitation letter where letter.event_id = event.id and method = 'REQUEST') end`;

const hasTimes = ({ startAt, endAt }: Pick<ClassTimes, 'startAt' | 'endAt'>) => startAt !== null || endAt !== null;

/** Lessons of a course in order, each with whether it has times of its own. */
export const findLessons = async (db: Db, courseId: string) => {
  const lessons = await db
    .selectFrom('lesson')
    .innerJoin('courseSection as section', 'section.id', 'lesson.sectionId')
    .innerJoin('sectionItem as place', 'place.itemId', 'lesson.id')
    .where('section.courseId', '=', courseId)
    .orderBy('section.position')
    .orderBy('place.position')
    .select(['lesson.id', 'lesson.sectionId', 'lesson.type', 'lesson.startAt', 'lesson.endAt', 'lesson.lockRule'])
    .execute();
  return lessons.map((lesson) => ({ ...lesson, hasTimes: hasTimes(lesson) }));
};

type Lessons = Awaited<ReturnType<typeof findLessons>>;

/**
 * Moves a locked class, and its lessons' own times with it; also writes `more`. 409 with name and reason if the move is
 * not allowed.
 */
export async function moveClass(
  db: Db,
  current: ClassTimes & { name: string },
  { lessons, to, path, more = {} }: { lessons: Lessons; to: Times; path: string; more?: { gmeetUrl?: string | null } },
) {
  const { sectionId, name, startAt: begins, endAt: ends } = current;
  const problem = moveProblem(current, to, new Date());
  if (problem) throw conflict(`${name}: ${problem}`, path);
  // Without previous times, the lessons have nothing to follow.
  if (begins !== null && ends !== null)
    for (const lesson of lessons.filter((one) => one.sectionId === sectionId && one.hasTimes)) {
      await lockForUpdate(db, 'lesson', lesson.id, null);
      await updateRecord(db, 'lesson', lesson.id, timesAfterMove(lesson, { startAt: begins, endAt: ends }, to));
    }
  return updateRecord(db, 'courseSection', sectionId, { startAt: to.startAt, endAt: to.endAt, ...more });
}
