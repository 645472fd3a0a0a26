/** Pictures of a class (spec §3, Lesson documentation). */
import { lockForUpdate } from '#platform/records.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest, conflict, notFound } from '#platform/errors.ts';
import { isMissing } from '#platform/storage/uploads.ts';

/** Upper limit of pictures of a lesson. */
const max = 50;

/** Adds a picture to a lesson; 400 if its file is missing, 409 beyond the limit. */
export async function addPicture(db: Db, lessonId: string, image_url: string) {
  await lockForUpdate(db, 'lesson', lessonId, null);
  if (await isMissing(db, 'image', image_url)) throw badRequest('There is no picture at this address', 'image_url');
  const pictures = await db.selectFrom('lessonDocumentation').where('lessonId', '=', lessonId).select('id').execute();
  if (pictures.length >= max) throw conflict(`A lesson has at most ${max} pictures`);
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
