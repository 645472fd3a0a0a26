/** Probes a source: its streams, duration and keyframes. */
import { z } from 'zod';
import type { FileType } from '#contract/kernel/upload.ts';
import { exportAgain } from '#contract/video/endpoints.ts';
import { Unrecoverable } from '#platform/jobs/unrecoverable.ts';
import { ProgramFailed, runProgram } from './programs.ts';

const stream = z.object({
  index: z.int(),
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  profile: z.string().optional(),
  pix_fmt: z.string().optional(),
  color_transfer: z.string().optional(),
  width: z.int().optional(),
  height: z.int().optional(),
  channels: z.int().optional(),
  field_order: z.string().optional(),
  sample_aspect_ratio: z.string().optional(),
  avg_frame_rate: z.string().optional(),
  duration: z.coerce.number().optional(),
  disposition: z.object({ attached_pic: z.int() }).optional(),
  tags: z.record(z.string(), z.string()).optional(),
  side_data_list: z.array(z.object({ rotation: z.number().optional() })).optional(),
});
type Stream = z.infer<typeof stream>;
const ffprobeOutput = z.object({
  streams: z.array(stream).default([]),
  format: z.object({ start_time: z.coerce.number().optional() }).default({}),
});

/** PQ and HLG (ITU-R BT.2100). */
const hdrTransfers = ['smpte2084', 'arib-std-b67'] as const;
export type Hdr = (typeof hdrTransfers)[number];
const hdrOf = ({ color_transfer: transfer }: Stream) => hdrTransfers.find((one) => one === transfer) ?? null;

export interface Probe {
  /** Size as displayed: rotated, in square pixels. */
  width: number;
  height: number;
  frameRate: number;
  /** Indexes of the streams in the file. */
  video: number;
  audio: number | null;
  durationMs: number;
  /** Video is H.264 that every browser plays, up to 1080p, and needs no re-encoding. */
  isVideoFit: boolean;
  isAudioFit: boolean;
  /** Transfer function of a picture with a high dynamic range, by ffmpeg's name. */
  hdr: Hdr | null;
}

export interface Source {
  probe: Probe;
  /** Times of keyframes in seconds. */
  keyframes: number[];
}

/** Input arguments that fix the demuxer: one chosen by the file's bytes may open other files. */
export function inputOf(path: string, { extension }: Pick<FileType, 'extension'>): string[] {
  return ['-protocol_whitelist', 'file', '-f', extension === 'webm' ? 'matroska' : 'mov', '-i', path];
}

/** Maximum duration; the list of cuts of a longer video would not fit into one argument of ffmpeg. */
const longestHours = 12;
const maxPixels = 8192 * 4320;
/** Maximum number of packets: 120 frames per second with their sound, for the maximum duration. */
const maxPackets = longestHours * 3600 * 200;

const unreadable = () => new Unrecoverable(`This file is damaged, not whole, or no video: ${exportAgain}`);

/** Maximum allocation in bytes: four times what the index of the longest accepted video needs; a malformed one may need gigabytes. */
const maxMemory = 256 * 1024 * 1024;
/** Timeout of ten minutes, enough to read the largest file from a slow disk. */
const patienceMs = 10 * 60_000;

async function ask(args: readonly string[], signal: AbortSignal, onLine: (line: string) => void): Promise<void> {
  const late = AbortSignal.timeout(patienceMs);
  const all = ['-v', 'error', '-max_alloc', String(maxMemory), ...args];
  await runProgram('ffprobe', all, { signal: AbortSignal.any([signal, late]), onLine }).catch((error: unknown) => {
    if (late.aborted && !signal.aborted) throw unreadable();
    // A killed program does not mean that the file is unreadable.
    throw error instanceof ProgramFailed && error.code < 126 ? unreadable() : error;
  });
}

/** Parses `16:9` or `30000/1001`; undefined if it has no value. */
function ratio(text: string | undefined): number | undefined {
  const [over = 0, under = 0] = (text ?? '').split(/[:/]/).map(Number);
  return over > 0 && under > 0 ? over / under : undefined;
}

/** Parses Matroska's `00:01:00.033` into seconds. */
function clock(text: string | undefined): number | undefined {
  const [hours = NaN, minutes = NaN, seconds = NaN] = (text ?? '').split(':').map(Number);
  const all = (hours * 60 + minutes) * 60 + seconds;
  return all > 0 ? all : undefined;
}

const rotationOf = ({ side_data_list: list, tags }: Stream) =>
  Number(list?.find(({ rotation }) => rotation !== undefined)?.rotation ?? tags?.['rotate'] ?? 0);

function shapeOf(video: Stream) {
  const pixel = ratio(video.sample_aspect_ratio) ?? 1;
  const [width, height] = [Math.round((video.width ?? 0) * pixel), video.height ?? 0];
  if (width * height === 0) throw unreadable();
  if (width * height > maxPixels) throw new Unrecoverable('The picture of this video is larger than 8K');
  const rotation = rotationOf(video);
  const upright = Math.abs(rotation) % 180 === 90 ? { width: height, height: width } : { width, height };
  return { ...upright, isPlain: pixel === 1 && rotation % 360 === 0 };
}

function isVideoFit(video: Stream, { width, height, isPlain }: ReturnType<typeof shapeOf>): boolean {
  const isSmall = Math.min(width, height) <= 1080 && Math.max(width, height) <= 1920;
  const isProgressive = ['progressive', 'unknown', undefined].includes(video.field_order);
  const isKnown = video.codec_name === 'h264' && video.pix_fmt === 'yuv420p' && hdrOf(video) === null;
  return isKnown && isSmall && isPlain && isProgressive && width % 2 === 0 && height % 2 === 0;
}

const isAudioFit = ({ codec_name: codec, profile, channels = 2 }: Stream) =>
  codec === 'aac' && profile === 'LC' && channels <= 2;

interface Packet {
  /** Index of its stream. */
  stream: number;
  /** Presentation time in seconds; NaN if it has none. */
  at: number;
  /** Offset in the file. */
  offset: number;
  /** Duration in seconds, 0 if unknown. */
  length: number;
  isKey: boolean;
  /** Outside of what the file's edit list shows, as phones trim recordings. */
  isCutOff: boolean;
}

/** Calls `onPacket` with each packet, in the order of the file. */
async function readPackets(
  input: readonly string[],
  signal: AbortSignal,
  onPacket: (packet: Packet) => void,
): Promise<void> {
  let packets = 0;
  // One line each, with its fields in this order.
  const entries = ['-show_entries', 'packet=stream_index,pts_time,duration_time,pos,flags', '-of', 'csv=p=0'];
  await ask([...entries, ...input], signal, (line) => {
    const [stream, time, length, offset, flags = ''] = line.split(',');
    packets += 1;
    if (packets > maxPackets) throw unreadable();
    onPacket({
      stream: Number(stream),
      at: Number(time),
      offset: Number(offset),
      length: Number(length) || 0,
      isKey: flags.startsWith('K'),
      isCutOff: flags.includes('D'),
    });
  });
}

/**
 * Keyframes, and end times of the picture and of all, from the packets: the file's header may be wrong or blank.
 * `isTrimmed`: some frames are not shown.
 */
async function readTimes(
  input: readonly string[],
  video: number,
  audio: number | null,
  begin: number,
  signal: AbortSignal,
) {
  const keyframes: number[] = [];
  let [pictureEnd, end, isTrimmed] = [0, 0, false];
  await readPackets(input, signal, ({ stream, at, length, isKey, isCutOff }) => {
    if (!Number.isFinite(at) || (stream !== video && stream !== audio)) return;
    if (stream === video && isKey) keyframes.push(at - begin);
    isTrimmed ||= stream === video && isCutOff;
    if (isCutOff) return;
    end = Math.max(end, at - begin + length);
    if (stream !== video) return;
    pictureEnd = Math.max(pictureEnd, at - begin + length);
  });
  if (keyframes.length === 0) throw unreadable();
  return { keyframes: keyframes.toSorted((a, b) => a - b), pictureEnd, end, isTrimmed };
}

/** Offset and time of each keyframe of an encoded MP4, in the order of the file. */
export async function readKeyframes(path: string, signal: AbortSignal): Promise<{ offset: number; at: number }[]> {
  const keyframes: { offset: number; at: number }[] = [];
  await readPackets(inputOf(path, { extension: 'mp4' }), signal, ({ stream, offset, at, isKey }) => {
    // ffmpeg writes the picture as the first stream.
    if (stream === 0 && isKey) keyframes.push({ offset, at });
  });
  return keyframes;
}

/** Probes a file. @throws Unrecoverable with a message for the uploader if it is not a processable video */
export async function probe(path: string, type: FileType, signal: AbortSignal): Promise<Source> {
  const input = inputOf(path, type);
  let json = '';
  await ask(['-show_streams', '-show_format', '-of', 'json', ...input], signal, (line) => {
    json += line;
  });
  const { streams, format } = ffprobeOutput.parse(JSON.parse(json));
  const video = streams.find((one) => one.codec_type === 'video' && one.disposition?.attached_pic !== 1);
  if (!video) throw new Unrecoverable('There is no picture in this file, only sound');
  const audio = streams.find((one) => one.codec_type === 'audio' && one.codec_name !== undefined);
  const shape = shapeOf(video);
  const begin = format.start_time ?? 0;
  const times = await readTimes(input, video.index, audio?.index ?? null, begin, signal);
  const { keyframes, pictureEnd, end, isTrimmed } = times;
  // Matroska declares when a track ends.
  const ending = clock(video.tags?.['DURATION']);
  const declared = video.duration ?? (ending && ending - begin);
  if (declared !== undefined && pictureEnd < declared - Math.max(2, declared * 0.05))
    throw new Unrecoverable(
      `Only ${Math.floor(pictureEnd)} of ${Math.round(declared)} seconds are in this file: its end is missing; upload it again`,
    );
  if (end > longestHours * 3600) throw new Unrecoverable(`Videos of at most ${longestHours} hours can be processed`);
  const durationMs = Math.max(1, Math.round(end * 1000));
  const { width, height } = shape;
  const frameRate = ratio(video.avg_frame_rate) ?? 30;
  const fits = {
    // Copies would have the frames that are not shown, and their sound.
    isVideoFit: !isTrimmed && isVideoFit(video, shape),
    isAudioFit: !isTrimmed && audio !== undefined && isAudioFit(audio),
    hdr: hdrOf(video),
  };
  const result = { width, height, frameRate, video: video.index, audio: audio?.index ?? null, durationMs, ...fits };
  return { probe: result, keyframes };
}
