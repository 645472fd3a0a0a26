/** Bitrate ladder: the renditions of a video, their order, and where segments are cut. */
import type { Probe, Source } from './probe.ts';

export interface Rung {
  /** Pixels of the shorter side: 720 is "720p" in portrait and landscape. */
  height: number;
  /** Uses the source's frames without re-encoding. */
  isCopied: boolean;
  /** Maximum video bitrate in kbit/s. */
  kilobits: number;
}

const ladder = [
  { height: 240, kilobits: 300 },
  { height: 360, kilobits: 500 },
  { height: 480, kilobits: 1000 },
  { height: 720, kilobits: 2500 },
  { height: 1080, kilobits: 4500 },
] as const;

/** Seconds of a segment, and the maximum for segments cut at the source's keyframes. */
export const segmentSeconds = 4;
const longestSegment = 12;

const even = (length: number) => Math.max(2, 2 * Math.round(length / 2));

/** Start times of segments cut at these keyframes, the same as ffmpeg's. */
export function segmentStarts(keyframes: readonly number[]): number[] {
  const cuts: number[] = [];
  const [first = 0] = keyframes;
  for (const at of keyframes) if (at - first >= segmentSeconds * cuts.length) cuts.push(at);
  return cuts;
}

/** Whether the source's frames can be copied: playable, and with keyframes close enough for short segments. */
export function isCopied({ probe, keyframes }: Source): boolean {
  const cuts = [...segmentStarts(keyframes), probe.durationMs / 1000];
  const longest = Math.max(...cuts.slice(1).map((at, n) => at - cuts[n]!));
  return probe.isVideoFit && longest <= longestSegment;
}

/**
 * Rungs of a source in the order of encoding: the copied one first, as it is fast, then the smallest, so that playback is
 * possible early. None is larger than the source, except that a source a few lines short of a rung gets that rung.
 */
export function rungsOf(source: Source): Rung[] {
  const { width, height } = source.probe;
  const own = Math.min(width, height);
  const below = ladder.filter((rung) => rung.height <= own * 1.1);
  const encoded = (below.length > 0 ? below : ladder.slice(0, 1)).map(({ height: max, kilobits }) => ({
    height: Math.min(max, even(own)),
    isCopied: false,
    kilobits,
  }));
  if (!isCopied(source)) return encoded;
  return [{ height: own, isCopied: true, kilobits: 0 }, ...encoded.filter((rung) => rung.height < own * 0.9)];
}

/** Size of a rung's picture, in pixels. */
export function sizeOf(rung: Pick<Rung, 'height'>, { width, height }: Pick<Probe, 'width' | 'height'>) {
  const scale = rung.height / Math.min(width, height);
  return width < height
    ? { width: rung.height, height: even(height * scale) }
    : { width: even(width * scale), height: rung.height };
}

/** Relative cost of encoding a rung, for the percentage. */
export const encodingCost = ({ height, isCopied: copied }: Rung): number =>
  copied ? 20_000 : height * height + 60_000;
