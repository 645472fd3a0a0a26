/** Conversion of captions (SubRip `.srt`, WebVTT `.vtt`, YouTube `.sbv`) to WebVTT, the format browsers read, and what of them is lost. */

interface Cue {
  /** Line of its times, from 1. */
  line: number;
  /** Milliseconds from the start of the video. */
  start: number;
  end: number;
  /** WebVTT cue settings, such as `line:10% align:start`. */
  settings: string;
  text: string;
}

/** Captions as they are stored, with what was left out. */
export interface Captions {
  /** Undefined without a cue. */
  webVtt: string | undefined;
  read: number;
  /** Lines of the cues without a readable time, a duration or a text. */
  dropped: readonly number[];
  /** Colors, fonts, or positions were removed. */
  isPlainer: boolean;
}

const time = String.raw`(?:(\d{1,3})\s*:\s*)?([0-5]?\d)\s*:\s*([0-5]?\d)(?:\s*[.,:;]\s*(\d{1,9}))?`;
const arrow = String.raw`\s*[-–—]{1,3}\s?>\s*`;
const timing = new RegExp(`^\\s*${time}${arrow}${time}(?:\\s+(.*))?$`);
/** A line of times, perhaps unreadable. */
const likeTiming = new RegExp(`^[^\\p{L}]*\\d${arrow}[^\\p{L}]*\\d`, 'u');
const setting = /^(vertical|line|position|size|align|region):[\w%.,-]+$/;

/** Milliseconds from `[hours, minutes, seconds, fraction]`; a fraction of two digits means hundredths. */
const milliseconds = ([hours = '0', minutes = '0', seconds = '0', fraction = '0']: (string | undefined)[]) =>
  ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3));

/** Timestamp such as `01:02:03.004`. */
export function timestamp(ms: number): string {
  const [seconds, hundreds] = [Math.floor(ms / 1000), Math.round(ms % 1000)];
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0');
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}.${String(hundreds).padStart(3, '0')}`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Styles of SubRip, also in WebVTT made from it, that browsers cannot show: `{\an8}`, `<font color=red>`. */
const styles = /\{\\[^{}]*\}|<\/?(?:font|s|strike)(?:\s[^<>]*)?>/gi;
const kept = {
  srt: /<\/?[biu]>/gi,
  vtt: /<\/?(?:[biuvc]|ruby|rt|lang)(?:\.[^\s<>]+)*(?:\s[^<>]*)?>|<[\d:.]+>|&(?:[a-z][a-z\d]{1,30}|#\d{1,7}|#x[\da-f]{1,6});/gi,
};

/** Text with the marks that browsers know; everything else is shown as it is written. */
function plainer(text: string, isVtt: boolean): string {
  const known = isVtt ? kept.vtt : kept.srt;
  const marks = text.match(known) ?? [];
  return text
    .split(known)
    .map(
      (part, at) =>
        escaped(part.replaceAll('-->', '→')) + (isVtt ? (marks[at] ?? '') : (marks[at] ?? '').toLowerCase()),
    )
    .join('');
}

/** Lines of a cue: of its times, and of its text. */
interface Part {
  line: number;
  head: string;
  texts: string[];
}

/** Divides a file at the lines of times, with or without blank lines between cues. The number above them is no text. */
function partsOf(lines: readonly string[], isVtt: boolean): { parts: Part[]; hasStyles: boolean } {
  const parts: Part[] = [];
  let [isComment, hasStyles] = [false, false];
  for (const [at, line] of lines.entries()) {
    const isFirst = at === 0 || lines[at - 1]!.trim() === '';
    // Times are no part of a header or a comment, with or without a blank line before them.
    if (likeTiming.test(line)) isComment = false;
    else if (isVtt && isFirst) isComment = /^(WEBVTT|NOTE|STYLE|REGION)\b/.test(line);
    if (isVtt && isFirst && /^(STYLE|REGION)\b/.test(line)) hasStyles = true;
    if (isComment) continue;
    const isApart = (lines[at - 2] ?? '').trim() === '';
    const isNumbered = !isVtt && /^\s*\d+\s*$/.test(lines[at - 1] ?? '');
    if (likeTiming.test(line) || (isNumbered && isApart && line.includes('-->'))) {
      const before = parts.at(-1)?.texts;
      const isNamed = isVtt ? isApart : isNumbered;
      if (before && before.length > (isApart ? 0 : 1) && isNamed && before.at(-1) === lines[at - 1]) before.pop();
      parts.push({ line: at + 1, head: line, texts: [] });
    } else if (line.trim() !== '') parts.at(-1)?.texts.push(line);
  }
  return { parts, hasStyles };
}

function cueOf({ line, head, texts }: Part, isVtt: boolean): (Cue & { isPlainer: boolean }) | undefined {
  const match = timing.exec(head);
  const [start, end] = match ? [milliseconds(match.slice(1, 5)), milliseconds(match.slice(5, 9))] : [0, 0];
  const written = texts.join('\n').trim();
  const text = written.replaceAll(styles, '').trim();
  if (!match || end <= start || text === '') return undefined;
  const options = match[9]?.split(/\s+/).filter(Boolean) ?? [];
  const settings = options.filter((one) => isVtt && setting.test(one) && !one.startsWith('region:'));
  const isPlainer = text !== written || settings.length < options.length;
  return { line, start, end, settings: settings.join(' '), text: plainer(text, isVtt), isPlainer };
}

/** Times of a cue as YouTube writes them: `0:00:01.000,0:00:02.000`. */
const timesOfYouTube = /^(\d+:\d\d:\d\d\.\d{3}),(?=\d+:\d\d:\d\d\.\d{3}$)/;

/** Reads `.srt`, `.vtt` or `.sbv`; the cues are sorted by time. */
export function readCaptions(file: string): Captions {
  const lines = file
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/)
    .map((line) => line.slice(0, 2000).replace(timesOfYouTube, '$1 --> '));
  const isVtt = /^WEBVTT\b/.test(lines[0] ?? '');
  const { parts, hasStyles } = partsOf(lines, isVtt);
  const cues = parts.map((part) => cueOf(part, isVtt));
  const read = cues.filter((cue) => cue !== undefined);
  const written = read
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .map(({ start, end, settings, text }) =>
      `${timestamp(start)} --> ${timestamp(end)} ${settings}`.trimEnd().concat('\n', text),
    );
  return {
    webVtt: read.length > 0 ? `WEBVTT\n\n${written.join('\n\n')}\n` : undefined,
    read: read.length,
    dropped: parts.flatMap(({ line }, at) => (cues[at] ? [] : [line])),
    isPlainer: hasStyles || read.some((cue) => cue.isPlainer),
  };
}

/** Converts `.srt`, `.vtt` or `.sbv` to WebVTT; undefined if there is no cue. */
export const webVttOf = (text: string): string | undefined => readCaptions(text).webVtt;
