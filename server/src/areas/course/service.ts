/** Rules of courses (spec §3, §7; domain.md, Course). Rules without database access are in the contract's course-rules. */
import { counted } from '#contract/kernel/counted.ts';
import type { z } from 'zod';
import type { listCourses, updateCourse } from '#contract/course/endpoints.ts';
import { courseDraft, type Instructor, maxDescriptionLength, noCohort } from '#contract/course/draft.ts';
import { type CourseType, courseStatus, courseTypeOf } from '#contract/course/rules.ts';
import { jakartaDay } from '#contract/kernel/days.ts';
import type { ValidatedInput } from '#contract/kernel/endpoint.ts';
import { deleteRecord, lockForUpdate, updateRecord } from '#platform/records.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError, badRequest, conflict } from '#platform/errors.ts';
import { validated } from '#platform/http/validation.ts';
import type { Caller } from '#platform/session/access-token.ts';
import { isMissing } from '#platform/storage/uploads.ts';
import { findSections } from '#shared/course-sections.ts';
import { cleanHtml } from '#shared/rich-text.ts';
import { withFinalPrice } from '#shared/pricing/pricing.ts';
import { refuseUnready } from '#shared/publishing.ts';
import { findCourse, findCourses, findFinalProject, findShifts, listColumns } from './queries.ts';

type Draft = z.output<typeof courseDraft>;
type Change = ValidatedInput<typeof updateCourse>['body'];

const withStatus = <Course extends Parameters<typeof courseStatus>[0]>(course: Course) => ({
  ...course,
  status: courseStatus(course, jakartaDay(new Date())),
});

/** Page of courses with their final prices and statuses. */
export async function coursePage(db: Db, type: CourseType, query: ValidatedInput<typeof listCourses>['query']) {
  const { rows, head } = await findCourses(db, type, query);
  return { ...head, courses: rows.map((row) => withStatus(withFinalPrice(row))) };
}

/** Course with sections, total duration in minutes, and the reason why it cannot be deleted. */
export async function courseDetail(db: Db, id: string) {
  const course = await findCourse(db, id);
  const sections = await findSections(db, id);
  const finalProject = (await findFinalProject(db, id)) ?? null;
  const totalDuration = sections.flatMap(({ items }) => items).reduce((minutes, { duration }) => minutes + duration, 0);
  const removalConflict = conflictOf(
    course.totalMembers,
    course.paths.map(({ name }) => name),
  );
  return { ...withStatus(withFinalPrice(course)), sections, totalDuration, finalProject, removalConflict };
}

/** Row of a draft. Flexy courses have no cohort; 400 for an unknown shift. */
async function rowOf(db: Db, draft: Draft) {
  const { shift: code, ...fields } = courseTypeOf(draft.type) === 'flexy' ? { ...draft, ...noCohort } : draft;
  const shift = code === null ? null : (await findShifts(db)).find((one) => one.code === code);
  if (shift === undefined) throw badRequest('There is no such shift', 'shift');
  return {
    ...fields,
    ...listColumns(fields),
    description: await cleanHtml(fields.description, { max: maxDescriptionLength, path: 'description' }),
    shiftId: shift?.id ?? null,
  };
}

/** 409 with all requirements that the course does not meet for being published. */
export async function refuseUnpublishable(db: Db, id: string): Promise<void> {
  const course = await courseDetail(db, id);
  const isThumbnailBroken = course.thumbnail !== null && (await isMissing(db, 'image', course.thumbnail));
  refuseUnready({ ...course, isThumbnailBroken });
}

const accountsOf = (instructors: readonly Instructor[]) => instructors.flatMap(({ userId }) => userId ?? []);

/** 403 if an instructor links or unlinks accounts, which gives and takes rights; 400 for new accounts that are no staff's. */
async function refuseAccounts(
  { db, caller }: { db: Db; caller: Caller },
  present: readonly Instructor[],
  instructors: readonly Instructor[],
): Promise<void> {
  const [before, after] = [new Set(accountsOf(present)), accountsOf(instructors)];
  if (caller.role === 'instructor' && before.symmetricDifference(new Set(after)).size > 0)
    throw new HttpError(403, 'Only admins change which accounts teach a course');
  const added = after.filter((userId) => !before.has(userId));
  if (added.length === 0) return;
  const staff = await db
    .selectFrom('user')
    .where('id', 'in', added)
    .where('role', '<>', 'member')
    .select('id')
    .execute();
  const known = new Set([...before, ...staff.map(({ id }) => id)]);
  const at = instructors.findIndex(({ userId }) => userId && !known.has(userId));
  if (at >= 0) throw badRequest('There is no such staff account', `instructors.${at}.userId`);
}

/** Updates the fields of the change. A published course must stay ready for publishing. */
export async function changeCourse(
  { db, caller }: { db: Db; caller: Caller },
  id: string,
  change: Change,
  ifMatch: number | null,
) {
  await lockForUpdate(db, 'course', id, ifMatch);
  const present = await courseDetail(db, id);
  if (change.type !== present.type) throw badRequest('A course does not change its type', 'type');
  const { isPublished = present.isPublished, ...changes } = change;
  const draft = validated(courseDraft, { ...present, ...changes });
  await refuseAccounts({ db, caller }, present.instructors, draft.instructors);
  if (draft.capacity !== null && draft.capacity < present.totalMembers) {
    throw conflict(
      `${counted(present.totalMembers, 'member is', 'members are')} assigned already; unassign some first`,
      'capacity',
    );
  }
  if (isPublished) {
    const { thumbnail } = draft;
    // A thumbnail lost after publishing must not prevent other changes.
    const isNew = !present.isPublished || thumbnail !== present.thumbnail;
    const isThumbnailBroken = isNew && thumbnail !== null && (await isMissing(db, 'image', thumbnail));
    refuseUnready({ ...draft, isThumbnailBroken, sections: present.sections });
  }
  return { courseId: id, ...(await updateRecord(db, 'course', id, { ...(await rowOf(db, draft)), isPublished })) };
}

/** Reason why a course cannot be deleted: users or learning paths have it; null if it can. */
function conflictOf(totalMembers: number, paths: readonly string[]): string | null {
  if (totalMembers > 0)
    return `${counted(totalMembers, 'user is', 'users are')} assigned to this course; unassign them first`;
  if (paths.length === 0) return null;
  const named = new Intl.ListFormat('en').format(paths.map((path) => `"${path}"`));
  const isOne = paths.length === 1;
  return `The learning ${isOne ? 'path' : 'paths'} ${named} ${isOne ? 'holds' : 'hold'} this course; unassign it there first`;
}

/** Deletes a course and unlinks its discounts; 409 with its `removalConflict`. */
export async function removeCourse(db: Db, id: string, ifMatch: number | null) {
  await lockForUpdate(db, 'course', id, ifMatch);
  const { removalConflict } = await courseDetail(db, id);
  if (removalConflict) throw conflict(removalConflict);
  const deferred = db.selectFrom('placeTransfer').where('fromCourseId', '=', id).where('isCurrent', '=', true);
  if (await deferred.where('isDeferred', '=', true).select('id').executeTakeFirst())
    throw conflict('Places of this course wait for another one: move them first');
  await deleteRecord(db, 'course', id);
  return { courseId: id };
}
