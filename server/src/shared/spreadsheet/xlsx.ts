/** Spreadsheet format as XLSX (ECMA-376): reads the texts of the first sheet, and writes one sheet. */
import { posix } from 'node:path';
import { badRequest } from '#platform/errors.ts';
import { decodeReferences, escapeXml } from './markup.ts';
import { script } from './scripts.ts';
import type { Row } from './csv.ts';
import { type CellMode, formatsOf, shownNumber } from './shown.ts';
import { decodeText } from '#contract/kernel/decode-text.ts';
import { type Parts, zipTexts } from './zip.ts';
import { type XmlElement, countOf, descendantsOf, elementOf, elementsOf, readXml, textOf } from './xml.ts';

/** Maximum numbers of rows and cells of a sheet, including empty formatted ones. */
export interface SheetLimits {
  rows: number;
  cells: number;
}
/** Maximum number of columns read. */
const maxColumns = 50;

const workbookPart = 'xl/workbook.xml';
export const isWorkbook = (parts: Parts): boolean => parts.has(workbookPart);

function part(parts: Parts, name: string): XmlElement | undefined {
  const bytes = parts.get(name);
  return bytes && readXml(decodeText(bytes) ?? '');
}

/** Decodes the `_x000D_` escapes of characters that XML cannot contain. */
const unescaped = (text: string) =>
  text.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
const escaped = (text: string) => escapeXml(text.replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_'));

/** Patterns by name: a sheet has thousands of cells, and compiling a pattern takes longer than using it. */
function patternsBy(sourceOf: (name: string) => string, flags: string): (name: string) => RegExp {
  const patterns = new Map<string, RegExp>();
  return (name) => {
    const pattern = patterns.get(name) ?? new RegExp(sourceOf(name), flags);
    patterns.set(name, pattern);
    return pattern;
  };
}
const elementPattern = patternsBy(
  (name) => `<(?:\\w+:)?${name}(?=[\\s/>])([^>]*?)(?:/>|>([^]*?)</(?:\\w+:)?${name}\\s*>)`,
  'g',
);
const attributePattern = patternsBy((name) => `(?:^|\\s)${name}\\s*=\\s*["']([^"']*)`, '');

function execAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/**
 * Elements of this name, which do not contain each other: their attributes and content. Sheets and their texts are not
 * parsed as a tree, which takes seconds and hundreds of MB for 10,000 rows.
 */
function* scan(xml: string, name: string): Generator<{ attributes: string; content: string }> {
  const pattern = elementPattern(name);
  let match: RegExpExecArray | null;
  for (let at = 0; (match = execAt(pattern, xml, at)); at = match.index + match[0].length)
    yield { attributes: match[1] ?? '', content: match[2] ?? '' };
}

const attributeOf = (attributes: string, name: string) => attributePattern(name).exec(attributes)?.[1];

const contentOf = (xml: string, name: string) => scan(xml, name).next().value?.content;

const decoded = (xml: string) => unescaped(decodeReferences(xml));

const plainText = (xml: string): string => Array.from(scan(xml, 't'), ({ content }) => decoded(content)).join('');

/** Text of formatted runs with their scripts, without phonetic hints. */
function richText(xml: string): string {
  const runs = xml.replace(/<(\w+:)?rPh[\s>][^]*?<\/\1rPh\s*>/g, '');
  if (!runs.includes('vertAlign')) return plainText(runs);
  return Array.from(scan(runs, 'r'), ({ content }) => {
    const kind = /vertAlign\s+val\s*=\s*["'](su[bp])(?:er)?script/.exec(content)?.[1];
    const text = plainText(content);
    return kind && text.trim() ? script(kind as 'sub' | 'sup', text) : text;
  }).join('');
}

const columnOf = (reference: string): number =>
  [...(/^[A-Z]{1,3}/.exec(reference)?.[0] ?? '')].reduce((sum, one) => sum * 26 + one.codePointAt(0)! - 64, 0) - 1;

/** Parts of a workbook that its cells refer to. */
interface Book {
  shared: readonly string[];
  formats: readonly string[];
  is1904: boolean;
  mode: CellMode;
}

function cellText(attributes: string, content: string, { shared, formats, is1904, mode }: Book): string {
  const inline = contentOf(content, 'is');
  if (inline !== undefined) return richText(inline);
  const written = contentOf(content, 'v');
  // A formula without a result, which Excel calculates when it opens the file.
  if (written === undefined) return contentOf(content, 'f') === undefined ? '' : '#CALC!';
  const value = decoded(written);
  const type = attributeOf(attributes, 't') ?? 'n';
  if (type === 's') return shared[Number(value)] ?? '';
  if (type === 'b') return value === '1' || value === 'true' ? 'TRUE' : 'FALSE';
  const number = Number(value);
  if (type !== 'n' || value.trim() === '' || !Number.isFinite(number)) return value;
  return shownNumber(number, formats[Number(attributeOf(attributes, 's') ?? 0)] ?? 'General', mode, is1904);
}

function rowOf(row: { attributes: string; content: string }, index: number, book: Book): Row {
  const cells: (string | undefined)[] = [];
  let place = 0;
  for (const { attributes, content } of scan(row.content, 'c')) {
    const reference = attributeOf(attributes, 'r');
    const column = reference === undefined ? place : columnOf(reference);
    if (column >= 0 && column < maxColumns) cells[column] = cellText(attributes, content, book);
    place += 1;
  }
  const rowNumber = Number(attributeOf(row.attributes, 'r'));
  return {
    line: Number.isSafeInteger(rowNumber) ? rowNumber : index + 1,
    cells: Array.from(cells, (text = '') => text),
  };
}

function firstSheet(parts: Parts): string {
  const workbook = part(parts, workbookPart)!;
  const id = descendantsOf(workbook, 'sheet')[0]?.attributes['id'];
  const relations = part(parts, 'xl/_rels/workbook.xml.rels');
  const target =
    relations && elementsOf(relations).find(({ attributes }) => attributes['Id'] === id)?.attributes['Target'];
  return target === undefined ? 'xl/worksheets/sheet1.xml' : target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

/** Numbers of the rows of the first sheet on which pictures lie. */
export function pictureRows(parts: Parts): Set<number> {
  const folder = posix.dirname(firstSheet(parts));
  const relations = part(parts, `${folder}/_rels/${posix.basename(firstSheet(parts))}.rels`);
  const drawings = (relations ? elementsOf(relations) : []).filter(({ attributes }) =>
    (attributes['Type'] ?? '').endsWith('/drawing'),
  );
  const anchors = drawings.flatMap(({ attributes: { Target = '' } }) => {
    const drawing = part(parts, Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target));
    return drawing ? elementsOf(drawing).filter((anchor) => descendantsOf(anchor, 'pic').length > 0) : [];
  });
  return new Set(
    anchors.flatMap((anchor) =>
      descendantsOf(anchor, 'from').map((from) => Number(textOf(elementOf(from, 'row'))) + 1),
    ),
  );
}

/** Rows of the first sheet. @throws HttpError 400 for too many rows or cells; BrokenXml */
export function readSheet(parts: Parts, most: SheetLimits, mode: CellMode = 'values'): Row[] {
  const name = firstSheet(parts);
  const bytes = parts.get(name);
  if (!bytes) throw badRequest('This spreadsheet has no sheet');
  const text = decodeText(bytes) ?? '';
  if (countOf(text, '<row') > most.rows || countOf(text, '<c ') > most.cells)
    throw badRequest('This sheet has far too many rows and cells; leave only what is to be read in it');
  const strings = decodeText(parts.get('xl/sharedStrings.xml') ?? Buffer.alloc(0)) ?? '';
  const shared = Array.from(scan(strings, 'si'), ({ content }) => richText(content));
  const date1904 = descendantsOf(part(parts, workbookPart)!, 'workbookPr')[0]?.attributes['date1904'];
  const is1904 = date1904 === '1' || date1904 === 'true';
  const book: Book = { shared, formats: formatsOf(part(parts, 'xl/styles.xml')), is1904, mode };
  return Array.from(scan(text, 'row'), (row, index) => rowOf(row, index, book));
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const openXml = 'http://schemas.openxmlformats.org';
const relationship = `${openXml}/officeDocument/2006/relationships`;
const main = `${openXml}/spreadsheetml/2006/main`;
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const relations = (type: string, target: string) =>
  `${declaration}<Relationships xmlns="${openXml}/package/2006/relationships"><Relationship Id="rId1" Type="${relationship}/${type}" Target="${target}"/></Relationships>`;
const fixedParts = {
  '[Content_Types].xml': `${declaration}<Types xmlns="${openXml}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${workbookPart}" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentType}.worksheet+xml"/></Types>`,
  '_rels/.rels': relations('officeDocument', workbookPart),
  'xl/_rels/workbook.xml.rels': relations('worksheet', 'worksheets/sheet1.xml'),
  [workbookPart]: `${declaration}<workbook xmlns="${main}" xmlns:r="${relationship}"><sheets><sheet name="Questions" sheetId="1" r:id="rId1"/></sheets></workbook>`,
};

/** Cell; column letters A to Z are enough for the format. */
function cellXml(value: string | number, column: number, row: number): string {
  const place = `r="${String.fromCodePoint(65 + column)}${row}"`;
  if (typeof value === 'number') return `<c ${place}><v>${value}</v></c>`;
  return value === '' ? '' : `<c ${place} t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
}

/** Writes a workbook with one sheet; texts are never formulas. */
export function writeXlsx(rows: readonly (readonly (string | number)[])[]): Uint8Array {
  const lines = rows.map((row, index) => {
    const cells = row.map((value, column) => cellXml(value, column, index + 1));
    return `<row r="${index + 1}">${cells.join('')}</row>`;
  });
  const sheet = `${declaration}<worksheet xmlns="${main}"><sheetData>${lines.join('')}</sheetData></worksheet>`;
  const parts = { ...fixedParts, 'xl/worksheets/sheet1.xml': sheet };
  return zipTexts(parts);
}
