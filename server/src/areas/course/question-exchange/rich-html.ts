/**
 * HTML of files and editors as our formatted text: blocks of our elements in one form, which conversion leaves unchanged.
 * References of texts stay undecoded. What our formatted text cannot hold is named.
 */
import { isTextLink } from '#contract/kernel/fields.ts';
import { blockElements, silentElements } from './html-elements.ts';
import {
  type HtmlElement,
  type HtmlNode,
  attributeOf,
  childrenOf,
  elementsIn,
  isElement,
  isText,
  nameOf,
  rawTextOf,
} from './html-tree.ts';
import { leftOut, mediaOf } from './losses.ts';
import { mathText } from './mathml.ts';
import { script } from '#shared/spreadsheet/scripts.ts';

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
export const inTextClass = 'in-text';

interface Run {
  /** Tags around it, outermost first. */
  marks: readonly string[];
  html: string;
}

/** Blocks that are written, with the line that is still open. */
interface Writing {
  out: string[];
  line: Run[];
  /** Element of the line. */
  tag: 'p' | 'h2' | 'h3';
  marks: readonly string[];
  keepsSpaces: boolean;
  place: PlacePicture;
  losses: string[];
}
type Write = (element: HtmlElement, writing: Writing) => void;

const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const escapedText = (text: string) => escaped(text.replaceAll('&', '&amp;'));
const escapedValue = (text: string) => escapedText(text).replaceAll('"', '&quot;');
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

const isVisible = ({ html }: Run) => html.trim() !== '';

/** Ends the line, which is dropped if nothing is on it. */
function endLine(writing: Writing): void {
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

const writeAll = (nodes: readonly HtmlNode[], writing: Writing): void =>
  nodes.forEach((node) => writeNode(node, writing));

/** Blocks of an element that holds blocks. */
function blocksWithin(nodes: readonly HtmlNode[], { marks, keepsSpaces, place, losses }: Writing): string {
  const inner: Writing = { out: [], line: [], tag: 'p', marks, keepsSpaces, place, losses };
  writeAll(nodes, inner);
  endLine(inner);
  return inner.out.join('');
}

const write = (writing: Writing, html: string) => writing.line.push({ marks: writing.marks, html });
const lose = ({ losses }: Writing, what: string) => losses.push(leftOut(what));
const loses =
  (what: string): Write =>
  (_, writing) =>
    lose(writing, what);

function writeMarked(nodes: readonly HtmlNode[], tags: readonly string[], writing: Writing): void {
  const { marks } = writing;
  writing.marks = [...marks, ...tags.filter((tag) => !marks.includes(tag))];
  writeAll(nodes, writing);
  writing.marks = marks;
}

function writeBlock(nodes: readonly HtmlNode[], writing: Writing, tag: Writing['tag'] = writing.tag): void {
  endLine(writing);
  const outer = writing.tag;
  writing.tag = tag;
  writeAll(nodes, writing);
  endLine(writing);
  writing.tag = outer;
}

function pushBlock(writing: Writing, html: string): void {
  endLine(writing);
  writing.out.push(html);
}

/** Lines of code, with the references undecoded; its pictures are written behind it. */
function codeOf(nodes: readonly HtmlNode[], writing: Writing): string {
  return nodes
    .map((node) => {
      if (isText(node)) return escaped(node.data.replace(/\r\n?/g, '\n'));
      if (!isElement(node)) return '';
      const name = nameOf(node);
      if (name === 'br') return '\n';
      if (name === 'sup' || name === 'sub') return escapedText(script(name, rawTextOf(node)));
      if (Object.hasOwn(writers, name)) {
        writeNode(node, writing);
        return '';
      }
      const lines = codeOf(childrenOf(node), writing);
      return blockElements.has(name) ? `\n${lines.replace(/^\n|\n$/g, '')}\n` : lines;
    })
    .join('');
}

const preformatted: Write = (element, writing) => {
  endLine(writing);
  const code = codeOf(childrenOf(element), writing)
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
  const behind = writing.line;
  writing.line = [];
  if (code !== '') writing.out.push(`<pre><code>${code}</code></pre>`);
  writing.line = behind;
  endLine(writing);
};

const maxSpan = 100;
function cellOf(cell: HtmlElement, writing: Writing): string {
  const name = nameOf(cell);
  const spans = ['colspan', 'rowspan'].map((span) => {
    const count = Math.min(Math.trunc(Number(attributeOf(cell, span))), maxSpan);
    return count > 1 ? ` ${span}="${count}"` : '';
  });
  return `<${name}${spans.join('')}>${blocksWithin(childrenOf(cell), writing) || '<p></p>'}</${name}>`;
}

/** Table of data; those that arrange something become paragraphs. */
const table: Write = (element, writing) => {
  for (const caption of elementsIn(element, ['caption'], ['table'])) writeBlock(childrenOf(caption), writing, 'p');
  const rows = elementsIn(element, ['tr'], ['table']).map((row) => elementsIn(row, ['td', 'th'], ['td', 'th']));
  const arranges = attributeOf(element, 'role') === 'presentation' || elementsIn(element, ['table']).length > 0;
  if (arranges) return rows.flat().forEach((cell) => writeBlock(childrenOf(cell), writing));
  const filled = rows.filter((cells) => cells.length > 0);
  const lines = filled.map((cells) => `<tr>${cells.map((cell) => cellOf(cell, writing)).join('')}</tr>`);
  if (filled.length > 0) pushBlock(writing, `<table><tbody>${lines.join('')}</tbody></table>`);
};

const isNumber = (text: string) => /^\d{1,4}$/.test(text);
const startOf = (number: number) => (number === 1 ? '' : ` start="${number}"`);

/** List; items with a number of their own begin another one. */
const list: Write = (element, writing) => {
  const isNumbered = nameOf(element) === 'ol';
  const [start, type] = [attributeOf(element, 'start'), attributeOf(element, 'type')];
  const kind = isNumbered && /^[aAiI]$/.test(type) ? ` type="${type}"` : '';
  let number = isNumber(start) ? Number(start) : 1;
  let items = '';
  const first = { number };
  const end = () => {
    if (items !== '')
      pushBlock(writing, isNumbered ? `<ol${startOf(first.number)}${kind}>${items}</ol>` : `<ul>${items}</ul>`);
    items = '';
    first.number = number;
  };
  for (const child of childrenOf(element)) {
    const isItem = nameOf(child) === 'li';
    const value = isElement(child) && isItem ? attributeOf(child, 'value') : '';
    if (isNumbered && isNumber(value) && Number(value) !== number) {
      number = Number(value);
      end();
    }
    const content = blocksWithin(isItem ? childrenOf(child) : [child], writing);
    if (isItem || content !== '') {
      items += `<li>${content || '<p></p>'}</li>`;
      number += 1;
    }
  }
  end();
};

function link(element: HtmlElement, writing: Writing): void {
  const address = attributeOf(element, 'href');
  if (address === '' || address.startsWith('#')) return writeAll(childrenOf(element), writing);
  if (!isTextLink(address)) {
    writeAll(childrenOf(element), writing);
    lose(writing, /^javascript:/i.test(address) ? 'A link to a script' : mediaOf(address));
    return;
  }
  const tag = `<a href="${escapedValue(address)}">`;
  const isShown = rawTextOf(element).trim() !== '' || elementsIn(element, ['img', 'math', 'object']).length > 0;
  if (isShown) writeMarked(childrenOf(element), [tag], writing);
  else writing.line.push({ marks: [...writing.marks, tag], html: escapedText(address) });
}

function writePicture(picture: Picture, writing: Writing): void {
  const address = writing.place(picture);
  if (address !== null) write(writing, `<img src="${escapedValue(address)}" alt="${escapedValue(picture.alt)}">`);
}

/** Pictures of formulas, which name their formula. */
const ofFormula = /equation|tex|wiris|math/i;
const image: Write = (element, writing) => {
  const [address, alt, classes] = ['src', 'alt', 'class'].map((name) => attributeOf(element, name)) as [
    string,
    string,
    string,
  ];
  const formula = attributeOf(element, 'data-equation-content') || alt;
  if (formula !== '' && ofFormula.test(classes)) write(writing, escapedText(formula));
  else writePicture({ address, alt, isInText: classes.split(/\s+/).includes(inTextClass) }, writing);
};

/** Address of an element that shows another file, or of its first source. */
const sourceOf = (element: HtmlElement): string =>
  attributeOf(element, 'src') ||
  attributeOf(element, 'data') ||
  elementsIn(element, ['source', 'embed', 'a']).map((one) => attributeOf(one, 'src') || attributeOf(one, 'href'))[0] ||
  '';
const embedded: Write = (element, writing) => {
  const address = sourceOf(element);
  const what = mediaOf(address, nameOf(element), attributeOf(element, 'type'));
  if (what.startsWith('The picture'))
    writePicture({ address, alt: rawTextOf(element).replace(/\s+/g, ' ').trim(), isInText: false }, writing);
  else lose(writing, what);
};

const field = loses('A field of a form');
const heading =
  (tag: 'h2' | 'h3'): Write =>
  (element, writing) =>
    writeBlock(childrenOf(element), writing, tag);
const between =
  (start: string, end: string): Write =>
  (element, writing) => {
    write(writing, start);
    writeAll(childrenOf(element), writing);
    write(writing, end);
  };

const writers: Readonly<Record<string, Write>> = {
  br: (_, writing) => write(writing, '<br>'),
  pre: preformatted,
  listing: preformatted,
  table,
  ul: list,
  ol: list,
  blockquote: (element, writing) => {
    const content = blocksWithin(childrenOf(element), writing);
    if (content !== '') pushBlock(writing, `<blockquote>${content}</blockquote>`);
  },
  h1: heading('h2'),
  h2: heading('h2'),
  h3: heading('h3'),
  h4: heading('h3'),
  h5: heading('h3'),
  h6: heading('h3'),
  a: link,
  img: image,
  math: (element, writing) => write(writing, escapedText(mathText(element))),
  object: embedded,
  embed: embedded,
  audio: embedded,
  video: embedded,
  iframe: embedded,
  svg: (element, writing) => {
    const title = elementsIn(element, ['title'])[0];
    lose(writing, `A drawing (SVG)${title ? ` “${rawTextOf(title).trim()}”` : ''}`);
  },
  canvas: loses('A drawing (canvas)'),
  applet: loses('A program'),
  script: loses('A script'),
  input: field,
  select: field,
  button: field,
  textarea: field,
  q: between('“', '”'),
  rt: between('(', ')'),
  mark: (element, writing) => {
    writeAll(childrenOf(element), writing);
    const text = rawTextOf(element).replace(/\s+/g, ' ').trim();
    if (text !== '') lose(writing, `The mark on “${text.slice(0, 80)}”`);
  },
};

const marksOfElements: Readonly<Record<string, string>> = {
  b: '<strong>',
  strong: '<strong>',
  i: '<em>',
  em: '<em>',
  u: '<u>',
  ins: '<u>',
  s: '<s>',
  strike: '<s>',
  del: '<s>',
  sup: '<sup>',
  sub: '<sub>',
  code: '<code>',
  kbd: '<code>',
  samp: '<code>',
  tt: '<code>',
};
/** Formats that editors write as styles. */
const marksOfStyles: readonly (readonly [tag: string, style: RegExp])[] = [
  ['<strong>', /(?<![-\w])font-weight:\s*(?:bold|[6-9]00)/i],
  ['<em>', /(?<![-\w])font-style:\s*italic/i],
  ['<s>', /(?<![-\w])text-decoration[^;]*line-through/i],
  ['<u>', /(?<![-\w])text-decoration[^;]*underline/i],
  ['<sup>', /(?<![-\w])vertical-align:\s*super/i],
  ['<sub>', /(?<![-\w])vertical-align:\s*sub(?!\w|-)/i],
];
const isPlain = /(?<![-\w])font-(?:weight:\s*(?:normal|400)|style:\s*normal)/i;

function marksOf(element: HtmlElement, style: string): string[] {
  const name = nameOf(element);
  const own = Object.hasOwn(marksOfElements, name) && !isPlain.test(style) ? [marksOfElements[name]!] : [];
  return [...own, ...marksOfStyles.flatMap(([tag, pattern]) => (pattern.test(style) ? [tag] : []))];
}

const keptSpaces = /white-space:\s*(?:pre|break-spaces)/i;

function writeText(data: string, writing: Writing): void {
  const text = escaped(data.replace(/\r\n?/g, '\n'));
  if (!writing.keepsSpaces) return void write(writing, text.replace(/[ \t\n\f]+/g, ' '));
  text.split('\n').forEach((line, at) => {
    if (at > 0) write(writing, '<br>');
    write(
      writing,
      line.replace(/\t|^ +| {2,}/g, (spaces) => [...spaces].map((one) => `&#${one.codePointAt(0)};`).join('')),
    );
  });
}

function writeNode(node: HtmlNode, writing: Writing): void {
  if (isText(node)) return writeText(node.data, writing);
  if (!isElement(node)) return;
  const name = nameOf(node);
  if (silentElements.has(name)) return;
  const style = attributeOf(node, 'style');
  const isBlock = blockElements.has(name);
  if (Object.hasOwn(writers, name)) return writers[name]!(node, writing);
  if (isBlock && keptSpaces.test(style)) return preformatted(node, writing);
  const { keepsSpaces } = writing;
  writing.keepsSpaces ||= keptSpaces.test(style);
  if (isBlock) endLine(writing);
  writeMarked(childrenOf(node), marksOf(node, style), writing);
  if (isBlock) endLine(writing);
  writing.keepsSpaces = keepsSpaces;
}

/** Our formatted text of a tree, with its pictures where `place` shows them. */
export function richOf(nodes: readonly HtmlNode[], place: PlacePicture): { html: string; losses: string[] } {
  const losses: string[] = [];
  const html = blocksWithin(nodes, { out: [], line: [], tag: 'p', marks: [], keepsSpaces: false, place, losses });
  return { html, losses };
}

/** Whether a formatted text says no more than its text. */
export const isPlainHtml = (html: string): boolean => !/<(?!\/?(?:p|br)>)/.test(html);
