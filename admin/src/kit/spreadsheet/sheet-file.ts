/** Rows that come in parts as the file of a spreadsheet, which is never whole in memory. */
import type { SheetColumn } from './xlsx-parts.ts';
import { createSheetWriter } from './xlsx-writer.ts';

const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export interface Sheet<Row> {
  /** Of the file, with its ending. */
  file: string;
  /** Of its one sheet. */
  sheet: string;
  columns: readonly (SheetColumn & { value: (row: Row) => string | number })[];
}

/** Some of the rows, and how many there are in all. */
export interface Part<Row> {
  total: number;
  rows: readonly Row[];
}

/** How far a file is: rows in it, of how many. */
export interface ExportProgress {
  done: number;
  total: number;
}

/**
 * The finished bytes are handed to Blobs as they come, which the browser may keep on disk: what stays in memory is a
 * part, however many there are.
 * @param onProgress told after each part
 * @throws RangeError beyond the rows a sheet can hold; whatever `parts` throws
 */
export async function sheetFile<Row>(
  { file, sheet, columns }: Sheet<Row>,
  parts: AsyncIterable<Part<Row>>,
  onProgress: (progress: ExportProgress) => void,
): Promise<File> {
  const bytes: Blob[] = [];
  const writer = createSheetWriter(sheet, columns, (piece) => bytes.push(new Blob([piece])));
  let done = 0;
  for await (const { total, rows } of parts) {
    await writer.addRows(rows.map((row) => columns.map(({ value }) => value(row))));
    done += rows.length;
    // What came in after the count is in it too: the total never falls behind.
    onProgress({ done, total: Math.max(done, total) });
  }
  await writer.finish();
  return new File(bytes, file, { type: SPREADSHEET });
}
