/** Reads a spreadsheet to import: its headings, the fields of its columns, and the validated values of its rows. */
import { type ImportKind, fieldsOf, missingColumns } from '#contract/user/import/columns.ts';
import { maxImportRows } from '#contract/user/import/endpoints.ts';
import type { Row } from '#shared/spreadsheet/csv.ts';
import { type Table, type TableTask, readTable } from '#shared/spreadsheet/table.ts';
import { readCell } from './cells.ts';

export interface FileTask extends TableTask {
  kind: ImportKind;
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
  columns: Table['columns'];
  missing: string[];
  rows: FileRow[];
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
export async function readImportFile({ kind, ...task }: FileTask): Promise<ImportFile> {
  const { columns, rows } = await readTable(task, { fields: fieldsOf(kind), maxRows: maxImportRows });
  const fields = columns.map(({ field }) => field);
  return { columns, missing: missingColumns(kind, fields), rows: rows.map((row) => fileRow(fields, row)) };
}
