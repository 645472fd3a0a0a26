/** The pictures of a video: its poster, and the storyboard that is shown over the seek bar. */
import { join } from 'node:path';
import { timestamp } from '#contract/captions.ts';
import type { Work } from './encode.ts';
import { inputOf } from './probe.ts';
import { runProgram } from './programs.ts';

const quiet = ['-y', '-nostdin', '-hide_banner', '-loglevel', 'error'];

/** A tenth into it, where titles are over, at most 1,280 wide. Answers where the JPEG is. */
export async function drawPoster({ probe, path, type, folder, signal }: Work): Promise<string> {
  const poster = join(folder, 'poster.jpg');
  const at = Math.min(10, probe.durationMs / 10_000).toFixed(2);
  const scale = `scale='min(1280,iw*max(1,sar))':-2,setsar=1`;
  const draw = ['-map', `0:${probe.video}`, '-frames:v', '1', '-vf', scale, '-q:v', '3', '-f', 'image2', poster];
  await runProgram('ffmpeg', [...quiet, '-ss', at, ...inputOf(path, type), ...draw], { signal });
  return poster;
}

const columns = 10;
const most = 100;
/** Of one picture's longer side. */
const side = 160;

interface Storyboard {
  /** A JPEG of all of them, side by side. */
  picture: string;
  /** WebVTT, as of a picture at this address. */
  cues: (address: string) => string;
}

/** A picture a second, or of a long video 100 of them; drawn from a rendition at `from`, the smallest being the quickest. */
export async function drawStoryboard({ probe, folder, signal }: Work, from: string): Promise<Storyboard> {
  const picture = join(folder, 'storyboard.jpg');
  const seconds = probe.durationMs / 1000;
  const every = Math.max(1, seconds / most);
  const count = Math.min(most, Math.max(1, Math.ceil(seconds / every - 0.1)));
  const scale = side / Math.max(probe.width, probe.height);
  const [width, height] = [probe.width, probe.height].map((length) =>
    Math.max(2, 2 * Math.round((length * scale) / 2)),
  );
  const tile = `tile=${Math.min(columns, count)}x${Math.ceil(count / columns)}`;
  // The first picture stands for the first piece of time, not for its middle.
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
