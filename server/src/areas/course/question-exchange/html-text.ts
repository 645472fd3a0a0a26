/**
 * Our formatted text as the plain text of a question, which keeps lines, indentation, scripts, tables, lists and links.
 * What a text cannot hold is named.
 */
import { decodeHTML } from 'entities/decode';
import {
  type HtmlElement,
  type HtmlNode,
  attributeOf,
  childrenOf,
  elementsIn,
  htmlTree,
  isElement,
  isText,
  nameOf,
} from './html-tree.ts';
import { leftOut } from './losses.ts';
import { script } from '#shared/spreadsheet/scripts.ts';

interface ReadText {
  text: string;
  /** Alternative texts of pictures. */
  pictures: string[];
  /** Sentences about what the text does not hold. */
  losses: string[];
}

/** Markers, which do not occur in texts: space that may collapse, edge of a block, line break, picture. */
const [space, edge, lineBreak, pictureMark] = ['\u0001', '\u0002', '\u0003', '\u0004'] as const;
// oxlint-disable-next-line no-control-regex -- these are the markers
const markers = /[\u0001-\u0004]/g;
const beforePicture = new RegExp(`${space}?${lineBreak}?${space}?${pictureMark}`, 'g');
const spaces = new RegExp(`${space}+`, 'g');
const aroundBreak = new RegExp(`${space}?${lineBreak}${space}?`, 'g');
const aroundEdge = new RegExp(`[${space}${edge}]*${edge}[${space}${edge}]*`, 'g');
const atEnds = new RegExp(`^[${space}${edge}]+|[${space}${edge}]+$`, 'g');

/** Visible lines of a marked text. */
const settled = (marked: string): string =>
  marked
    .replace(spaces, space)
    .replace(beforePicture, space)
    .replace(spaces, space)
    .replace(aroundBreak, lineBreak)
    .replace(aroundEdge, edge)
    .replace(atEnds, '')
    .replaceAll(space, ' ')
    .replace(/[\u0002\u0003]/g, '\n'); // oxlint-disable-line no-control-regex -- these are the markers

interface Reading {
  isPre: boolean;
  indent: string;
  into: ReadText;
}
type Write = (element: HtmlElement, reading: Reading) => string;

const marked = (nodes: readonly HtmlNode[], reading: Reading): string =>
  nodes.map((node) => markedNode(node, reading)).join('');
const within: Write = (element, reading) => marked(childrenOf(element), reading);
const inBlock = (content: string) => edge + content + edge;

const lose = ({ into }: Reading, what: string, verb?: string): string => {
  into.losses.push(leftOut(what, verb));
  return '';
};

/** Letters or digits after a script would read as a part of it. */
const isJoined = ({ next }: HtmlElement) => next !== null && (!isText(next) || /^[\p{L}\p{N}(]/u.test(next.data));
const scripted =
  (kind: 'sup' | 'sub'): Write =>
  (element, reading) => {
    const content = settled(within(element, reading));
    const text = script(kind, content);
    return isJoined(element) ? text : text.replace(/^([\^_])\((.)\)$/su, '$1$2');
  };

/** Rows of a table with their cells divided by ` | `; cells of several lines are lines of their own. */
function table(element: HtmlElement, reading: Reading): string {
  const rows = elementsIn(element, ['tr'], ['table']).map((row) =>
    elementsIn(row, ['td', 'th'], ['td', 'th']).map((cell) => settled(within(cell, { ...reading, isPre: false }))),
  );
  const isMerged = elementsIn(element, ['td', 'th'], ['table']).some((cell) =>
    ['colspan', 'rowspan'].some((name) => Number(attributeOf(cell, name)) > 1),
  );
  const isTall = rows.some((cells) => cells.length > 1 && cells.some((cell) => cell.includes('\n')));
  if (isMerged) lose(reading, 'The merging of cells of a table');
  if (isTall) lose(reading, 'The columns of a table with several lines in a cell', 'were');
  const caption = elementsIn(element, ['caption'], ['table']).map((one) => inBlock(within(one, reading)));
  const lines = rows.map((cells) => inBlock(cells.join(isTall ? '\n' : ' | ')));
  return inBlock(caption.join('') + lines.join(''));
}

const letterOf = (number: number): string =>
  number < 1 ? '' : letterOf(Math.floor((number - 1) / 26)) + String.fromCodePoint(97 + ((number - 1) % 26));
const romans = [
  [1000, 'm'], [900, 'cm'], [500, 'd'], [400, 'cd'], [100, 'c'], [90, 'xc'], [50, 'l'], [40, 'xl'], [10, 'x'], [9, 'ix'],
  [5, 'v'], [4, 'iv'], [1, 'i'],
] as const; // prettier-ignore
function romanOf(number: number): string {
  const [value, sign] = romans.find(([least]) => least <= number) ?? [0, ''];
  return value === 0 ? '' : sign + romanOf(number - value);
}
const numberings: Readonly<Record<string, (number: number) => string>> = {
  a: letterOf,
  A: (number) => letterOf(number).toUpperCase(),
  i: romanOf,
  I: (number) => romanOf(number).toUpperCase(),
};

/** List with its numbers or dashes; lists within it are indented. */
function list(element: HtmlElement, reading: Reading): string {
  const isNumbered = nameOf(element) === 'ol';
  const [start, type] = [attributeOf(element, 'start'), attributeOf(element, 'type')];
  let number = start === '' ? 0 : Number(start) - 1;
  const items = childrenOf(element).map((child) => {
    if (!isElement(child) || nameOf(child) !== 'li') return markedNode(child, reading);
    number += 1;
    const written = Object.hasOwn(numberings, type) ? numberings[type]!(number) : String(number);
    const sign = isNumbered ? `${written}. ` : '- ';
    const content = within(child, { ...reading, indent: `${reading.indent}  ` });
    return inBlock(reading.indent + sign + content.replace(new RegExp(`^[${space}${edge}]+`), ''));
  });
  return inBlock(items.join(''));
}

function link(element: HtmlElement, reading: Reading): string {
  const content = within(element, reading);
  const address = attributeOf(element, 'href');
  if (address === '') return content;
  const shown = settled(content).trim();
  const [plain, label] = [address, shown].map((one) =>
    one.replace(/^(?:https?:\/\/|mailto:|tel:)/i, '').replace(/\/$/, ''),
  );
  if (plain === label) return content;
  return shown === '' ? content + address : `${content} (${address})`;
}

const marksLost =
  (what: string): Write =>
  (element, reading) => {
    const content = within(element, reading);
    const text = settled(content).trim();
    return text === '' ? content : content + lose(reading, `${what} “${text.slice(0, 80)}”`);
  };

const writers: Readonly<Record<string, Write>> = {
  br: (_, { isPre }) => (isPre ? '\n' : lineBreak),
  pre: (element, reading) => inBlock(within(element, { ...reading, isPre: true })),
  sup: scripted('sup'),
  sub: scripted('sub'),
  table,
  ul: list,
  ol: list,
  a: link,
  img: (element, { into }) => {
    into.pictures.push(attributeOf(element, 'alt'));
    return pictureMark;
  },
  u: marksLost('The line under'),
  s: marksLost('The line through'),
};

const blocks = new Set(['p', 'h2', 'h3', 'blockquote']);

function markedNode(node: HtmlNode, reading: Reading): string {
  if (isText(node)) {
    const plain = node.data.replace(markers, '').replace(/\r\n?/g, '\n');
    return decodeHTML(reading.isPre ? plain : plain.replace(/[ \t\n\f]+/g, space));
  }
  if (!isElement(node)) return '';
  const name = nameOf(node);
  if (Object.hasOwn(writers, name)) return writers[name]!(node, reading);
  return blocks.has(name) ? inBlock(within(node, reading)) : within(node, reading);
}

/** Text of our formatted text; of one that has only pictures, their alternative texts. */
export function textOfRich(html: string): { text: string; losses: string[] } {
  const into: ReadText = { text: '', pictures: [], losses: [] };
  const text = settled(marked(htmlTree(html), { isPre: false, indent: '', into }));
  const isPictures = text.trim() === '' && into.pictures.length > 0;
  return { text: isPictures ? into.pictures.join(' ').trim() : text, losses: into.losses };
}
