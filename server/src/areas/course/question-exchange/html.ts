/**
 * HTML as the plain text of a question, which keeps lines, indentation, scripts, tables, lists, formulas and links. What
 * a text cannot hold is named.
 */
import { decodeHTML } from 'entities';
import { badRequest } from '#platform/errors.ts';
import { blockElements, silentElements, withoutUnknownElements } from './html-elements.ts';
import { attributeOf, childrenOf, elementsIn, type HtmlElement, type HtmlNode } from './html-tree.ts';
import { htmlTree, isElement, isText, nameOf, rawTextOf } from './html-tree.ts';
import { leftOut, mediaOf } from './losses.ts';
import { mathText } from './mathml.ts';
import { script } from '#shared/spreadsheet/scripts.ts';

/** Picture of a text: its address, and its alternative text. */
interface Picture {
  address: string;
  alt: string;
}

export interface ReadHtml {
  text: string;
  pictures: Picture[];
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
  into: ReadHtml;
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

function preformatted(element: HtmlElement, reading: Reading): string {
  const content = within(element, { ...reading, isPre: true });
  return inBlock(content.replace(/^\n/, '').replace(/\n$/, ''));
}

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
const isNumber = (text: string) => /^\d{1,4}$/.test(text);

/** List with its numbers or dashes; lists within it are indented. */
function list(element: HtmlElement, reading: Reading): string {
  const isNumbered = nameOf(element) === 'ol';
  const [start, type] = [attributeOf(element, 'start'), attributeOf(element, 'type')];
  let number = isNumber(start) ? Number(start) - 1 : 0;
  const items = childrenOf(element).map((child) => {
    if (!isElement(child) || nameOf(child) !== 'li') return markedNode(child, reading);
    const value = attributeOf(child, 'value');
    number = isNumber(value) ? Number(value) : number + 1;
    const written = Object.hasOwn(numberings, type) ? numberings[type]!(number) : String(number);
    const sign = isNumbered ? `${written}. ` : '- ';
    const content = within(child, { ...reading, indent: `${reading.indent}  ` });
    return inBlock(reading.indent + sign + content.replace(new RegExp(`^[${space}${edge}]+`), ''));
  });
  return inBlock(items.join(''));
}

const isVisited = (address: string) => /^(?:https?:|mailto:|tel:)/i.test(address);
function link(element: HtmlElement, reading: Reading): string {
  const content = within(element, reading);
  const address = attributeOf(element, 'href');
  if (address === '' || address.startsWith('#')) return content;
  if (!isVisited(address)) {
    const what = /^javascript:/i.test(address) ? 'A link to a script' : mediaOf(address);
    return content + lose(reading, what);
  }
  const shown = settled(content).trim();
  const [plain, label] = [address, shown].map((one) =>
    one.replace(/^(?:https?:\/\/|mailto:|tel:)/i, '').replace(/\/$/, ''),
  );
  if (plain === label) return content;
  return shown === '' ? content + address : `${content} (${address})`;
}

/** Pictures of formulas, which name their formula. */
const ofFormula = /equation|tex|wiris|math/i;
function image(element: HtmlElement, { into }: Reading): string {
  const [address, alt] = [attributeOf(element, 'src'), attributeOf(element, 'alt')];
  const formula = attributeOf(element, 'data-equation-content') || alt;
  if (formula !== '' && ofFormula.test(attributeOf(element, 'class'))) return formula;
  into.pictures.push({ address, alt });
  return pictureMark;
}

/** Address of an element that shows another file, or of its first source. */
const sourceOf = (element: HtmlElement): string =>
  attributeOf(element, 'src') ||
  attributeOf(element, 'data') ||
  elementsIn(element, ['source', 'embed', 'a']).map((one) => attributeOf(one, 'src') || attributeOf(one, 'href'))[0] ||
  '';
function embedded(element: HtmlElement, reading: Reading): string {
  const address = sourceOf(element);
  const what = mediaOf(address, nameOf(element), attributeOf(element, 'type'));
  if (!what.startsWith('The picture')) return lose(reading, what);
  reading.into.pictures.push({
    address,
    alt: settled(within(element, { ...reading, into: { text: '', pictures: [], losses: [] } })),
  });
  return pictureMark;
}

const loses =
  (what: string): Write =>
  (_, reading) =>
    lose(reading, what);
const marksLost =
  (what: string): Write =>
  (element, reading) => {
    const content = within(element, reading);
    const text = settled(content).trim();
    return text === '' ? content : content + lose(reading, `${what} “${text.slice(0, 80)}”`);
  };
const field = loses('A field of a form');
const none: Write = () => '';

const writers: Readonly<Record<string, Write>> = {
  br: (_, { isPre }) => (isPre ? '\n' : lineBreak),
  pre: preformatted,
  listing: preformatted,
  sup: scripted('sup'),
  sub: scripted('sub'),
  table,
  td: (element, reading) => `${within(element, reading)}${space}`,
  th: (element, reading) => `${within(element, reading)}${space}`,
  ul: list,
  ol: list,
  a: link,
  img: image,
  math: (element) => mathText(element),
  object: embedded,
  embed: embedded,
  audio: embedded,
  video: embedded,
  iframe: embedded,
  svg: (element, reading) => {
    const title = elementsIn(element, ['title'])[0];
    return lose(reading, `A drawing (SVG)${title ? ` “${rawTextOf(title).trim()}”` : ''}`);
  },
  canvas: loses('A drawing (canvas)'),
  applet: loses('A program'),
  script: loses('A script'),
  input: field,
  select: field,
  button: field,
  textarea: field,
  q: (element, reading) => `“${within(element, reading)}”`,
  rt: (element, reading) => `(${within(element, reading)})`,
  u: marksLost('The line under'),
  s: marksLost('The line through'),
  strike: marksLost('The line through'),
  del: marksLost('The line through'),
  mark: marksLost('The mark on'),
};

/** Editors write code in elements whose style keeps its spaces. */
const keepsSpaces = (element: HtmlElement) =>
  /white-space:\s*(?:pre|break-spaces)/i.test(attributeOf(element, 'style'));

function markedNode(node: HtmlNode, reading: Reading): string {
  if (isText(node)) {
    const plain = node.data.replace(markers, '').replace(/\r\n?/g, '\n');
    return decodeHTML(reading.isPre ? plain : plain.replace(/[ \t\n\f]+/g, space));
  }
  if (!isElement(node)) return '';
  const name = nameOf(node);
  if (silentElements.has(name)) return name === 'wbr' ? '' : none(node, reading);
  if (Object.hasOwn(writers, name)) return writers[name]!(node, reading);
  const content = within(node, keepsSpaces(node) ? { ...reading, isPre: true } : reading);
  return blockElements.has(name) ? inBlock(content) : content;
}

/** Maximum length of the markup of a text, without its pictures; ours have at most 5,000 characters. */
const maxMarkup = 200_000;
const embeddedData = /data:[^,<>"']{1,100};base64,[\w+/=\s-]*/gi;

/** Reads well-formed markup. @throws HttpError 400 for excessive length and depth */
export function readMarkup(html: string): ReadHtml {
  if (html.length > maxMarkup && html.replace(embeddedData, '').length > maxMarkup)
    throw badRequest('A text of a question is far too long; shorten it, or take the question out');
  const into: ReadHtml = { text: '', pictures: [], losses: [] };
  into.text = settled(marked(htmlTree(html), { isPre: false, indent: '', into }));
  return into;
}

/** Reads HTML as people write it. @throws HttpError 400 for excessive length and depth */
export const readHtml = (html: string): ReadHtml => readMarkup(withoutUnknownElements(html));
