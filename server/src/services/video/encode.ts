/** Encodes one rendition of a source: an fMP4 and the playlist of its segments. */
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileType } from '#contract/kernel/upload.ts';
import { requireFreeSpace } from '#platform/storage/disk.ts';
import { isCopied, segmentStarts, type Rung, segmentSeconds, sizeOf } from './ladder.ts';
import { codecsOf, ratesOf, withTimes } from './playlists.ts';
import { inputOf, type Probe, readKeyframes, type Source } from './probe.ts';
import { runProgram, type RunOptions } from './programs.ts';

export interface Work extends Source {
  path: string;
  type: FileType;
  /** Temporary folder of this run. */
  folder: string;
  signal: AbortSignal;
}

const words = (text: string) => text.split(' ');

/** Maximum frame rate of a rendition. */
const maxFrames = 60;

/** Seconds by which keyframes are requested early: the first frame from then on becomes one. */
const early = 0.005;

/** Filters that map a high dynamic range to BT.709, which every browser shows. */
export const toneMapping = ({ hdr }: Probe): string[] =>
  hdr
    ? [
        `zscale=tin=${hdr}:pin=2020:min=2020_ncl:t=linear:npl=100`,
        'format=gbrpf32le',
        'zscale=p=709',
        'tonemap=hable:desat=0',
        'zscale=t=709:m=709:r=limited',
      ]
    : [];

const pictures = (source: Source, rung: Rung): string[] => {
  const { probe, keyframes } = source;
  if (rung.isCopied) return ['-c:v', 'copy'];
  const { width, height } = sizeOf(rung, probe);
  const slower = probe.frameRate > maxFrames ? [`fps=${maxFrames}`] : [];
  const filters = [...slower, `scale=${width}:${height}`, 'setsar=1', ...toneMapping(probe), 'format=yuv420p'];
  // Cut at the source's keyframes if its own frames are a rendition too: players switch renditions between segments.
  const cuts = isCopied(source) ? segmentStarts(keyframes).map((at) => Math.max(0, at - early).toFixed(3)) : [];
  const isNamed = cuts.length > 0 && cuts.join(',').length < 120_000;
  const at = isNamed ? cuts.join(',') : `expr:gte(t,n_forced*${segmentSeconds})`;
  const most = `-maxrate ${rung.kilobits}k -bufsize ${2 * rung.kilobits}k`;
  return words(
    `-vf ${filters.join(',')} -c:v libx264 -preset veryfast -crf 23 ${most} -g 1000 -sc_threshold 0 -force_key_frames ${at} -fps_mode vfr`,
  );
};

const sound = ({ probe }: Source, { height }: Rung): string[] =>
  words(probe.isAudioFit ? '-c:a copy' : `-c:a aac -ac 2 -ar 48000 -b:a ${height < 480 ? 64 : 128}k`);

const segments = (playlist: string, media: string) => {
  const how = `-f hls -hls_time ${segmentSeconds} -hls_playlist_type vod -hls_segment_type fmp4`;
  return [...words(`${how} -hls_flags single_file+independent_segments -hls_segment_filename`), media, playlist];
};

/** Watcher of ffmpeg: parses its progress into seconds, and checks the free disk space. */
const watching = ({ folder, signal }: Work, onSeconds: (seconds: number) => Promise<void>): RunOptions => ({
  signal,
  async onLine(line) {
    const microseconds = /^out_time_us=(\d+)$/.exec(line)?.[1];
    if (microseconds === undefined) return;
    await requireFreeSpace(folder, 0);
    await onSeconds(Number(microseconds) / 1_000_000);
  },
});

export interface Encoded {
  /** Path of the media file. */
  media: string;
  /** Text of the playlist, which names the file `media.mp4`. */
  playlist: string;
  /** Bits per second, like `average`. */
  peak: number;
  average: number;
  codecs: string;
}

export const mediaName = 'media.mp4';

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16_384), 0, 16_384, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Encodes a rendition. @throws ProgramFailed; HttpError 507 when the disk is full */
export async function encode(work: Work, rung: Rung, onSeconds: (seconds: number) => Promise<void>): Promise<Encoded> {
  const { probe, path, type, folder } = work;
  const [list, media] = [join(folder, 'media.m3u8'), join(folder, mediaName)];
  const bits = rung.isCopied ? 0 : rung.kilobits * 1000 + 128_000;
  await requireFreeSpace(folder, Math.ceil((bits * probe.durationMs) / 8000));
  const streams = [probe.video, ...(probe.audio === null ? [] : [probe.audio])];
  // Drops metadata such as the location and the camera.
  const maps = `${streams.map((index) => `-map 0:${index}`).join(' ')} -map_metadata -1 -map_chapters -1`;
  await runProgram(
    'ffmpeg',
    [
      ...words('-y -nostdin -hide_banner -loglevel error -progress pipe:1 -stats_period 1'),
      ...inputOf(path, type),
      ...words(maps),
      ...pictures(work, rung),
      ...(probe.audio === null ? [] : sound(work, rung)),
      ...segments(list, media),
    ],
    watching(work, onSeconds),
  );
  const keyframes = await readKeyframes(media, work.signal);
  const playlist = withTimes(await readFile(list, 'utf8'), keyframes, probe.durationMs / 1000);
  return { media, playlist, ...ratesOf(playlist), codecs: codecsOf(await headOf(media), probe.audio !== null) };
}
