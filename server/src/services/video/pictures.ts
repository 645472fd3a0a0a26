/** Pictures of a video: the poster, and the storyboard shown over the seek bar. */
import { join } from 'node:path';
import { timestamp } from '#contract/video/captions.ts';
import { type Work, toneMapping } from './encode.ts';
import { inputOf } from './probe.ts';
import { runProgram } from './programs.ts';

const quiet = ['-y', '-nostdin', '-hide_banner', '-loglevel', 'error'];

/** Draws the poster, from a tenth into the video but at most ten seconds, up to 1,280 pixels wide. Returns the JPEG's path. */
export async function drawPoster({ probe, path, type, folder, signal }: Work): Promise<string> {
  const poster = join(folder, 'poster.jpg');
  const at = Math.min(10, probe.durationMs / 10_000).toFixed(2);
  const filters = [`scale='min(1280,iw*max(1,sar))':-2`, 'setsar=1', ...toneMapping(probe)].join(',');
  const draw = ['-map', `0:${probe.video}`, '-frames:v', '1', '-vf', filters, '-q:v', '3', '-f', 'image2', poster];
  await runProgram('ffmpeg', [...quiet, '-ss', at, ...inputOf(path, type), ...draw], { signal });
  return poster;
}

const columns = 10;
const max = 100;
/** Pixels of a picture's longer side. */
const side = 160;

interface Storyboard {
  /** JPEG with all pictures in rows of ten. */
  picture: string;
  /** WebVTT that refers to the JPEG at this URL. */
  cues: (address: string) => string;
}

/** Draws a picture per second, or 100 pictures of a long video, from the rendition at `from` (the smallest is fastest). */
export async function drawStoryboard({ probe, folder, signal }: Work, from: string): Promise<Storyboard> {
  const picture = join(folder, 'storyboard.jpg');
  const seconds = probe.durationMs / 1000;
  const every = Math.max(1, seconds / max);
  const count = Math.min(max, Math.max(1, Math.ceil(seconds / every - 0.1)));
  const scale = side / Math.max(probe.width, probe.height);
  const [width, height] = [probe.width, probe.height].map((length) =>
    Math.max(2, 2 * Math.round((length * scale) / 2)),
  );
  const tile = `tile=${Math.min(columns, count)}x${Math.ceil(count / columns)}`;
  // The first picture shows the start of its interval, not the middle.
  const filters = `fps=1/${every}:start_time=0:round=up,scale=${width}:${height},setsar=1,${tile}`;
  const draw = ['-an', '-frames:v', '1', '-vf', filters, '-q:v', '5', '-f', 'image2', picture];
  await runProgram('ffmpeg', [...quiet, ...inputOf(from, { extension: 'mp4' }), ...draw], { signal });
  const cue = (address: string, n: number) =>
    [
      `${timestamp(n * every * 1000)} --> ${timestamp(Math.min(seconds, (n + 1) * every) * 1000)}`,
      `${address}#xywh=${(n % columns) * width!},${Math.floor(n / columns) * height!},${width},${height}`,
    ].join('\n');
  const cues = (address: string) =>
    `WEBVTT\n\n${Array.from({ length: count }, (_, n) => cue(address, n)).join('\n\n')}\n`;
  return { picture, cues };
}
