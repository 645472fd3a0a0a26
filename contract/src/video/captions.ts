/** Conversion of captions (SubRip `.srt`, WebVTT `.vtt`) to WebVTT, the format browsers read. */

interface Cue {
  /** Milliseconds from the start of the video. */
  start: number;
  end: number;
  /** WebVTT cue settings, such as `line:10% align:start`. */
  settings: string;
  text: string;
}

const time = String.raw`(?:(\d{1,3}):)?([0-5]?\d):([0-5]?\d)(?:[.,](\d{1,3}))?`;
const timing = new RegExp(String.raw`^\s*${time}\s*-->\s*${time}(.*)$`);
const setting = /^(vertical|line|position|size|align|region):[\w%.,-]+$/;

/** Milliseconds from `[hours, minutes, seconds, fraction]`; a fraction of two digits means hundredths. */
const milliseconds = ([hours = '0', minutes = '0', seconds = '0', fraction = '0']: (string | undefined)[]) =>
  ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'));

/** Parses a block between blank lines; undefined without a timing, a text or a duration. */
function cueOf(block: string): Cue | undefined {
  const lines = block.split('\n');
  const at = lines.findIndex((line) => line.includes('-->'));
  const match = at < 0 ? null : timing.exec(lines[at]!);
  if (!match) return undefined;
  const [start, end] = [milliseconds(match.slice(1, 5)), milliseconds(match.slice(5, 9))];
  const text = lines
    .slice(at + 1)
    .join('\n')
    .trim()
    .replaceAll('-->', '→');
  const settings = match[9]!
    .trim()
    .split(/\s+/)
    .filter((one) => setting.test(one))
    .join(' ');
  return end > start && text ? { start, end, settings, text } : undefined;
}

/** Timestamp such as `01:02:03.004`. */
export function timestamp(ms: number): string {
  const [seconds, hundreds] = [Math.floor(ms / 1000), Math.round(ms % 1000)];
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0');
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}.${String(hundreds).padStart(3, '0')}`;
}

/** Converts `.srt` or `.vtt` to WebVTT, sorted by time; undefined if there is no cue. */
export function webVttOf(text: string): string | undefined {
  const blocks = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/);
  const cues = blocks.map(cueOf).filter((cue) => cue !== undefined);
  if (cues.length === 0) return undefined;
  const written = cues
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .map(({ start, end, settings, text: caption }) =>
      `${timestamp(start)} --> ${timestamp(end)} ${settings}`.trimEnd().concat('\n', caption),
    );
  return `WEBVTT\n\n${written.join('\n\n')}\n`;
}
