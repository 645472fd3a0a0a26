/** Makes three short real videos and one that is cut off for a tenant's demo, stored like uploads. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { typeOfMedia } from '#contract/kernel/upload.ts';
import type { Db } from '#platform/database/database.ts';
import { storeGenerated } from '#platform/storage/generated.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { ensureVideo } from '#shared/video.ts';
import { hasPrograms, runProgram } from '../services/video/programs.ts';

/** Length of each video in seconds. */
export const demoVideoSeconds = 8;

/** Animated colours, which ffmpeg draws quickly, and the pitch of the sound. */
const clips = [
  ['c0=#4f46e5:c1=#a5b4fc:c2=#312e81', 220],
  ['c0=#0f766e:c1=#5eead4:c2=#042f2e', 330],
  ['c0=#c2410c:c1=#fed7aa:c2=#431407', 440],
] as const;

const encoding = '-c:v libx264 -preset ultrafast -crf 30 -pix_fmt yuv420p -g 50 -c:a aac -b:a 48k'.split(' ');

/**
 * Returns their URLs for lessons, the cut-off one last; none without ffmpeg. Each has a video record, which is
 * processed like any other. Not in a transaction, because it takes seconds and writes files.
 */
export async function demoVideos(db: Db, storage: Storage, tenant: Tenant, signal: AbortSignal): Promise<string[]> {
  if (!(await hasPrograms())) return [];
  const folder = await mkdtemp(join(tmpdir(), 'lectern-demo-'));
  const sources: string[] = [];
  let cut = Buffer.alloc(0);
  const kept = async (name: string, content: string | Buffer) => {
    const type = typeOfMedia('video/mp4')!;
    const { url } = await storeGenerated(db, storage, { tenant, prefix: 'lesson', name, type, content });
    await db.transaction().execute((tx) => ensureVideo(tx, url));
    return url;
  };
  try {
    for (const [n, [colours, tone]] of clips.entries()) {
      const path = join(folder, `${n}.mp4`);
      const picture = `gradients=s=320x180:r=25:n=3:${colours}:seed=${n + 1}:speed=0.02,scale=1280:720`;
      const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', `sine=${tone},volume=0.1`];
      const args = ['-v', 'error', ...inputs, '-t', String(demoVideoSeconds), ...encoding, path];
      await runProgram('ffmpeg', args, { signal });
      // The end of the file holds its index, so that the beginning alone cannot be processed.
      cut = (await readFile(path)).subarray(0, 50_000);
      sources.push(await kept(`Contoh ${n + 1}.mp4`, path));
    }
    return [...sources, await kept('Contoh terputus.mp4', cut)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
