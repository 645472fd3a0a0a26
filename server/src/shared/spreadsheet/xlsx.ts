/** Spreadsheet format as XLSX (ECMA-376): reads the texts of the first sheet, and writes one sheet. */
import { posix } from 'node:path';
import { badRequest } from '#platform/errors.ts';
import { decodeReferences, escapeXml } from './markup.ts';
import { script } from './scripts.ts';
import type { Row } from './csv.ts';
import { attributeOf, contentOf, countOf, scan } from './scan.ts';
import { type CellMode, type ShownNumber, numberFormats } from './shown.ts';
import { decodeText } from '#contract/kernel/decode-text.ts';
import { type Parts, isZip, unzip, zipTexts } from './zip.ts';

/** Maximum numbers of rows and cells of a sheet, including empty formatted ones. */
export interface SheetLimits {
  rows: number;
  cells: number;
}
/** Maximum number of columns read. */
const maxColumns = 50;

const workbookPart = 'xl/workbook.xml';
/** Name of the workbook; Excel for the web numbers it. */
const workbookIn = (parts: Parts): string =>
  [...parts.keys()].find((name) => /^xl\/workbook\d*\.xml$/i.test(name)) ?? '';
export const isWorkbook = (parts: Parts): boolean => workbookIn(parts) !== '';

/** XML of a part; '' if it is missing. */
const part = (parts: Parts, name: string): string => decodeText(parts.get(name) ?? Buffer.alloc(0)) ?? '';

/** Decodes the `_x000D_` escapes of characters that XML cannot contain. */
const unescaped = (text: string) =>
  text.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
const escaped = (text: string) => escapeXml(text.replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_'));

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
  shown: ShownNumber;
}

function cellText(attributes: string, content: string, { shared, shown }: Book): string {
  const inline = contentOf(content, 'is');
  if (inline !== undefined) return richText(inline);
  const written = contentOf(content, 'v');
  const type = attributeOf(attributes, 't') ?? 'n';
  // A formula without a result, which Excel calculates when it opens the file; only a text may be empty.
  if (!written && type !== 'str') return contentOf(content, 'f') === undefined ? '' : '#CALC!';
  const value = decoded(written ?? '');
  if (type === 's') return shared[Number(value)] ?? '';
  if (type === 'b') return value === '1' || value === 'true' ? 'TRUE' : 'FALSE';
  // Dates of ISO 8601 are those that the sheet shows, also where a program adds the zone of UTC.
  if (type === 'd') return value.replace(/Z$/, '');
  const number = Number(value);
  if (type !== 'n' || value.trim() === '' || !Number.isFinite(number)) return value;
  return shown(number, Number(attributeOf(attributes, 's') ?? 0));
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

/** Parts of a spreadsheet. @throws HttpError 400 for other files */
export async function openWorkbook(bytes: Buffer): Promise<Parts> {
  const parts = isZip(bytes) ? await unzip(bytes) : new Map<string, Buffer>();
  if (isWorkbook(parts)) return parts;
  throw badRequest('This is not an .xlsx file: open it in Excel or Google Sheets, and save it as .xlsx', 'file');
}

/** Targets of a part's relationships whose types end with `type`, by their ids. */
function targetsOf(parts: Parts, name: string, type: string): Map<string, string> {
  const folder = posix.dirname(name);
  const own = Array.from(scan(part(parts, `${folder}/_rels/${posix.basename(name)}.rels`), 'Relationship'));
  return new Map(
    own.flatMap(({ attributes }) => {
      const target = attributeOf(attributes, 'Target') ?? '';
      if (!attributeOf(attributes, 'Type')?.endsWith(type)) return [];
      const path = target.startsWith('/') ? target.slice(1) : posix.join(folder, target);
      return [[attributeOf(attributes, 'Id') ?? '', path] as const];
    }),
  );
}

/** Name of the first sheet with cells that is not hidden. */
function firstSheet(parts: Parts): string {
  const targets = targetsOf(parts, workbookIn(parts), '/worksheet');
  const sheets = Array.from(scan(part(parts, workbookIn(parts)), 'sheet'), ({ attributes }) => ({
    target: targets.get(attributeOf(attributes, 'id') ?? ''),
    isHidden: /hidden/i.test(attributeOf(attributes, 'state') ?? ''),
  })).filter(({ target }) => target !== undefined);
  return (sheets.find(({ isHidden }) => !isHidden) ?? sheets[0])?.target ?? 'xl/worksheets/sheet1.xml';
}

/** Numbers of the rows of the first sheet on which pictures lie. */
export function pictureRows(parts: Parts): Set<number> {
  const drawings = [...targetsOf(parts, firstSheet(parts), '/drawing').values()];
  const anchors = drawings.flatMap((name) =>
    ['oneCellAnchor', 'twoCellAnchor'].flatMap((kind) => Array.from(scan(part(parts, name), kind))),
  );
  return new Set(
    anchors
      .filter(({ content }) => countOf(content, 'pic') > 0)
      .map(({ content }) => Number(contentOf(contentOf(content, 'from') ?? '', 'row')) + 1),
  );
}

/** Rows of the first sheet. @throws HttpError 400 for too many rows or cells */
export async function readSheet(parts: Parts, most: SheetLimits, mode: CellMode = 'values'): Promise<Row[]> {
  const text = part(parts, firstSheet(parts));
  if (text === '') throw badRequest('This spreadsheet has no sheet', 'file');
  if (countOf(text, 'row') > most.rows || countOf(text, 'c') > most.cells)
    throw badRequest('This sheet has far too many rows and cells; leave only what is to be read in it', 'file');
  const workbook = workbookIn(parts);
  const partOf = (type: string) => part(parts, [...targetsOf(parts, workbook, type).values()][0] ?? '');
  const shared = Array.from(scan(partOf('/sharedStrings'), 'si'), ({ content }) => richText(content));
  const [properties] = scan(part(parts, workbook), 'workbookPr');
  const is1904 = /^(?:1|true)$/.test(attributeOf(properties?.attributes ?? '', 'date1904') ?? '');
  const book: Book = { shared, shown: await numberFormats(partOf('/styles'), mode, is1904) };
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
