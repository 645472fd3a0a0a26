/** Small real videos, made by ffmpeg when they are asked for, and videos that were uploaded. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Tenant } from '#contract/kernel.ts';
import { typeOfMedia } from '#contract/upload.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { ensureVideo } from '#shared/video.ts';
import { storeGenerated } from '#platform/storage/generated.ts';

const run = promisify(execFile);

export const ffmpeg = (...args: string[]) => run('ffmpeg', ['-v', 'error', '-y', ...args]);
/** What ffprobe answers, line by line. */
export const ffprobe = async (...args: string[]) =>
  (await run('ffprobe', ['-v', 'error', '-of', 'csv=p=0', ...args], { maxBuffer: 1e8 })).stdout.trim().split('\n');

export async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-clips-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

interface Clip {
  seconds?: number;
  size?: string;
  encoding: readonly string[];
}

const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
export const encodings = {
  /** What phones and studios make. */
  fit: [...h264, '-g', '25', '-c:a', 'aac'],
  webm: ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '600k', '-c:a', 'libopus'],
  silent: [...h264, '-g', '25', '-an'],
  soundOnly: ['-vn', '-c:a', 'aac'],
  /** Its head first, so that the rest may be missing. */
  headFirst: [...h264, '-g', '25', '-c:a', 'aac', '-movflags', '+faststart'],
} as const;

/** Moving figures and a tone. */
export async function makeClip(path: string, { seconds = 9, size = '640x360', encoding }: Clip): Promise<string> {
  const figures = ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=25:d=${seconds}`];
  await ffmpeg(...figures, '-f', 'lavfi', '-i', `sine=440:d=${seconds}`, ...encoding, path);
  return path;
}

const mediaTypes: Record<string, string> = { mp4: 'video/mp4', mov: 'video/quicktime', webm: 'video/webm' };

/** As if the file had been uploaded, and a lesson saved that has it. Answers its video and its address. */
export async function uploaded(test: TestApp, path: string, tenant: Tenant = 'coding') {
  const db = test.database.tenant(tenant);
  const type = typeOfMedia(mediaTypes[path.split('.').at(-1) ?? ''] ?? '')!;
  const { storage } = test.app.deps;
  const content = await readFile(path);
  const { key, url } = await storeGenerated(db, storage, { tenant, prefix: 'lesson', name: 'video', type, content });
  await ensureVideo(db, url);
  const [row] = await test.sql(
    'select video.id from video join upload on upload.id = upload_id and upload.tenant = video.tenant where url = $1',
    [url],
  );
  return { id: String(row?.['id']), url, key };
}
