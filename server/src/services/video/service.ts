/** Rules of videos: reading, retrying, captions. */
import { webVttOf } from '#contract/video/captions.ts';
import type { Tenant, ValidatedInput } from '#contract/kernel/endpoint.ts';
import { typeOfMedia } from '#contract/kernel/upload.ts';
import type { addCaption } from '#contract/video/endpoints.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest, conflict, notFound } from '#platform/errors.ts';
import { enqueue } from '#platform/jobs/outbox.ts';
import { storeGenerated } from '#platform/storage/generated.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { videoJob } from '#shared/video.ts';
import { findVideo, isUpload, resetFailed } from './queries.ts';

/** Video by its id; 404 if there is none. */
export async function videoById(db: Db, id: string) {
  const video = await findVideo(db, { id });
  if (!video) throw notFound('video');
  return video;
}

/** Video of a source URL, null if there is none, and whether the URL is an upload of the tenant. */
export async function videoOfSource(db: Db, source: string) {
  const video = await findVideo(db, { source });
  return { video: video ?? null, isUpload: video !== undefined || (await isUpload(db, source)) };
}

/** Enqueues a failed video again; 409 in other states. */
export async function retry(db: Db, videoId: string) {
  const status = await resetFailed(db, videoId);
  if (!status) throw notFound('video');
  if (status !== 'FAILED') throw conflict('Only a video that could not be processed can be tried again');
  await enqueue(db, videoJob, { videoId });
  return { videoId };
}

/** Stores captions: the file before the row that refers to it. */
export async function keepCaptions(
  { db, storage, tenant }: { db: Db; storage: Storage; tenant: Tenant },
  videoId: string,
  { language, label, content, replaces }: ValidatedInput<typeof addCaption>['body'],
) {
  const { captions } = await videoById(db, videoId);
  const isThere = replaces === undefined || captions.some(({ captionId }) => captionId === replaces);
  if (!isThere) throw badRequest('This video has no such captions', 'replaces');
  const made = { tenant, prefix: 'video', name: 'captions', type: typeOfMedia('text/vtt')! };
  const { url } = await storeGenerated(db, storage, { ...made, content: Buffer.from(webVttOf(content)!) });
  return { videoId, language, label, url };
}

/** Adds captions to a video. With `replaces`, those are deleted first; 400 if the video has no such captions. */
export async function insertCaption(db: Db, row: Awaited<ReturnType<typeof keepCaptions>>, replaces?: string) {
  if (replaces !== undefined) {
    const { numDeletedRows } = await db
      .deleteFrom('videoCaption')
      .where('id', '=', replaces)
      .where('videoId', '=', row.videoId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw badRequest('This video has no such captions', 'replaces');
  }
  const added = await db
    .insertInto('videoCaption')
    .values(row)
    .onConflict((clash) => clash.doNothing())
    .returning(['id as captionId', 'language', 'label', 'url'])
    .executeTakeFirst();
  if (!added) throw conflict('This video has captions of this label already', 'label');
  return added;
}

/** Deletes captions; 404 if there are none. */
export async function removeCaption(db: Db, captionId: string) {
  const removed = await db.deleteFrom('videoCaption').where('id', '=', captionId).returning('id').executeTakeFirst();
  if (!removed) throw notFound('caption');
  return { captionId };
}
