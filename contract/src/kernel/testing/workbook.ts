/** Reads exported spreadsheets as ECMA-376 defines them, with no code of those that write them. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { strFromU8, unzipSync } from 'fflate';

export type CellValue = string | number;

export interface Cell {
  value: CellValue;
  isFormula: boolean;
  isBold: boolean;
  /** Number format; undefined for the general one. */
  format: string | undefined;
}

export interface Sheet {
  /** Values of the rows, the first being the header; empty cells are ''. */
  rows: readonly (readonly CellValue[])[];
  /** Cells by address, such as B2. */
  cells: ReadonlyMap<string, Cell>;
  /** Number of rows at the top that do not scroll. */
  frozenRows: number;
  /** Widths of the columns in characters. */
  widths: readonly number[];
}

// oxlint-disable-next-line typescript/no-explicit-any -- elements of a format that the parser does not describe
type Element = any;

const repeated = new Set(['Relationship', 'sheet', 'font', 'xf', 'col', 'row', 'c']);
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  trimValues: false,
  removeNSPrefix: true,
  isArray: (name) => repeated.has(name),
  processEntities: { maxExpandedLength: Infinity },
});

/** Number formats that programs know by number. */
const formats: Record<string, string> = { 3: '#,##0', 49: '@' };

/** Reader of a package's parts. @throws Error if a part is absent or no XML */
function partsOf(file: Uint8Array): (path: string) => string {
  const parts = unzipSync(file);
  return (path) => {
    const xml = strFromU8(parts[path] ?? new Uint8Array());
    const result = XMLValidator.validate(xml);
    if (result !== true) throw new Error(`${path}: ${result.err.msg}`);
    return xml;
  };
}

/** Target of a relation, by its id or the last word of its type. */
const targetOf = ({ Relationships }: Element, which: string): string =>
  Relationships.Relationship.find(({ Id, Type }: Element) => Id === which || Type.endsWith(`/${which}`))?.Target;

const textOf = (text: Element): string =>
  (text?.['#text'] ?? text ?? '').replace(/_x([\dA-F]{4})_/gi, (_: string, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/** Value of a cell. @throws Error for a type that no export has, such as a shared string */
function valueOf({ t: type = 'n', is: inline, v: value = '' }: Element): CellValue {
  if (type === 'inlineStr') return textOf(inline.t);
  if (type === 'n') return value === '' ? '' : Number(value);
  throw new Error(`Cells of type ${type}`);
}

function cellOf(cell: Element, styles: Element): Cell {
  const { fontId, numFmtId } = styles?.styleSheet.cellXfs.xf[cell.s ?? 0] ?? {};
  return {
    value: valueOf(cell),
    isFormula: cell.f !== undefined,
    isBold: styles?.styleSheet.fonts.font[fontId].b !== undefined,
    format: formats[numFmtId],
  };
}

/** Cells of the rows by address. Rows are parsed one by one, because a large sheet as a whole takes gigabytes. */
function cellsOf(sheet: string, styles: Element): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  for (const [xml] of sheet.matchAll(/<row\b.*?<\/row>/gs))
    for (const cell of parser.parse(xml).row[0].c ?? []) cells.set(cell.r, cellOf(cell, styles));
  return cells;
}

/** Values of the rows up to the last cell, of equal length. */
function rowsOf(cells: ReadonlyMap<string, Cell>): CellValue[][] {
  const rows: (CellValue[] | undefined)[] = [];
  let length = 0;
  for (const [address, { value }] of cells) {
    const [, column = '', row = ''] = /^([A-Z]+)(\d+)$/.exec(address) ?? [];
    const at = [...column].reduce((sum, letter) => sum * 26 + letter.codePointAt(0)! - 64, 0);
    (rows[Number(row) - 1] ??= [])[at - 1] = value;
    length = Math.max(length, at);
  }
  return Array.from(rows, (row = []) => Array.from({ length }, (_, at) => row[at] ?? ''));
}

/** The only sheet of a spreadsheet. @throws Error if there are others, or it has another name */
export function readSheet(file: Uint8Array | ArrayBuffer, name: string): Sheet {
  const part = partsOf(new Uint8Array(file));
  const parsed = (path: string): Element => parser.parse(part(path));
  const { workbook } = parsed(targetOf(parsed('_rels/.rels'), 'officeDocument'));
  const sheets: Element[] = workbook.sheets.sheet;
  if (sheets.length !== 1 || sheets[0].name !== name)
    throw new Error(`Sheets: ${sheets.map((one) => one.name).join(', ')}`);
  const relations = parsed('xl/_rels/workbook.xml.rels');
  const sheet = part(`xl/${targetOf(relations, sheets[0].id)}`);
  const styles = targetOf(relations, 'styles');
  const cells = cellsOf(sheet, styles && parsed(`xl/${styles}`));
  const { worksheet } = parser.parse(sheet.replace(/<sheetData>.*<\/sheetData>/s, ''));
  return {
    cells,
    rows: rowsOf(cells),
    frozenRows: Number(worksheet.sheetViews?.sheetView.pane?.ySplit ?? 0),
    widths: (worksheet.cols?.col ?? []).map(({ width }: Element) => Number(width)),
  };
}

/** Values of a column below its header. */
export function columnOf({ rows: [headers = [], ...rows] }: Sheet, header: string): CellValue[] {
  const at = headers.indexOf(header);
  if (at < 0) throw new Error(`Columns: ${headers.join(', ')}`);
  return rows.map((row) => row[at] ?? '');
}
