/** The times of a course's classes, and what goes with them when they change (docs/decisions/0029). */
import { sql } from 'kysely';
import { type ClassTimes, type Times, followTimes, moveProblem } from '#contract/class-plan.ts';
import { lockForUpdate, updateRecord } from '#platform/change.ts';
import type { Db } from '#platform/database/database.ts';
import { conflict } from '#platform/errors.ts';

/** Sections in their order. */
export const classesOf = (db: Db, courseId: string) =>
  db
    .selectFrom('courseSection as section')
    .where('section.courseId', '=', courseId)
    .orderBy('section.position')
    .select(['section.id as sectionId', 'section.name', 'section.startAt', 'section.endAt'])
    .select(['section.gmeetUrl', 'section.version']);

/** Attendance of a live class in it was taken. */
export const isHeld = sql<boolean>`exists (select from attendance taken join lesson on lesson.id = taken.lesson_id
  where lesson.section_id = section.id)`;

/** How many have it in their calendar: of `event`, ours by the letters, Google's by what it was sent. */
export const invited = sql<number>`case event.provider when 'google' then coalesce(jsonb_array_length(event.content -> 'attendees'), 0)
  else (select count(*)::int from calendar_invitation letter where letter.event_id = event.id and method = 'REQUEST') end`;

const hasTimes = ({ startAt, endAt }: Pick<ClassTimes, 'startAt' | 'endAt'>) => startAt !== null || endAt !== null;

/** All lessons in their order, each with whether it has times of its own. */
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
 * Moves one class, which is locked, and its lessons' own times with it; `more` is written with them. 409 with the name
 * and the reason where it may not go there.
 */
export async function moveClass(
  db: Db,
  present: ClassTimes & { name: string },
  { lessons, to, path, more = {} }: { lessons: Lessons; to: Times; path: string; more?: { gmeetUrl?: string | null } },
) {
  const { sectionId, name, startAt: begins, endAt: ends } = present;
  const problem = moveProblem(present, to, new Date());
  if (problem) throw conflict(`${name}: ${problem}`, path);
  // Where it had no time, nothing could go by it.
  if (begins !== null && ends !== null)
    for (const lesson of lessons.filter((one) => one.sectionId === sectionId && one.hasTimes)) {
      await lockForUpdate(db, 'lesson', lesson.id, null);
      await updateRecord(db, 'lesson', lesson.id, followTimes(lesson, { startAt: begins, endAt: ends }, to));
    }
  return updateRecord(db, 'courseSection', sectionId, { startAt: to.startAt, endAt: to.endAt, ...more });
}
