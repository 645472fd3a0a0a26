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
}

export function segmentsOf(playlist: string): Segment[] {
  const segments = playlist.matchAll(/#EXTINF:([\d.]+),\s*#EXT-X-BYTERANGE:(\d+)@/g);
  return Array.from(segments, ([, seconds, bytes]) => ({ seconds: Number(seconds), bytes: Number(bytes) }));
}

export const secondsOf = (playlist: string): number =>
  segmentsOf(playlist).reduce((sum, { seconds }) => sum + seconds, 0);

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
