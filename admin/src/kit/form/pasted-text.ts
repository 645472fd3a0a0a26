/**
 * Pasted plain text as HTML: formats of WhatsApp and Markdown, lists, tables of tabs or bars, code, and the indentation
 * of lines.
 */
import { DOMParser as Parser, Fragment, Slice, type ResolvedPos } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import { escaped, linesHtml, spaced } from './pasted-html.ts';
import { itemInLine, listsOf } from './pasted-lists.ts';

/** Addresses, which have no formats; code; links of Markdown; and formats. A format begins and ends at a word. */
const marks =
  /(?<url>https?:\/\/[^\s<]+)|(?<ticks>`{1,3})(?<code>[^`\n]+)\k<ticks>|\[(?<label>[^\]\n]+)\]\((?<href>https?:[^\s)]+)\)|(?<![\p{L}\p{N}*_~/])(?<mark>\*\*|~~|[*_~])(?!\k<mark>)(?<text>(?![\s,.;:)\]}])[^\n]{0,500}?[^\s([{,])(?<!\k<mark>)\k<mark>(?![\p{L}\p{N}*_~/])/gu;
const tags: Readonly<Record<string, string>> = { '**': 'strong', '*': 'strong', _: 'em', '~~': 's', '~': 's' };

interface Marked {
  url?: string;
  code?: string;
  label?: string;
  href?: string;
  mark?: string;
  text?: string;
}

/** Formats within a line. */
function inline(line: string, isMarkdown: boolean): string {
  let [out, from] = ['', 0];
  for (const match of line.matchAll(marks)) {
    const { url, code, label, href, mark = '', text = '' } = match.groups as Marked;
    const tag = isMarkdown && mark === '*' ? 'em' : tags[mark];
    out += escaped(line.slice(from, match.index));
    if (url) out += escaped(url);
    else if (code) out += `<code>${escaped(code)}</code>`;
    else if (href) out += `<a href="${escaped(href).replaceAll('"', '%22')}">${inline(label!, isMarkdown)}</a>`;
    else out += `<${tag}>${inline(text, isMarkdown)}</${tag}>`;
    from = match.index + match[0].length;
  }
  return out + escaped(line.slice(from));
}

const pre = (lines: readonly string[]) => `<pre>${escaped(lines.join('\n'))}</pre>`;
const isIndented = (line: string) => /^(?: {2,}|\t)\S/.test(line);
/** Whether lines are code: some are indented, and most have signs of code. */
const isCode = (lines: readonly string[]): boolean => {
  const filled = lines.filter((line) => line.trim() !== '');
  const signed = filled.filter((line) => /[{}()[\];=<>#]|:\s*$/.test(line));
  return filled.some((line) => isIndented(line) && !itemInLine(line)) && signed.length * 2 >= filled.length;
};

type Read = (lines: readonly string[], isMarkdown: boolean) => readonly [count: number, html: string] | undefined;

/** How many lines from the first on are of a kind; blank ones may be between them. */
const run = (lines: readonly string[], is: (line: string) => boolean): number => {
  const end = lines.findIndex((line) => line.trim() !== '' && !is(line));
  const some = lines.slice(0, end < 0 ? lines.length : end);
  return some.findLastIndex(is) + 1;
};

/** Code between fences: those of Markdown stand alone in their lines, those of WhatsApp need not. */
const fence: Read = (lines) => {
  const [, indent = '', first] = /^(\s*)```([^`]*)$/.exec(lines[0]!) ?? [];
  const end = first === undefined ? -1 : lines.findIndex((line, at) => at > 0 && /```\s*$/.test(line));
  if (first === undefined || end < 0) return undefined;
  const last = lines[end]!.replace(/```\s*$/, '');
  const isAlone = last.trim() === '' && /^[\w+#-]*\s*$/.test(first);
  const inner = lines.slice(1, end).map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
  return [end + 1, pre(isAlone ? inner : [first, ...inner, last])];
};

const cellsOf = (line: string): readonly string[] =>
  line.startsWith('|') ? line.trim().slice(1).replace(/\|$/, '').split('|') : line.split('\t');
/** Rows with the same number of cells, divided by tabs as of spreadsheets, or by bars as of Markdown. */
const table: Read = (lines, isMarkdown) => {
  const width = cellsOf(lines[0]!).length;
  const end = lines.findIndex((line) => line.trim() === '' || cellsOf(line).length !== width);
  const rows = lines.slice(0, end < 0 ? lines.length : end);
  if (width < 2 || rows.length < 2 || rows.every((row) => row.startsWith('\t'))) return undefined;
  const filled = rows.filter((row) => !/^[\s|:-]+$/.test(row) || row.includes('\t'));
  const cell = (text: string) => `<td><p>${inline(text.trim(), isMarkdown)}</p></td>`;
  const html = filled.map((row) => `<tr>${cellsOf(row).map(cell).join('')}</tr>`).join('');
  return [rows.length, `<table>${html}</table>`];
};

const list: Read = (lines, isMarkdown) => {
  const count = run(lines, (line) => itemInLine(line) !== undefined);
  const items = lines.slice(0, count).flatMap((line) => itemInLine(line) ?? []);
  if (items.length < 2) return undefined;
  const page = document.implementation.createHTMLDocument();
  const signed = (text: string) => text.replace(/^\[( |x)\]\s+/i, (_, sign) => (sign === ' ' ? '☐ ' : '☑ '));
  const contentOf = (text: string) => {
    const content = page.createElement('p');
    content.innerHTML = inline(signed(text), isMarkdown);
    return [content];
  };
  page.body.append(
    listsOf(
      items.map(({ text, ...item }) => ({ ...item, content: contentOf(text) })),
      page,
    ),
  );
  return [count, page.body.innerHTML];
};

const quote: Read = (lines, isMarkdown) => {
  const end = lines.findIndex((line) => !/^>(?: (?!>)|$)/.test(line));
  const quoted = lines.slice(0, end < 0 ? lines.length : end);
  const html = quoted.map((line) => `<p>${inline(line.slice(1).trim(), isMarkdown)}</p>`).join('');
  return quoted.length > 0 ? [quoted.length, `<blockquote>${html}</blockquote>`] : undefined;
};

const heading: Read = ([line = ''], isMarkdown) => {
  const [, signs, text] = /^(#{1,6})\s+(\S.*)$/.exec(line) ?? [];
  if (!signs || !text || !isMarkdown) return undefined;
  const tag = signs.length > 2 ? 'h3' : 'h2';
  return [1, `<${tag}>${inline(text, true)}</${tag}>`];
};

const readers: readonly Read[] = [fence, table, list, quote, heading];

/** HTML of pasted text for the editor. */
function pastedText(pasted: string): string {
  const lines = pasted
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n')
    .replace(/\n+$/, '')
    .split('\n');
  const hasMarkdown = /(?<![\p{L}\p{N}*])\*\*(?=\S)[^*\n]+\*\*(?![\p{L}\p{N}*])|^[ \t]*```[ \t]*$/mu.test(pasted);
  if (!hasMarkdown && isCode(lines)) return pre(lines);
  const isMarkdown = hasMarkdown || /^#{2,6} \S/m.test(pasted);
  let html = '';
  for (let at = 0; at < lines.length;) {
    const rest = lines.slice(at);
    const [count, made] = readers.reduce<ReturnType<Read>>(
      (found, read) => found ?? read(rest, isMarkdown),
      undefined,
    ) ?? [1, rest[0]!.trim() === '' ? '' : `<p>${inline(spaced(rest[0]!.trimEnd()), isMarkdown)}</p>`];
    html += made;
    at += count;
  }
  return html;
}

/** Pasted text for the editor; one line has the formats at the cursor. */
export function pastedSlice(
  text: string,
  $at: ResolvedPos,
  isPlain: boolean,
  { state: { schema } }: EditorView,
): Slice {
  if (text === '') return Slice.empty;
  const isLine = !/[\n\r]/.test(text) && inline(text, false) === escaped(text) && !text.startsWith('>');
  if (isLine) return new Slice(Fragment.from(schema.text(text.replace(/ {2,}|\t/g, spaced), $at.marks())), 0, 0);
  const page = new DOMParser().parseFromString(isPlain ? linesHtml(text) : pastedText(text), 'text/html');
  return Parser.fromSchema(schema).parseSlice(page.body, { context: $at });
}
