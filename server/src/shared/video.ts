/** Videos by source, for all records that have one: processing and status. */
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { id } from '#contract/kernel/fields.ts';
import type { Db } from '#platform/database/database.ts';
import { enqueue } from '#platform/jobs/outbox.ts';

/** Job definition without its work, which is in areas/video/jobs.ts. */
export const videoJob = { name: 'process-video', ids: z.object({ videoId: id }) } as const;

/**
 * Ensures that an uploaded video is processed, once however many records use it; call it in the transaction that saves
 * a source, after the lesson, by which an instructor sees the video. Does nothing for other sites.
 */
export async function ensureVideo(db: Db, source: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`insert into video (upload_id)
    select id from upload where url = ${source} and finished_at is not null and type like 'video/%'
    on conflict do nothing returning id`.execute(db);
  for (const video of rows) await enqueue(db, videoJob, { videoId: video.id });
}

/** Columns of {@link videoOf}, in the database's spelling. */
export interface VideoColumns {
  videoId: string | null;
  /** '' if not processed here: no video, or on another site. */
  videoStatus: '' | 'PENDING' | 'RUNNING' | 'FINISHED' | 'FAILED';
  /** Playable URL; null until the video is ready. */
  videoUrl: string | null;
  videoPercent: number | null;
  /** Error of the processing, or what it waits for. */
  videoReason: string | null;
  posterUrl: string | null;
  /** In whole seconds. */
  videoDuration: number | null;
}

/** SQL expression of the playable URL: the playlist, or the source if no server can process it. */
export const playableUrl = sql<string | null>`coalesce(video.playlist_url, case when video.status = 'PENDING'
  and video.reason is not null then upload.url end)`;
const seconds = sql<number | null>`round(video.duration_ms / 1000.0)::int`;

/**
 * Lateral join `left join ${videoOf('lesson.video_source')} as video on true`, with one row of {@link VideoColumns} per
 * address in that column.
 */
export const videoOf = (column: string): RawBuilder<VideoColumns> => sql`lateral (
  select video.id as video_id, coalesce(video.status, '') as video_status,
    case when video.id is null then ${sql.ref(column)} else ${playableUrl} end as video_url,
    video.percent as video_percent, video.reason as video_reason, video.poster_url, ${seconds} as video_duration
  from (select) nothing left join upload on upload.url = ${sql.ref(column)} left join video on video.upload_id = upload.id)`;

/** SQL expression of a lesson's minutes: those of its video, rounded up, once known; else the entered ones. */
export const minutesOf = (written: RawBuilder<unknown>, videoSeconds: RawBuilder<unknown>) =>
  sql<number>`coalesce(ceil(${videoSeconds} / 60.0)::int, ${written})`;

export { seconds as videoSeconds };
