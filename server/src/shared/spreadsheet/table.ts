/** Reads a spreadsheet (.csv or .xlsx) to import as a table: its headings, the fields of its columns, and its rows. */
import { type ImportFields, recogniseColumns } from '#contract/user/import/columns.ts';
import { decodeText } from '#contract/kernel/decode-text.ts';
import { badRequest } from '#platform/errors.ts';
import { BrokenCsv, type Delimiter, type Row, delimiters, firstCells, readCsvRows } from './csv.ts';
import { openWorkbook, readSheet } from './xlsx.ts';
import { isZip } from './zip.ts';

/** Upper limit of the columns; a sheet has at most 12 filled cells per row on average. */
const maxColumns = 50;

/** Rows beyond the limit that are read, to tell a long file from one that ends in empty rows. */
const spareRows = 1000;

const rowsOfWorkbook = async (bytes: Buffer, maxRows: number): Promise<Row[]> =>
  await readSheet(await openWorkbook(bytes), { rows: maxRows + spareRows, cells: maxRows * 12 });

/** Number of cells of the widest of the first rows: there may be a few words above the headings. */
const widest = (text: string, delimiter: Delimiter): number =>
  Math.max(
    ...text
      .slice(0, 20_000)
      .split('\n', 50)
      .map((row) => firstCells(row, delimiter).length),
  );

function rowsOfText(bytes: Buffer, maxRows: number): Row[] {
  const text = decodeText(bytes);
  if (text === undefined || text.includes('\0'))
    throw badRequest('This is not a text in UTF-8: in Excel save it as “CSV UTF-8” or as .xlsx', 'file');
  const [delimiter] = delimiters.toSorted((one, other) => widest(text, other) - widest(text, one));
  return readCsvRows(text, delimiter!, maxRows + spareRows);
}

/** Rows that are not empty. @throws HttpError 400 */
export async function rowsOf(bytes: Buffer, maxRows: number): Promise<Row[]> {
  try {
    const rows = isZip(bytes) ? await rowsOfWorkbook(bytes, maxRows) : rowsOfText(bytes, maxRows);
    return rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  } catch (error) {
    if (error instanceof BrokenCsv) throw badRequest(`Row ${error.line} cannot be read: check its quotes`, 'file');
    throw error;
  }
}

export interface TableTask {
  file: Uint8Array;
  /** Field of each column; undefined: to be recognised. */
  columns: readonly string[] | undefined;
  /** Fields mapped before, by folded heading. */
  remembered: readonly (readonly [string, string])[];
}

interface TableShape {
  fields: ImportFields;
  maxRows: number;
}

export interface Table {
  columns: { heading: string; field: string; samples: string[] }[];
  rows: Row[];
}

/** @throws HttpError 400 for files that are no spreadsheets, too large, or mapped to other columns than they have */
export async function readTable(
  { file, columns: chosen, remembered }: TableTask,
  { fields, maxRows }: TableShape,
): Promise<Table> {
  const [head, ...rows] = await rowsOf(Buffer.from(file), maxRows);
  if (!head) throw badRequest('There is nothing in this file', 'file');
  if (rows.length === 0) throw badRequest('There are no rows below the headings in this file', 'file');
  if (rows.length > maxRows)
    throw badRequest(`This file has more than ${maxRows.toLocaleString('id-ID')} rows: divide it`, 'file');
  const header = head.cells.slice(0, maxColumns).map((heading) => heading.trim());
  if (chosen && chosen.length !== header.length)
    throw badRequest(`The number of columns of this file is ${header.length}, not ${chosen.length}`, 'columns');
  const columns = chosen ?? recogniseColumns(fields, header, new Map(remembered));
  for (const [place, field] of columns.entries())
    if (field !== '' && (!(field in fields) || columns.indexOf(field) < place))
      throw badRequest('Each column is a field of this import, and each field has one column', 'columns');
  return {
    columns: columns.map((field, place) => ({
      heading: header[place]!,
      field,
      samples: rows.slice(0, 3).map(({ cells }) => (cells[place] ?? '').trim().slice(0, 60)),
    })),
    rows,
  };
}
