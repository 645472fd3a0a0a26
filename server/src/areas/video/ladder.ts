/** Which renditions a video gets, in which order, and where they are cut. */
import type { Probe, Source } from './probe.ts';

export interface Rung {
  /** Of the shorter side: 720 is "720p", upright or not. */
  height: number;
  /** The source's own pictures, not encoded again. */
  isCopied: boolean;
  /** Of the picture; at most. */
  kilobits: number;
}

const ladder = [
  { height: 240, kilobits: 300 },
  { height: 360, kilobits: 500 },
  { height: 480, kilobits: 1000 },
  { height: 720, kilobits: 2500 },
  { height: 1080, kilobits: 4500 },
] as const;

/** Seconds of a segment, and the most that a source's own pictures may make of one. */
export const segmentSeconds = 4;
const longestSegment = 12;

const even = (length: number) => Math.max(2, 2 * Math.round(length / 2));

/** Where segments begin that are cut at these keyframes: where ffmpeg cuts them too. */
export function cutsOf(keyframes: readonly number[]): number[] {
  const cuts: number[] = [];
  const [first = 0] = keyframes;
  for (const at of keyframes) if (at - first >= segmentSeconds * cuts.length) cuts.push(at);
  return cuts;
}

/** The source's own pictures can be cut into segments that are short enough. */
function isCopied({ probe, keyframes }: Source): boolean {
  const cuts = [...cutsOf(keyframes), probe.durationMs / 1000];
  const longest = Math.max(...cuts.slice(1).map((at, n) => at - cuts[n]!));
  return probe.isVideoFit && longest <= longestSegment;
}

/**
 * What takes no time first, then the smallest: something plays early. None is larger than the source; a source that is a
 * few lines short of a rung makes that rung.
 */
export function rungsOf(source: Source): Rung[] {
  const { width, height } = source.probe;
  const own = Math.min(width, height);
  const below = ladder.filter((rung) => rung.height <= own * 1.1);
  const encoded = (below.length > 0 ? below : ladder.slice(0, 1)).map(({ height: most, kilobits }) => ({
    height: Math.min(most, even(own)),
    isCopied: false,
    kilobits,
  }));
  if (!isCopied(source)) return encoded;
  return [{ height: own, isCopied: true, kilobits: 0 }, ...encoded.filter((rung) => rung.height < own * 0.9)];
}

/** Of a rung's picture, in pixels. */
export function sizeOf(rung: Pick<Rung, 'height'>, { width, height }: Pick<Probe, 'width' | 'height'>) {
  const scale = rung.height / Math.min(width, height);
  return width < height
    ? { width: rung.height, height: even(height * scale) }
    : { width: even(width * scale), height: rung.height };
}

/** How much work a rung is, compared with others: for the percentage. */
export const workOf = ({ height, isCopied: copied }: Rung): number => (copied ? 20_000 : height * height + 60_000);
