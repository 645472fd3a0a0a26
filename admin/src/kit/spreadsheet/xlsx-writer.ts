/** Writes a sheet of texts and numbers row by row, so that it is never whole in memory. */
import { Zip, ZipDeflate } from 'fflate';
import { DeflatedPart } from './zip-part.ts';
import { CellStyle, SHEET_END, SHEET_PATH, sheetStart, workbookParts, type SheetColumn } from './xlsx-parts.ts';
import { xmlText } from './xlsx-text.ts';

/** Rows that a sheet can hold below its header; a limit of the file format. */
export const MAX_ROWS = 1_048_575;

type Cell = string | number;

export interface SheetWriter {
  /**
   * Appends rows, a text or a number for each column; '' leaves its cell empty. Resolves when more may come. Throws RangeError beyond
   * {@link MAX_ROWS}.
   */
  addRows: (rows: readonly (readonly Cell[])[]) => Promise<void>;
  /** Ends the file; resolves when all bytes have come. Nothing may be added afterwards. */
  finish: () => Promise<void>;
}

const LOOKS_LIKE_A_FORMULA = /^[=+\-@\t\r]/;
const NEEDS_SPACE_KEPT = /^\s|\s$|[\n\t]/;

/** 'A' … 'Z', 'AA' …; `index` from 0. */
export const columnLetters = (index: number): string =>
  (index < 26 ? '' : columnLetters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/*
 * Every text is an inline string. Such a cell is data and is never evaluated, so "=1+1" or "+62812…" opens as that very
 * text without an apostrophe or blank put before it, and reads back unchanged. The quoted style is for later: without
 * it Excel would take the text for a formula once somebody presses F2 and Enter in the cell.
 * Shared strings would need every distinct text of the export in memory until the end; deflate finds the repetition
 * anyway.
 */
function cell(reference: string, text: Cell, style: number): string {
  if (typeof text === 'number') return `<c r="${reference}" s="${style}"><v>${text}</v></c>`;
  if (text === '') return '';
  const space = NEEDS_SPACE_KEPT.test(text) ? ' xml:space="preserve"' : '';
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t${space}>${xmlText(text)}</t></is></c>`;
}

function dataStyle(value: Cell): number {
  if (typeof value === 'number') return CellStyle.number;
  return LOOKS_LIKE_A_FORMULA.test(value) ? CellStyle.quotedText : CellStyle.text;
}

/**
 * Writes a workbook with one sheet, piece by piece, in memory that does not grow with the number of rows.
 * Bold header row that stays in view. The bytes come through `onBytes`, in order, while rows are added.
 */
export function createSheetWriter(
  sheetName: string,
  columns: readonly SheetColumn[],
  onBytes: (bytes: Uint8Array<ArrayBuffer>) => void,
): SheetWriter {
  const encoder = new TextEncoder();
  const letters = columns.map((_, index) => columnLetters(index));
  const headers = columns.map(({ header }) => header);
  let lastRow = 0;

  const archive = new Zip((error, bytes) => {
    if (error) throw error;
    onBytes(bytes);
  });
  const row = (values: readonly Cell[], styleOf: (value: Cell) => number): string => {
    lastRow += 1;
    const cells = values.map((value, index) => cell(`${letters[index]}${lastRow}`, value, styleOf(value)));
    return `<row r="${lastRow}">${cells.join('')}</row>`;
  };

  for (const [path, xml] of workbookParts(sheetName)) {
    const part = new ZipDeflate(path);
    archive.add(part);
    part.push(encoder.encode(xml), true);
  }
  const sheet = new DeflatedPart(SHEET_PATH);
  archive.add(sheet);
  sheet.push(encoder.encode(sheetStart(columns) + row(headers, () => CellStyle.header)));

  return {
    async addRows(rows) {
      if (lastRow - 1 + rows.length > MAX_ROWS) throw new RangeError(`A sheet holds at most ${MAX_ROWS} rows`);
      sheet.push(encoder.encode(rows.map((values) => row(values, dataStyle)).join('')));
      await sheet.taken();
    },
    async finish() {
      sheet.push(encoder.encode(SHEET_END), true);
      await sheet.finished();
      archive.end();
    },
  };
}
