/** Rules of sections and their items (spec §7; domain.md, Section). */
import { sql } from 'kysely';
import { heldClassReason } from '#contract/course/schedule/class-plan.ts';
import type { createSection, deleteParts, updateSection } from '#contract/course/section/endpoints.ts';
import { sectionDraft } from '#contract/course/section/fields.ts';
import type { ValidatedInput } from '#contract/kernel/endpoint.ts';
import { deleteRecord, insertRecord, lockForUpdate, updateRecord } from '#platform/records.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest, conflict, notFound } from '#platform/errors.ts';
import { validated } from '#platform/http/validation.ts';
import { findSection } from '#shared/course-sections.ts';
import { courseSections, nextPlace } from '#shared/ordering.ts';
import { isAtSameTime, refuseHeld } from '#shared/held-classes.ts';
import { refuseIncompleteCourse } from '#shared/publishing.ts';
import { raiseSections } from '#shared/section-items.ts';

const blank = { name: '', description: '', startAt: null, endAt: null, gmeetUrl: null };

/** Adds a section at the end of a course; without a name it is "Untitled section". */
export async function addSection(db: Db, courseId: string, fields: ValidatedInput<typeof createSection>['body']) {
  await lockForUpdate(db, 'course', courseId, null);
  const draft = validated(sectionDraft, { ...blank, name: 'Untitled section', ...fields });
  const position = await nextPlace(db, courseSections, courseId);
  return { sectionId: await insertRecord(db, 'courseSection', { ...draft, courseId, position }) };
}

/** Section of a course with its items; 404 if the course has no such section. */
export async function sectionOf(db: Db, courseId: string, sectionId: string) {
  const section = await findSection(db, courseId, sectionId);
  if (!section) throw notFound('section');
  return section;
}

/** Updates a section; 409 if its time changes although a class of it was held. */
export async function changeSection(
  db: Db,
  { id, sectionId }: { id: string; sectionId: string },
  change: ValidatedInput<typeof updateSection>['body'],
  ifMatch: number | null,
) {
  await lockForUpdate(db, 'courseSection', sectionId, ifMatch);
  const present = await sectionOf(db, id, sectionId);
  const draft = validated(sectionDraft, { ...present, ...change });
  if (present.items.some((item) => item.isHeld) && !isAtSameTime(present, draft))
    throw conflict(heldClassReason, 'startAt');
  return { sectionId, ...(await updateRecord(db, 'courseSection', sectionId, draft)) };
}

/** Deletes a section; 409 if a class was held or a published course would become incomplete. */
export async function removeSection(
  db: Db,
  { id, sectionId }: { id: string; sectionId: string },
  ifMatch: number | null,
) {
  // Lock the course first, like every change of a curriculum.
  await lockForUpdate(db, 'course', id, null);
  await lockForUpdate(db, 'courseSection', sectionId, ifMatch);
  await sectionOf(db, id, sectionId);
  await refuseHeld(db, { sectionId });
  await deleteRecord(db, 'courseSection', sectionId);
  await refuseIncompleteCourse(db, id);
  return { sectionId };
}

type Parts = ValidatedInput<typeof deleteParts>['body'];

/**
 * Deletes sections and items, all or none: 400 if one is not in this course, 409 if a class was held or a published
 * course would become incomplete.
 */
export async function removeParts(db: Db, courseId: string, { sections, items }: Parts) {
  await lockForUpdate(db, 'course', courseId, null);
  const changed = (await removeItems(db, courseId, items)) + (await removeSections(db, courseId, sections));
  await refuseIncompleteCourse(db, courseId);
  return { changed };
}

async function removeSections(db: Db, courseId: string, ids: readonly string[]): Promise<number> {
  for (const [index, sectionId] of ids.entries()) {
    if (!(await findSection(db, courseId, sectionId)))
      throw badRequest('This is not in the course any more', `sections.${index}`);
    await refuseHeld(db, { sectionId });
    await deleteRecord(db, 'courseSection', sectionId);
  }
  return ids.length;
}

async function removeItems(db: Db, courseId: string, items: Parts['items']): Promise<number> {
  const lessonIds = items.flatMap(({ kind, id }) => (kind === 'lesson' ? id : []));
  if (lessonIds.length > 0) await refuseHeld(db, { lessonIds });
  let changed = 0;
  const sections = new Set<string>();
  for (const table of ['lesson', 'quiz'] as const) {
    const ids = items.filter(({ kind }) => (kind === 'lesson') === (table === 'lesson')).map(({ id }) => id);
    if (ids.length === 0) continue;
    const kind = table === 'lesson' ? sql.lit('lesson') : sql`lower(type)`;
    const { rows } = await sql<{
      key: string;
      section: string;
    }>`delete from ${sql.table(table)} where id = any(${ids}::uuid[])
      and section_id in (select id from course_section where course_id = ${courseId}) returning ${kind} || id as key, section_id as section`.execute(
      db,
    );
    const gone = new Set(rows.map(({ key }) => key));
    const absent = items.findIndex((item) => ids.includes(item.id) && !gone.has(item.kind + item.id));
    if (absent >= 0) throw badRequest('This is not in the course any more', `items.${absent}.id`);
    changed += rows.length;
    for (const { section } of rows) sections.add(section);
  }
  await raiseSections(db, sections);
  return changed;
}
