/**
 * Time from the upload of a 60 s video at 720p until its first rendition plays, relative to its length: one video that
 * is remuxed and one that is encoded. Run alone: node bench/videos.ts
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { note } from './report.ts';
import { type Running, withOwnServer, connect, tokenOf } from './server.ts';
import { sendUpload } from './uploads.ts';

const seconds = 60;
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '50', '-c:a', 'aac'];
const vp9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '1500k', '-c:a', 'libopus'];
const sources = {
  'that is copied': { name: 'video.mp4', type: 'video/mp4', encoding: h264 },
  'that is encoded': { name: 'video.webm', type: 'video/webm', encoding: vp9 },
};

interface Video {
  status: string;
  url: string | null;
  reason: string | null;
}

/** Same effect as saving a lesson: the video, and its job in the outbox (server/src/shared/video.ts). */
const begin = `
  with made as (insert into video (upload_id) select id from upload where url = $1 returning id),
    line as (insert into outbox (job, ids) select 'process-video', json_build_object('videoId', id) from made)
  select id from made`;

async function clip(folder: string, name: string, encoding: readonly string[]): Promise<Buffer> {
  const path = join(folder, name);
  const figures = ['-f', 'lavfi', '-i', `testsrc2=s=1280x720:r=25:d=${seconds}`];
  const sound = ['-f', 'lavfi', '-i', `sine=440:d=${seconds}`];
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...figures, ...sound, ...encoding, path]);
  return readFile(path);
}

/** Seconds until the video plays, and until all renditions are done. */
async function waitFor(read: () => Promise<Video>): Promise<{ first: number; all: number }> {
  const start = performance.now();
  const passed = () => (performance.now() - start) / 1000;
  let first: number | undefined;
  for (;;) {
    const video = await read();
    if (video.status === 'FAILED') throw new Error(`The video: ${video.reason}`);
    if (video.url !== null) first ??= passed();
    if (video.status === 'FINISHED') return { first: first ?? passed(), all: passed() };
    await delay(200);
  }
}

export async function measureVideos({ url }: Running): Promise<void> {
  const client = await connect('coding');
  const token = await tokenOf(client, 'coding');
  const folder = await mkdtemp(join(tmpdir(), 'bench-videos-'));
  const read = async (id: string) => {
    const answer = await fetch(`${url}/api/admin/video/${id}`, { headers: { authorization: `Bearer ${token}` } });
    return (await answer.json()) as Video;
  };
  try {
    for (const [what, { name, type, encoding }] of Object.entries(sources)) {
      const source = await sendUpload(url, token, [name, type], [await clip(folder, name, encoding)]);
      const { rows } = await client.query<{ id: string }>(begin, [source]);
      const { first, all } = await waitFor(() => read(rows[0]!.id));
      note(`a 720p video ${what}: until it plays ÷ its length`, first / seconds, ' ×', { max: 0.5 });
      note(`a 720p video ${what}: until all is there ÷ its length`, all / seconds, ' ×');
    }
  } finally {
    await client.end();
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) await withOwnServer(measureVideos);
