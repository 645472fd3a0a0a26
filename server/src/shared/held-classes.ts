/**
 * Protection of held classes, which cannot be deleted because their attendance is kept for good (spec §5; domain.md,
 * Attendance).
 */
import { type RawBuilder, sql } from 'kysely';
import { isSameInstant } from '#contract/kernel/days.ts';
import type { Db } from '#platform/database/database.ts';
import { conflict } from '#platform/errors.ts';

/** SQL condition: attendance of a lesson was taken. `lesson`: SQL expression of its id. */
export const isHeldLesson = (lesson: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from attendance where lesson_id = ${lesson})`;

/** Reason a held class cannot be deleted. */
export const heldReason = 'Its attendance was taken: what is saved stays, and so does the class';

interface Times {
  startAt: string | null;
  endAt: string | null;
}
/** Whether two classes have the same start and end, whatever the format of the times. */
export const isAtSameTime = (one: Times, other: Times): boolean =>
  isSameInstant(one.startAt, other.startAt) && isSameInstant(one.endAt, other.endAt);

/**
 * Throws 409 if a lesson of a section, or one of `lessonIds`, about to be deleted, is a held class. Locks the lessons
 * first, so that no attendance is saved meanwhile.
 */
export async function refuseHeld(
  db: Db,
  which: { sectionId: string } | { lessonIds: readonly string[] },
): Promise<void> {
  const lessons = await db
    .selectFrom('lesson')
    .$if('sectionId' in which, (query) => query.where('sectionId', '=', (which as { sectionId: string }).sectionId))
    .$if('lessonIds' in which, (query) => query.where('id', 'in', [...(which as { lessonIds: string[] }).lessonIds]))
    .orderBy('id')
    .select(['id', 'name'])
    .forUpdate()
    .execute();
  if (lessons.length === 0) return;
  const ids = lessons.map(({ id }) => id);
  const marked = await db.selectFrom('attendance').where('lessonId', 'in', ids).select('lessonId').executeTakeFirst();
  const held = marked && lessons.find(({ id }) => id === marked.lessonId);
  if (held) throw conflict(lessons.length === 1 ? heldReason : `The class “${held.name}”: ${heldReason.toLowerCase()}`);
}
