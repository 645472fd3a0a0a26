/** Writing of formatted text: lines of runs with their marks, and blocks. */
import { leftOut } from './losses.ts';

/** Picture of a text: its address, and its alternative text. */
export interface Picture {
  address: string;
  alt: string;
  /** Whether an export of ours names its place in the text; other pictures may become that of the question. */
  isInText: boolean;
}

/** Address where a picture is shown; null: it is left out. */
export type PlacePicture = (picture: Picture) => string | null;

/** Class of pictures within a text, in exports. */
export const inTextClass = 'in-place';

interface Run {
  /** Tags around it, outermost first. */
  marks: readonly string[];
  html: string;
}

/** Blocks that are written, with the line that is still open. */
export interface Writing {
  out: string[];
  line: Run[];
  /** Element of the line. */
  tag: 'p' | 'h2' | 'h3';
  marks: readonly string[];
  keepsSpaces: boolean;
  /** Markup of a text of the tree. */
  read: (data: string) => string;
  place: PlacePicture;
  losses: string[];
}
export const escaped = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
export const escapedText = (text: string): string => escaped(text.replaceAll('&', '&amp;'));
export const escapedValue = (text: string): string => escapedText(text).replaceAll('"', '&quot;');
const nameOfTag = (tag: string) => /^<(\w+)/.exec(tag)![1];

/** Text of a line, whose adjacent runs share their tags. */
function lineOf(runs: readonly Run[]): string {
  let open: readonly string[] = [];
  const closing = (from: number) =>
    open
      .slice(from)
      .map((tag) => `</${nameOfTag(tag)}>`)
      .toReversed()
      .join('');
  const parts = runs.map(({ marks, html }) => {
    const apart = marks.findIndex((tag, at) => tag !== open[at]);
    const shared = apart === -1 ? Math.min(marks.length, open.length) : apart;
    const part = closing(shared) + marks.slice(shared).join('') + html;
    open = marks;
    return part;
  });
  return parts.join('') + closing(0);
}

export const isVisible = ({ html }: Run): boolean => html.trim() !== '';

/** Ends the line, which is dropped if nothing is on it. */
export function endLine(writing: Writing): void {
  const { line, tag, out } = writing;
  writing.line = [];
  const first = line.findIndex(isVisible);
  if (first === -1) return;
  const seen = line.slice(first, line.findLastIndex(isVisible) + 1);
  const [start, end] = [seen[0]!, seen.at(-1)!];
  seen[0] = { ...start, html: start.html.trimStart() };
  seen[seen.length - 1] = seen.length === 1 ? { ...end, html: end.html.trim() } : { ...end, html: end.html.trimEnd() };
  out.push(`<${tag}>${lineOf(seen)}</${tag}>`);
}

export const write = (writing: Writing, html: string): void => void writing.line.push({ marks: writing.marks, html });
export const lose = ({ losses }: Writing, what: string): void => void losses.push(leftOut(what));
export function pushBlock(writing: Writing, html: string): void {
  endLine(writing);
  writing.out.push(html);
}
