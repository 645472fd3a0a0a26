/**
 * HTML of files and editors as our formatted text: blocks of our elements in one form, which conversion leaves unchanged.
 * What our formatted text cannot hold is named.
 */
import { decodeHTML } from 'entities/decode';
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
import { mediaOf } from './losses.ts';
import { mathText } from './mathml.ts';
import { marksOf } from './rich-marks.ts';
import {
  type Picture,
  type PlacePicture,
  type Writing,
  endLine,
  escaped,
  escapedText,
  escapedValue,
  inTextClass,
  isVisible,
  lose,
  pushBlock,
  write,
} from './rich-writing.ts';
import { script } from '#shared/spreadsheet/scripts.ts';

type Write = (element: HtmlElement, writing: Writing) => void;

const writeAll = (nodes: readonly HtmlNode[], writing: Writing): void =>
  nodes.forEach((node) => writeNode(node, writing));

/** Blocks of an element that holds blocks. */
function blocksWithin(nodes: readonly HtmlNode[], { marks, keepsSpaces, read, place, losses }: Writing): string {
  const inner: Writing = { out: [], line: [], tag: 'p', marks, keepsSpaces, read, place, losses };
  writeAll(nodes, inner);
  endLine(inner);
  return inner.out.join('');
}

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

/** Lines of code; its pictures are written behind it. */
function codeOf(nodes: readonly HtmlNode[], writing: Writing): string {
  return nodes
    .map((node) => {
      if (isText(node)) return writing.read(node.data);
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

/** Writes a picture, or takes the line break above one that is left out. */
function writePicture(picture: Picture, writing: Writing): void {
  const { line, place } = writing;
  const address = place(picture);
  const last = line.findLastIndex(isVisible);
  if (address !== null) write(writing, `<img src="${escapedValue(address)}" alt="${escapedValue(picture.alt)}">`);
  else if (line[last]?.html === '<br>') line.splice(last, line.length, { marks: writing.marks, html: ' ' });
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

const keptSpaces = /white-space:\s*(?:pre|break-spaces)/i;

function writeText(data: string, writing: Writing): void {
  const text = writing.read(data);
  if (!writing.keepsSpaces) return write(writing, text.replace(/[ \t\n\f]+/g, ' '));
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

const withLineFeeds = (text: string) => text.replace(/\r\n?/g, '\n');
/** Texts with their references: spaces that are written as references stay in a plain text. */
const asWritten = (data: string) => escaped(withLineFeeds(data));
const decoded = (data: string) => escapedText(withLineFeeds(decodeHTML(data)));

/** Our formatted text of a tree, with its pictures where `place` shows them. */
export function richOf(
  nodes: readonly HtmlNode[],
  place: PlacePicture,
  { decodes = false } = {},
): { html: string; losses: string[] } {
  const losses: string[] = [];
  const read = decodes ? decoded : asWritten;
  const html = blocksWithin(nodes, { out: [], line: [], tag: 'p', marks: [], keepsSpaces: false, read, place, losses });
  return { html, losses };
}

/** Whether a formatted text says no more than its text. */
export const isPlainHtml = (html: string): boolean => !/<(?!\/?(?:p|br)>)/.test(html);
