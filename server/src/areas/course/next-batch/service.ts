/** Rules of the next batch of a course: preview, drafts as previewed, and their undo (decision 0127). */
import { markedName } from '#contract/course/rules.ts';
import type { NextBatches, undoNextBatch } from '#contract/course/schedule/next-batch.ts';
import type { ValidatedInput } from '#contract/kernel/endpoint.ts';
import { lockForUpdate } from '#platform/records.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest, conflict } from '#platform/errors.ts';
import type { Caller } from '#platform/session/access-token.ts';
import { refuseClashesOfAll } from '#shared/pricing/conflicts.ts';
import { copyCourse } from '../new-course.ts';
import { removeCourse } from '../service.ts';
import { planBatches } from './plan.ts';
import { copyDiscount, deleteDiscounts, findOriginal, fingerprintOf, lockParts } from './queries.ts';

interface By {
  db: Db;
  caller: Caller;
}

/** Instructors make no prices, so their drafts have no discounts. */
const mayCopyDiscounts = ({ role }: Caller): boolean => role !== 'instructor';

/** Plan of the next batches with the fingerprint of the course; changes nothing. */
export async function previewOf({ db, caller }: By, courseId: string, body: NextBatches) {
  const plan = await planBatches(db, courseId, body, mayCopyDiscounts(caller));
  return { seen: await fingerprintOf(db, courseId), ...plan };
}

type Planned = Awaited<ReturnType<typeof planBatches>>['batches'][number];

/** Name of a discount's copy: with the end of the batch's name, which has its number. */
const discountName = (name: string, batch: string): string =>
  markedName(name, ` (${batch.slice(-60).replace(/^[\uDC00-\uDFFF]/, '')})`, 100);

/** A draft of one batch, with copies of the discounts that the plan lists. */
async function createOne(db: Db, from: string, { name, startDate, endDate, dates }: Planned, isCohort: boolean) {
  const times = new Map(dates.map(({ id, to }) => [id, to]));
  const { courseId } = await copyCourse(
    db,
    from,
    { name, ...(isCohort && { startDate, endDate: endDate && endDate.to }) },
    times,
  );
  const active: string[] = [];
  for (const { kind, id, name: called, to } of dates) {
    if (kind !== 'discount') continue;
    const made = await copyDiscount(db, { id, name: discountName(called, name), ...to }, courseId);
    if (made.isActive) active.push(made.id);
  }
  await refuseClashesOfAll(db, active, 'dates');
  return courseId;
}

/** Creates the drafts as the preview shows them, all or none. */
export async function createAll({ db, caller }: By, courseId: string, body: NextBatches) {
  await lockForUpdate(db, 'course', courseId, null);
  await lockParts(db, courseId);
  const { seen, batches, isCohort } = await previewOf({ db, caller }, courseId, body);
  if (body.seen !== undefined && body.seen !== seen)
    throw conflict('The course has changed since: look at the dates again');
  const courses = [];
  for (const batch of batches) {
    const id = await createOne(db, courseId, batch, isCohort);
    courses.push({ courseId: id, seen: await fingerprintOf(db, id) });
  }
  return { courseId: courses[0]!.courseId, courses };
}

type Made = ValidatedInput<typeof undoNextBatch>['body'];

/** Deletes a draft of the course with its discounts, as it was `seen`. */
async function undoOne(
  { db, caller }: By,
  original: string,
  { courseId, seen }: Made['courses'][number],
  path: string,
) {
  const draft = await db
    .selectFrom('course')
    .where('id', '=', courseId)
    .where('copiedFrom', '=', original)
    .select(['name', 'isPublished'])
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!draft) throw badRequest('There is no such draft of this course', path);
  await lockParts(db, courseId);
  if (draft.isPublished || (await fingerprintOf(db, courseId)) !== seen)
    throw conflict(`${draft.name} has been changed since: delete it on its page`);
  if (mayCopyDiscounts(caller)) await deleteDiscounts(db, courseId);
  await removeCourse(db, courseId, null);
}

/** Deletes drafts that nobody has changed since, with their discounts; all or none. */
export async function undo(by: By, id: string, { courses }: Made) {
  const original = await findOriginal(by.db, id);
  // In the order of their ids, so that two calls do not wait for each other.
  const drafts = [...courses.entries()].toSorted(([, a], [, b]) => (a.courseId < b.courseId ? -1 : 1));
  for (const [index, draft] of drafts) await undoOne(by, original.name, draft, `courses.${index}.courseId`);
  return { changed: courses.length };
}
