/** HLS playlists (RFC 8216): parsing ffmpeg's, and writing the master playlist. */

export interface Rendition {
  /** Height of its rung. */
  height: number;
  isCopied: boolean;
  /** Size of the picture in pixels. */
  size: { width: number; height: number };
  /** Bits per second: of the largest segment, and the average. */
  peak: number;
  average: number;
  /** Codecs as in RFC 6381. */
  codecs: string;
  frameRate: number;
  playlistUrl: string;
  /** Single file; the playlist refers to byte ranges of it. */
  mediaUrl: string;
  mediaKey: string;
}

interface Segment {
  seconds: number;
  bytes: number;
  /** Start in the media file. */
  offset: number;
}

const segmentLines = /#EXTINF:([\d.]+),(\s*#EXT-X-BYTERANGE:(\d+)@(\d+))/g;

export function segmentsOf(playlist: string): Segment[] {
  return Array.from(playlist.matchAll(segmentLines), ([, seconds, , bytes, offset]) => ({
    seconds: Number(seconds),
    bytes: Number(bytes),
    offset: Number(offset),
  }));
}

/**
 * Playlist with durations from the times of the keyframes that begin its segments: ffmpeg adds up the durations of
 * packets, which are wrong in a video with a variable frame rate. `total`: duration of the video in seconds.
 */
export function withTimes(playlist: string, keyframes: readonly { offset: number; at: number }[], total: number) {
  const first = keyframes[0]?.at ?? 0;
  const starts = segmentsOf(playlist).map(({ offset }) => {
    const keyframe = keyframes.find((one) => one.offset >= offset);
    return keyframe ? keyframe.at - first : total;
  });
  const lengths = starts.map((start, n) => Math.max(0.001, (starts[n + 1] ?? total) - start));
  let n = 0;
  return playlist
    .replace(/(#EXT-X-TARGETDURATION:)\d+/, `$1${Math.ceil(Math.max(...lengths))}`)
    .replaceAll(
      segmentLines,
      (_line, _seconds: string, range: string) => `#EXTINF:${lengths[n++]!.toFixed(6)},${range}`,
    );
}

/** Bits per second. The peak ignores segments shorter than a second, such as the last one: they prove little. */
export function ratesOf(playlist: string): { peak: number; average: number } {
  const segments = segmentsOf(playlist);
  const rate = (some: Segment[]) =>
    Math.ceil((8 * some.reduce((sum, { bytes }) => sum + bytes, 0)) / some.reduce((sum, one) => sum + one.seconds, 0));
  const whole = segments.filter(({ seconds }) => seconds >= 1);
  const average = rate(segments);
  return { peak: Math.max(average, ...whole.map((one) => rate([one]))), average };
}

/** Codecs of a file, from its first bytes. @throws Error if the `avcC` box is missing */
export function codecsOf(head: Buffer, hasAudio: boolean): string {
  const at = head.indexOf('avcC');
  if (at < 0) throw new Error('What was made of this video has no head');
  const picture = `avc1.${head.subarray(at + 5, at + 8).toString('hex')}`;
  return hasAudio ? `${picture},mp4a.40.2` : picture;
}

const fileOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);

/** Master playlist of the renditions, in their order, with relative URLs. */
export function masterPlaylist(renditions: readonly Rendition[]): string {
  const lines = renditions.map(({ size, peak, average, codecs, frameRate, playlistUrl }) =>
    [
      `#EXT-X-STREAM-INF:BANDWIDTH=${peak},AVERAGE-BANDWIDTH=${average},RESOLUTION=${size.width}x${size.height}`,
      `FRAME-RATE=${frameRate.toFixed(3)},CODECS="${codecs}"\n${fileOf(playlistUrl)}\n`,
    ].join(','),
  );
  return `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n${lines.join('')}`;
}
