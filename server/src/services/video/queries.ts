/** SQL of videos and their captions. */
import { sql } from 'kysely';
import type { Video } from '#contract/video/endpoints.ts';
import type { Db } from '#platform/database/database.ts';
import { playableUrl, videoSeconds } from '#shared/video.ts';
import type { Rendition } from './playlists.ts';
import type { Probe } from './probe.ts';

/** Video by its id or its source URL. */
export async function findVideo(db: Db, by: { id: string } | { source: string }): Promise<Video | undefined> {
  const { rows } = await sql<Video>`select video.id as "videoId", upload.url as source, status, percent, reason,
      ${playableUrl} as url, ${videoSeconds} as duration, poster_url as "posterUrl", storyboard_url as "storyboardUrl",
      (select coalesce(json_agg((one ->> 'height')::int order by (one ->> 'height')::int), '[]')
        from jsonb_array_elements(renditions) one) as heights,
      (select coalesce(json_agg(json_build_object('captionId', id, 'language', language, 'label', label, 'url', url)
        order by created_at, id), '[]') from video_caption where video_id = video.id) as captions
    from upload join video on upload_id = upload.id
    where ${'id' in by ? sql`video.id = ${by.id}` : sql`upload.url = ${by.source}`}`.execute(db);
  return rows[0];
}

/** Whether a URL is of an uploaded file, in any store. */
export const isUpload = async (db: Db, url: string): Promise<boolean> =>
  (await db.selectFrom('upload').where('url', '=', url).select('id').executeTakeFirst()) !== undefined;

/** Video as a run takes it over. */
export interface StartedRun {
  key: string;
  type: string;
  percent: number;
  posterUrl: string | null;
  storyboardUrl: string | null;
  renditions: Rendition[];
}

/** Assigns a video to a run; undefined: deleted or finished. */
export async function beginRun(db: Db, id: string, runId: string): Promise<StartedRun | undefined> {
  const { rows } = await sql<StartedRun>`update video set status = 'RUNNING', reason = null, run_id = ${runId}
    from upload where upload.id = upload_id and video.id = ${id} and status <> 'FINISHED'
    returning upload.key, upload.type, percent, poster_url, storyboard_url, renditions`.execute(db);
  return rows[0];
}

/** Columns that a run changes; omitted ones stay. */
export interface Progress {
  status?: Video['status'];
  reason?: string | null;
  percent?: number;
  durationMs?: number;
  probe?: Probe;
  renditions?: readonly Rendition[];
  playlistUrl?: string;
  posterUrl?: string;
  storyboardUrl?: string;
  storyboardPictureUrl?: string;
}

/** Saves the progress of a run; false: another run has taken over the video, or it is deleted. */
export async function saveProgress(
  db: Db,
  id: string,
  runId: string,
  { probe, renditions, ...plain }: Progress,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('video')
    .set({
      ...plain,
      ...(probe && { probe: JSON.stringify(probe) }),
      ...(renditions && { renditions: JSON.stringify(renditions) }),
    })
    .where('id', '=', id)
    .where('runId', '=', runId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Videos in state RUNNING, including those whose run died. */
export async function findRunning(db: Db): Promise<{ id: string; runId: string }[]> {
  const rows = await db.selectFrom('video').select(['id', 'runId']).where('status', '=', 'RUNNING').execute();
  return rows.flatMap(({ id, runId }) => (runId === null ? [] : [{ id, runId }]));
}

/** Marks a video as waiting for a server that can process it, with the reason. */
export async function setWaiting(db: Db, id: string, reason: string): Promise<void> {
  await db
    .updateTable('video')
    .set({ status: 'PENDING', reason })
    .where('id', '=', id)
    .where('status', '<>', 'FINISHED')
    .execute();
}

/** Clears the reason of the videos that wait for it; returns their ids. */
export async function releaseWaiting(db: Db, reason: string): Promise<string[]> {
  const rows = await db
    .updateTable('video')
    .set({ reason: null })
    .where('status', '=', 'PENDING')
    .where('reason', '=', reason)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Resets a failed video to waiting; returns the previous status, undefined if there is no such video. */
export async function resetFailed(db: Db, id: string): Promise<Video['status'] | undefined> {
  const video = await db.selectFrom('video').select('status').where('id', '=', id).forUpdate().executeTakeFirst();
  if (video?.status === 'FAILED')
    await db.updateTable('video').set({ status: 'PENDING', reason: null }).where('id', '=', id).execute();
  return video?.status;
}
