/** Captions as people have them (SubRip's .srt, WebVTT's .vtt) as browsers read them: WebVTT. */

interface Cue {
  /** Milliseconds from the beginning. */
  start: number;
  end: number;
  /** Where it stands (`line:10% align:start`), as WebVTT says it. */
  settings: string;
  text: string;
}

const time = String.raw`(?:(\d{1,3}):)?([0-5]?\d):([0-5]?\d)(?:[.,](\d{1,3}))?`;
const timing = new RegExp(String.raw`^\s*${time}\s*-->\s*${time}(.*)$`);
const setting = /^(vertical|line|position|size|align|region):[\w%.,-]+$/;

/** `[hours, minutes, seconds, fraction]`; a fraction of two digits is hundredths. */
const milliseconds = ([hours = '0', minutes = '0', seconds = '0', fraction = '0']: (string | undefined)[]) =>
  ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'));

/** One block between blank lines; undefined: a head, a note, a style or nothing. */
function cueOf(block: string): Cue | undefined {
  const lines = block.split('\n');
  const at = lines.findIndex((line) => line.includes('-->'));
  const found = at < 0 ? null : timing.exec(lines[at]!);
  if (!found) return undefined;
  const [start, end] = [milliseconds(found.slice(1, 5)), milliseconds(found.slice(5, 9))];
  const text = lines
    .slice(at + 1)
    .join('\n')
    .trim()
    .replaceAll('-->', '→');
  const settings = found[9]!
    .trim()
    .split(/\s+/)
    .filter((one) => setting.test(one))
    .join(' ');
  return end > start && text ? { start, end, settings, text } : undefined;
}

/** `01:02:03.004` */
export function timestamp(ms: number): string {
  const [seconds, hundreds] = [Math.floor(ms / 1000), Math.round(ms % 1000)];
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0');
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}.${String(hundreds).padStart(3, '0')}`;
}

/** WebVTT of what may be .srt or .vtt, in the order of time; undefined where nothing in it is a caption. */
export function webVttOf(text: string): string | undefined {
  const blocks = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/);
  const cues = blocks.map(cueOf).filter((cue) => cue !== undefined);
  if (cues.length === 0) return undefined;
  const written = cues
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .map(({ start, end, settings, text: said }) =>
      `${timestamp(start)} --> ${timestamp(end)} ${settings}`.trimEnd().concat('\n', said),
    );
  return `WEBVTT\n\n${written.join('\n\n')}\n`;
}
