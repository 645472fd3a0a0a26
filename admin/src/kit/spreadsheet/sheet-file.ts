/** Builds a spreadsheet file from batches of rows without holding all of it in memory. */
import { createCsvWriter } from './csv-writer.ts';
import type { SheetColumn } from './xlsx-parts.ts';
import { createSheetWriter } from './xlsx-writer.ts';

const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export interface Sheet<Row> {
  /** File name; the extension `.csv` makes it CSV, any other XLSX. */
  file: string;
  /** Name of the sheet. */
  sheet: string;
  columns: readonly (SheetColumn & { value: (row: Row) => string | number })[];
}

/** Batch of rows, with the total number of rows. */
export interface Part<Row> {
  total: number;
  rows: readonly Row[];
}

/** Progress of an export: rows written and total. */
export interface ExportProgress {
  done: number;
  total: number;
}

/**
 * Builds the file. The bytes go into Blobs, which the browser may keep on disk, so that memory use does not depend on
 * the number of rows.
 * @param onProgress called after each batch
 * @throws RangeError beyond the rows a sheet can hold; whatever `parts` throws
 */
export async function sheetFile<Row>(
  { file, sheet, columns }: Sheet<Row>,
  parts: AsyncIterable<Part<Row>>,
  onProgress: (progress: ExportProgress) => void,
): Promise<File> {
  const bytes: Blob[] = [];
  const isCsv = file.endsWith('.csv');
  const add = (piece: BlobPart) => bytes.push(new Blob([piece]));
  const writer = isCsv ? createCsvWriter(columns, add) : createSheetWriter(sheet, columns, add);
  let done = 0;
  for await (const { total, rows } of parts) {
    await writer.addRows(rows.map((row) => columns.map(({ value }) => value(row))));
    done += rows.length;
    // Rows added after the count are included, so the total is at least `done`.
    onProgress({ done, total: Math.max(done, total) });
  }
  await writer.finish();
  return new File(bytes, file, { type: isCsv ? 'text/csv' : SPREADSHEET });
}
