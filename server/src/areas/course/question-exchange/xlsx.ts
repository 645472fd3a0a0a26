/** Spreadsheet format as XLSX (ECMA-376): reads the texts of the first sheet, and writes one sheet. */
import { badRequest } from '#platform/errors.ts';
import { escapeXml } from './markup.ts';
import type { Row } from './sheet.ts';
import { decodeText } from './text.ts';
import { type Parts, zipTexts } from './zip.ts';
import { type XmlElement, countOf, descendantsOf, elementOf, elementsOf, readXml, textOf } from './xml.ts';

/** Maximum numbers of rows and cells of a sheet, including empty formatted ones. */
const maxRows = 20_000;
const maxCells = 100_000;
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

/** Text of formatted runs, without phonetic hints. */
const richText = (element: XmlElement): string =>
  elementsOf(element)
    .filter(({ name }) => name === 't' || name === 'r')
    .map((one) => (one.name === 't' ? textOf(one) : textOf(elementOf(one, 't'))))
    .join('');

const columnOf = (reference: string): number =>
  [...(/^[A-Z]{1,3}/.exec(reference)?.[0] ?? '')].reduce((sum, one) => sum * 26 + one.codePointAt(0)! - 64, 0) - 1;

function cellText(cell: XmlElement, shared: readonly string[]): string {
  const value = textOf(elementOf(cell, 'v'));
  if (cell.attributes['t'] === 's') return shared[Number(value)] ?? '';
  const inline = elementOf(cell, 'is');
  return unescaped(inline ? richText(inline) : value);
}

function rowOf(row: XmlElement, index: number, shared: readonly string[]): Row {
  const cells: (string | undefined)[] = [];
  for (const [place, cell] of elementsOf(row, 'c').entries()) {
    const { r: reference } = cell.attributes;
    const column = reference === undefined ? place : columnOf(reference);
    if (column >= 0 && column < maxColumns) cells[column] = cellText(cell, shared);
  }
  const rowNumber = Number(row.attributes['r']);
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

/** Rows of the first sheet. @throws HttpError 400 for too many rows or cells; BrokenXml */
export function readSheet(parts: Parts): Row[] {
  const name = firstSheet(parts);
  const bytes = parts.get(name);
  if (!bytes) throw badRequest('This spreadsheet has no sheet');
  const text = bytes.toString('latin1');
  if (countOf(text, '<row') > maxRows || countOf(text, '<c ') > maxCells)
    throw badRequest('This sheet has far too many rows and cells; leave only the questions in it');
  const strings = part(parts, 'xl/sharedStrings.xml');
  const shared = strings ? elementsOf(strings, 'si').map((one) => unescaped(richText(one))) : [];
  return descendantsOf(part(parts, name)!, 'row').map((row, index) => rowOf(row, index, shared));
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
