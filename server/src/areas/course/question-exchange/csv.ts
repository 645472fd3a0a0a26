/** Spreadsheet format as CSV, separated by commas, semicolons or tabs. */
import { CsvError, parse } from 'csv-parse/sync';
import { type ReadResult, fault } from './read-result.ts';
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

/** Maximum number of characters of a row, far above real ones. */
const longestRow = 100_000;

export function readCsv(text: string, max: number): ReadResult[] {
  try {
    // csv-parse's types do not know the option `info`.
    const records = parse(text, {
      delimiter: delimiterOf(text) ?? ',',
      relaxColumnCount: true,
      skipEmptyLines: true,
      info: true,
      maxRecordSize: longestRow,
      // Leaves room for the header and for empty rows (`,,,`).
      to: 2 * max,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return readRows(rowsOf(records), max);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number(/on line (\d+)|at line (\d+)/.exec(error.message)?.slice(1).find(Boolean) ?? 1);
    return [
      fault(line, 'This row cannot be read', 'Put a text with quotes in quotes, and write each quote in it twice'),
    ];
  }
}

/** Rows with their first lines; the parser reports the last line of a record. */
function rowsOf(records: readonly { record: string[]; info: { lines: number } }[]): Row[] {
  return records.map(({ record, info }) => ({
    line: info.lines - record.join('').split('\n').length + 1,
    cells: record,
  }));
}

const quoted = (cell: string | number) => `"${String(cell).replaceAll('"', '""')}"`;

/** CSV with a byte order mark, by which spreadsheets recognize UTF-8. */
export const writeCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('')}`;
