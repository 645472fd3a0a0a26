/** Reads a spreadsheet to import: its headings, the fields of its columns, and the validated values of its rows. */
import { type ImportKind, fieldsOf, missingColumns, recogniseColumns } from '#contract/user/import/columns.ts';
import { maxImportRows } from '#contract/user/import/endpoints.ts';
import { badRequest } from '#platform/errors.ts';
import { BrokenCsv, type Row, delimiters, firstCells, readCsvRows } from '#shared/spreadsheet/csv.ts';
import { decodeText } from '#contract/kernel/decode-text.ts';
import { isWorkbook, readSheet } from '#shared/spreadsheet/xlsx.ts';
import { BrokenXml } from '#shared/spreadsheet/xml.ts';
import { isZip, unzip } from '#shared/spreadsheet/zip.ts';
import { readCell } from './cells.ts';

/** Upper limit of the columns; a sheet has at most 12 filled cells per row on average. */
const maxColumns = 50;
const sheetLimits = { rows: maxImportRows + 1000, cells: maxImportRows * 12 };

export interface FileTask {
  file: Uint8Array;
  kind: ImportKind;
  /** Field of each column; undefined: to be recognised. */
  columns: readonly string[] | undefined;
  /** Fields mapped before, by folded heading. */
  remembered: readonly (readonly [string, string])[];
}

export interface RowFault {
  /** Field; '' for the whole row. */
  field: string;
  reason: string;
}

export interface FileRow {
  line: number;
  cells: readonly string[];
  /** Values of filled cells by field. */
  values: Readonly<Record<string, string>>;
  faults: readonly RowFault[];
}

export interface ImportFile {
  columns: { heading: string; field: string; samples: string[] }[];
  missing: string[];
  rows: FileRow[];
}

async function rowsOfZip(bytes: Buffer): Promise<Row[]> {
  const parts = await unzip(bytes);
  if (!isWorkbook(parts)) throw badRequest('This ZIP is not a spreadsheet: choose a .csv or .xlsx file', 'file');
  return readSheet(parts, sheetLimits);
}

function rowsOfText(bytes: Buffer): Row[] {
  const text = decodeText(bytes);
  if (text === undefined || text.includes('\0'))
    throw badRequest('This is not a text in UTF-8: in Excel save it as “CSV UTF-8” or as .xlsx', 'file');
  const [delimiter] = delimiters.toSorted(
    (one, other) => firstCells(text, other).length - firstCells(text, one).length,
  );
  return readCsvRows(text, delimiter!, maxImportRows + 1000);
}

async function rowsOf(bytes: Buffer): Promise<Row[]> {
  try {
    const rows = isZip(bytes) ? await rowsOfZip(bytes) : rowsOfText(bytes);
    return rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  } catch (error) {
    if (error instanceof BrokenCsv) throw badRequest(`Row ${error.line} cannot be read: check its quotes`, 'file');
    if (error instanceof BrokenXml) throw badRequest(`This spreadsheet cannot be read: ${error.message}`, 'file');
    throw error;
  }
}

function fileRow(columns: readonly string[], { line, cells }: Row): FileRow {
  const values: Record<string, string> = {};
  const faults: RowFault[] = [];
  for (const [place, field] of columns.entries()) {
    const cell = (cells[place] ?? '').trim();
    if (field === '' || cell === '') continue;
    const { value, reason } = readCell(field, cell);
    if (reason === undefined) values[field] = value;
    else faults.push({ field, reason });
  }
  return { line, cells: columns.map((_, place) => cells[place] ?? ''), values, faults };
}

/** @throws HttpError 400 for files that are no spreadsheets, too large, or mapped to other columns than they have */
export async function readImportFile({ file, kind, columns: chosen, remembered }: FileTask): Promise<ImportFile> {
  const [head, ...rows] = await rowsOf(Buffer.from(file));
  if (!head) throw badRequest('There is nothing in this file', 'file');
  if (rows.length === 0) throw badRequest('There are no rows below the headings in this file', 'file');
  if (rows.length > maxImportRows)
    throw badRequest(`This file has more than ${maxImportRows.toLocaleString('id-ID')} rows: divide it`, 'file');
  const header = head.cells.slice(0, maxColumns).map((heading) => heading.trim());
  if (chosen && chosen.length !== header.length)
    throw badRequest(`The number of columns of this file is ${header.length}, not ${chosen.length}`, 'columns');
  const columns = chosen ?? recogniseColumns(kind, header, new Map(remembered));
  for (const [place, field] of columns.entries())
    if (field !== '' && (!(field in fieldsOf(kind)) || columns.indexOf(field) < place))
      throw badRequest('Each column is a field of this import, and each field has one column', 'columns');
  return {
    columns: columns.map((field, place) => ({
      heading: header[place]!,
      field,
      samples: rows.slice(0, 3).map(({ cells }) => (cells[place] ?? '').trim().slice(0, 60)),
    })),
    missing: missingColumns(kind, columns),
    rows: rows.map((row) => fileRow(columns, row)),
  };
}
