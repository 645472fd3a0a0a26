/** HLS playlists: what is read out of ffmpeg's, and the one that names all renditions (RFC 8216). */

export interface Rendition {
  /** As of its rung. */
  height: number;
  isCopied: boolean;
  /** Of the picture, in pixels. */
  size: { width: number; height: number };
  /** Bits a second: of the largest segment, and of all. */
  peak: number;
  average: number;
  /** RFC 6381. */
  codecs: string;
  frameRate: number;
  playlistUrl: string;
  /** One file, of which the playlist names parts. */
  mediaUrl: string;
  mediaKey: string;
}

interface Segment {
  seconds: number;
  bytes: number;
}

export function segmentsOf(playlist: string): Segment[] {
  const found = playlist.matchAll(/#EXTINF:([\d.]+),\s*#EXT-X-BYTERANGE:(\d+)@/g);
  return Array.from(found, ([, seconds, bytes]) => ({ seconds: Number(seconds), bytes: Number(bytes) }));
}

export const secondsOf = (playlist: string): number =>
  segmentsOf(playlist).reduce((sum, { seconds }) => sum + seconds, 0);

/** Bits a second. The last segment may be a few pictures, which say nothing of a second. */
export function ratesOf(playlist: string): { peak: number; average: number } {
  const segments = segmentsOf(playlist);
  const rate = (some: Segment[]) =>
    Math.ceil((8 * some.reduce((sum, { bytes }) => sum + bytes, 0)) / some.reduce((sum, one) => sum + one.seconds, 0));
  const whole = segments.filter(({ seconds }) => seconds >= 1);
  const average = rate(segments);
  return { peak: Math.max(average, ...whole.map((one) => rate([one]))), average };
}

/** @throws Error where the head of the file does not say how its pictures are encoded */
export function codecsOf(head: Buffer, hasAudio: boolean): string {
  const at = head.indexOf('avcC');
  if (at < 0) throw new Error('What was made of this video has no head');
  const picture = `avc1.${head.subarray(at + 5, at + 8).toString('hex')}`;
  return hasAudio ? `${picture},mp4a.40.2` : picture;
}

const fileOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);

/** All renditions, smallest first; they lie beside it. */
export function masterPlaylist(renditions: readonly Rendition[]): string {
  const lines = renditions.map(({ size, peak, average, codecs, frameRate, playlistUrl }) =>
    [
      `#EXT-X-STREAM-INF:BANDWIDTH=${peak},AVERAGE-BANDWIDTH=${average},RESOLUTION=${size.width}x${size.height}`,
      `FRAME-RATE=${frameRate.toFixed(3)},CODECS="${codecs}"\n${fileOf(playlistUrl)}\n`,
    ].join(','),
  );
  return `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n${lines.join('')}`;
}
