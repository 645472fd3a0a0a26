/** Texts of QTI 1.2 as HTML: `material` with its texts, pictures and other media. */
import { badRequest } from '#platform/errors.ts';
import { type XmlElement, elementsOf, htmlWithin, textOf } from '#shared/spreadsheet/xml.ts';
import { escapeXml, toHtml } from '#shared/spreadsheet/markup.ts';

/** Maximum length of a plain text; ours have at most 5,000 characters. */
const longest = 200_000;

/** Lines that are all indented as deep as elements of a file are wrapped by it, as code is not. */
const isWrapped = (lines: readonly string[]) =>
  lines.length > 0 && lines.every((line) => line === '' || /^(?:\t{4}| {10})/.test(line));

/** Texts keep their lines; white space around them is the file's. */
function plain(element: XmlElement): string {
  const written = textOf(element);
  if (written.length > longest)
    throw badRequest('A text of a question is far too long; shorten it, or take the question out');
  const lines = written.trimEnd().split(/\r?\n/);
  const begin = Math.max(
    0,
    lines.findIndex((line) => line.trim() !== ''),
  );
  const [first = '', ...rest] = lines.slice(begin);
  const text = isWrapped(rest) ? [first, ...rest].map((line) => line.trim()).join(' ') : [first, ...rest].join('\n');
  return toHtml(text);
}

/** Markup that Blackboard and others write as a text. */
function markup(element: XmlElement): string {
  const isTree = elementsOf(element).length > 0;
  return isTree ? htmlWithin(element) : textOf(element);
}

function mattext(element: XmlElement): string {
  const { texttype = 'text/plain', type = '' } = element.attributes;
  const isHtml = /html|xml/i.test(element.name === 'mat_formattedtext' ? type : texttype);
  return isHtml || elementsOf(element).length > 0 ? markup(element) : plain(element);
}

const addressOf = ({ attributes }: XmlElement) => attributes['uri'] ?? attributes['entityref'] ?? '';

function media(element: XmlElement, type: string): string {
  const embedded = textOf(element).replace(/\s+/g, '');
  const isInText = /base64/i.test(element.attributes['embedded'] ?? '') && embedded !== '';
  const address = escapeXml(isInText ? `data:${type};base64,${embedded}` : addressOf(element));
  if (element.name === 'matimage')
    return `<img src="${address}" alt="${escapeXml(element.attributes['label'] ?? '')}"/>`;
  return address === '' ? '' : `<object data="${address}" type="${escapeXml(type)}"></object>`;
}

const types: Readonly<Record<string, readonly [attribute: string, type: string]>> = {
  matimage: ['imagtype', 'image/png'],
  mataudio: ['audiotype', 'audio/mpeg'],
  matvideo: ['videotype', 'video/mp4'],
  matapplet: ['', 'application/java'],
  matapplication: ['apptype', 'application/octet-stream'],
};

function partOf(element: XmlElement): string {
  const { name, attributes } = element;
  if (name === 'matbreak') return '<br/>';
  if (name === 'matemtext') return `<em>${mattext(element)}</em>`;
  if (name === 'mattext' || name === 'mat_formattedtext') return mattext(element);
  if (name === 'mat_extension') return elementsOf(element).map(partOf).join('');
  const [attribute, type] = (Object.hasOwn(types, name) && types[name]) || [];
  return type === undefined ? '' : media(element, attributes[attribute!] || type);
}

/** HTML of a `material`. */
export const materialHtml = (material: XmlElement): string => elementsOf(material).map(partOf).join('');

/** HTML of all materials of an element, a block each; `isLeftOut`: elements whose materials are none of the text. */
export const textHtml = (element: XmlElement, isLeftOut: (name: string) => boolean = () => false): string =>
  materialsOf(element, isLeftOut)
    .map((one) => `<div>${materialHtml(one)}</div>`)
    .join('');

const materialsOf = (element: XmlElement, isLeftOut: (name: string) => boolean): XmlElement[] =>
  elementsOf(element).flatMap((one) =>
    one.name === 'material' ? [one] : isLeftOut(one.name) ? [] : materialsOf(one, isLeftOut),
  );
