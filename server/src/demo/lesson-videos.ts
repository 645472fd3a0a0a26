/** Gives four lessons of the demo real videos, one of which fails, in the background after the start. */
import type { Database } from '#platform/database/database.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { videoSite } from './prose.ts';
import { demoVideos } from './videos.ts';

const tenant = 'coding';

/** Replaces the videos of another site; keeps those that users set meanwhile. Does nothing without ffmpeg. */
export async function addLessonVideos(database: Database, storage: Storage, signal: AbortSignal): Promise<void> {
  const db = database.tenant(tenant);
  const sources = await demoVideos(db, storage, tenant, signal);
  if (sources.length === 0) return;
  const lessons = await db
    .selectFrom('lesson')
    .select('id')
    .where('type', '=', 'VIDEO')
    .where('videoSource', 'like', `${videoSite}%`)
    .orderBy('id')
    .limit(sources.length)
    .execute();
  for (const [n, { id }] of lessons.entries())
    await db
      .updateTable('lesson')
      .set({ videoSource: sources[n]! })
      .where('id', '=', id)
      .where('videoSource', 'like', `${videoSite}%`)
      .execute();
}
