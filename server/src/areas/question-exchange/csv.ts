/** Our spreadsheet as CSV: commas, or the semicolons and tabs that spreadsheets of other countries write. */
import { CsvError, parse } from 'csv-parse/sync';
import { type Found, fault } from './found.ts';
import { type Row, isHeader, readRows } from './sheet.ts';

const delimiters = [',', ';', '\t'] as const;

const firstLine = (text: string) => /^\s*([^\r\n]*)/.exec(text)?.[1] ?? '';
const delimiterOf = (text: string) =>
  delimiters.find((one) =>
    isHeader(
      firstLine(text)
        .split(one)
        .map((cell) => cell.trim().replace(/^"|"$/g, '')),
    ),
  );

export const isCsv = (text: string): boolean => delimiterOf(text) !== undefined;

/** Characters of a row; honest ones stay far below. */
const longestRow = 100_000;

export function readCsv(text: string, most: number): Found[] {
  try {
    const records = parse(text, {
      delimiter: delimiterOf(text) ?? ',',
      relaxColumnCount: true,
      skipEmptyLines: true,
      info: true,
      maxRecordSize: longestRow,
      // With the row of names; empty ones (`,,,`) are no questions.
      to: 2 * most,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return readRows(rowsOf(records), most);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number(/on line (\d+)|at line (\d+)/.exec(error.message)?.slice(1).find(Boolean) ?? 1);
    return [
      fault(line, 'This row cannot be read', 'Put a text with quotes in quotes, and write each quote in it twice'),
    ];
  }
}

/** A record is told by the line where it begins; the parser tells where it ends. */
function rowsOf(records: readonly { record: string[]; info: { lines: number } }[]): Row[] {
  return records.map(({ record, info }) => ({
    line: info.lines - record.join('').split('\n').length + 1,
    cells: record,
  }));
}

const quoted = (cell: string | number) => `"${String(cell).replaceAll('"', '""')}"`;

/** With the mark by which spreadsheets know UTF-8. */
export const writeCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('')}`;
