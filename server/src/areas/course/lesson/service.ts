/** Rules of lessons and of the pictures of a class (spec §3, §7; domain.md, Lesson). */
import type { z } from 'zod';
import { heldClassReason } from '#contract/course/schedule/class-plan.ts';
import type { ValidatedInput } from '#contract/kernel/endpoint.ts';
import {
  type createLesson,
  type updateLesson,
  blankLesson,
  lessonDraft,
  maxContentLength,
} from '#contract/course/lesson/endpoints.ts';
import { deleteRecord, insertRecord, lockForUpdate, updateRecord } from '#platform/records.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest, conflict, notFound } from '#platform/errors.ts';
import { validated } from '#platform/http/validation.ts';
import { isUploaded, isMissing } from '#platform/storage/uploads.ts';
import { isAtSameTime, refuseHeld } from '#shared/held-classes.ts';
import { refuseIncompleteCourse } from '#shared/publishing.ts';
import { cleanHtml } from '#shared/rich-text.ts';
import { lockSectionOf, lockSection, placeItem, raiseSections } from '#shared/section-items.ts';
import { ensureVideo } from '#shared/video.ts';
import { attachmentsColumn, findLesson, sizesOf } from './queries.ts';

async function rowOf(db: Db, draft: z.output<typeof lessonDraft>) {
  const { attachments } = draft;
  const sizes = await sizesOf(
    db,
    attachments.map(({ url }) => url),
  );
  return {
    ...draft,
    content: await cleanHtml(draft.content, { max: maxContentLength, path: 'content' }),
    attachments: attachmentsColumn(attachments.map((file) => ({ ...file, size: sizes.get(file.url) ?? 0 }))),
  };
}

/** 400 unless the URL is that of a video uploaded to this brand (domain.md, Lesson). */
async function refuseNoVideo(db: Db, source: string | null): Promise<void> {
  if (source !== null && !(await isUploaded(db, 'video', source)))
    throw badRequest('No uploaded video has this address; choose a file', 'videoSource');
}

/** Creates a lesson with the defaults of a blank one, at the requested position or at the end of its section. */
export async function addLesson(
  db: Db,
  { sectionId, priority, ...fields }: ValidatedInput<typeof createLesson>['body'],
): Promise<{ lessonId: string }> {
  await lockSection(db, sectionId);
  const draft = validated(lessonDraft, { ...blankLesson, ...fields });
  await refuseNoVideo(db, draft.videoSource);
  const lessonId = await insertRecord(db, 'lesson', { ...(await rowOf(db, draft)), sectionId });
  if (draft.videoSource) await ensureVideo(db, draft.videoSource);
  await placeItem(db, sectionId, { kind: 'lesson', id: lessonId }, priority);
  await raiseSections(db, [sectionId]);
  return { lessonId };
}

/** Updates the fields of the change; the others stay. */
export async function changeLesson(
  db: Db,
  id: string,
  change: ValidatedInput<typeof updateLesson>['body'],
  ifMatch: number | null,
) {
  await lockForUpdate(db, 'lesson', id, ifMatch);
  const present = await findLesson(db, id);
  const draft = validated(lessonDraft, { ...present, ...change });
  if (present.isAttendanceSubmitted && draft.type !== 'LIVE_CLASS')
    throw conflict('The attendance of this class was taken; it stays a live class', 'type');
  if (present.isAttendanceSubmitted && !isAtSameTime(present, draft)) throw conflict(heldClassReason, 'startAt');
  // A lost file must not prevent changes of other fields.
  if (draft.videoSource !== present.videoSource) await refuseNoVideo(db, draft.videoSource);
  const { duration, ...row } = await rowOf(db, draft);
  // A lesson with a video reads its minutes from it; the stored duration is only written when it is changed.
  const written = change.duration === undefined ? row : { ...row, duration };
  const { version } = await updateRecord(db, 'lesson', id, written);
  if (draft.videoSource) await ensureVideo(db, draft.videoSource);
  return { lessonId: id, version };
}

/** Deletes a lesson; refused if it was held, or if its published course would become incomplete. */
export async function removeLesson(db: Db, id: string, ifMatch: number | null) {
  const stood = await lockSectionOf(db, 'lesson', id);
  await lockForUpdate(db, 'lesson', id, ifMatch);
  if (!stood) throw notFound('lesson');
  await refuseHeld(db, { lessonIds: [id] });
  await deleteRecord(db, 'lesson', id);
  await raiseSections(db, [stood.sectionId]);
  await refuseIncompleteCourse(db, stood.courseId);
  return { lessonId: id };
}

/** Upper limit of pictures of a lesson. */
const maxPictures = 50;

/** Adds a picture to a lesson; 400 if its file is missing, 409 beyond the limit. */
export async function addPicture(db: Db, lessonId: string, image_url: string) {
  await lockForUpdate(db, 'lesson', lessonId, null);
  if (await isMissing(db, 'image', image_url)) throw badRequest('There is no picture at this address', 'image_url');
  const pictures = await db.selectFrom('lessonDocumentation').where('lessonId', '=', lessonId).select('id').execute();
  if (pictures.length >= maxPictures) throw conflict(`A lesson has at most ${maxPictures} pictures`);
  const { id } = await db
    .insertInto('lessonDocumentation')
    .values({ lessonId, imageUrl: image_url })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, image_url };
}

/** Removes a picture from its lesson; 404 if there is none. */
export async function removePicture(db: Db, id: string) {
  const { numDeletedRows } = await db.deleteFrom('lessonDocumentation').where('id', '=', id).executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound('picture');
  return { id };
}
