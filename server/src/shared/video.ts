/** Videos by source, for whatever has one: what is to be processed, and how it stands with it. */
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { id } from '#contract/fields.ts';
import type { Db } from '#platform/database/database.ts';
import { enqueue } from '#platform/jobs/outbox.ts';

/** The job without its work, which is done elsewhere (areas/video/jobs.ts). */
export const videoJob = { name: 'process-video', ids: z.object({ videoId: id }) } as const;

/**
 * For whoever saves a source, in the transaction that saves it: an uploaded video will be processed, once, however many
 * records have it. An address of another site stays as it is.
 */
export async function ensureVideo(db: Db, source: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`insert into video (upload_id)
    select id from upload where url = ${source} and finished_at is not null and type like 'video/%'
    on conflict do nothing returning id`.execute(db);
  for (const video of rows) await enqueue(db, videoJob, { videoId: video.id });
}

/** What {@link videoOf} tells of a source, in the database's spelling. */
export interface VideoColumns {
  videoId: string | null;
  /** '' for what is not processed here: nothing, and addresses of other sites. */
  videoStatus: '' | 'PENDING' | 'RUNNING' | 'FINISHED' | 'FAILED';
  /** What plays; null until something does. */
  videoUrl: string | null;
  videoPercent: number | null;
  /** Why it failed, or what it waits for. */
  videoReason: string | null;
  posterUrl: string | null;
  /** Whole seconds. */
  videoDuration: number | null;
}

/** While nothing of it plays, the source does if no server here can process it. */
export const playableUrl = sql<string | null>`coalesce(video.playlist_url, case when video.status = 'PENDING'
  and video.reason is not null then upload.url end)`;
const seconds = sql<number | null>`round(video.duration_ms / 1000.0)::int`;

/**
 * `left join ${videoOf('lesson.video_source')} as video on true`: one row of {@link VideoColumns} for each address in that
 * column.
 */
export const videoOf = (column: string): RawBuilder<VideoColumns> => sql`lateral (
  select video.id as video_id, coalesce(video.status, '') as video_status,
    case when video.id is null then ${sql.ref(column)} else ${playableUrl} end as video_url,
    video.percent as video_percent, video.reason as video_reason, video.poster_url, ${seconds} as video_duration
  from (select) nothing left join upload on upload.url = ${sql.ref(column)} left join video on video.upload_id = upload.id)`;

/** The minutes of a lesson: those of its video, begun ones too, once they are known; else what was written. */
export const minutesOf = (written: RawBuilder<unknown>, videoSeconds: RawBuilder<unknown>) =>
  sql<number>`coalesce(ceil(${videoSeconds} / 60.0)::int, ${written})`;

export { seconds as videoSeconds };
