/** CSV, separated by commas, semicolons or tabs: reads rows with their lines, and writes rows. */
import { CsvError, parse } from 'csv-parse/sync';

export interface Row {
  /** Line of a text, or row of a sheet, from 1. */
  line: number;
  cells: readonly string[];
}

export const delimiters = [',', ';', '\t'] as const;
export type Delimiter = (typeof delimiters)[number];

/** First row that is not empty, divided by a delimiter. */
export const firstCells = (text: string, delimiter: Delimiter): string[] =>
  (/^\s*([^\r\n]*)/.exec(text)?.[1] ?? '').split(delimiter).map((cell) => cell.trim().replace(/^"|"$/g, ''));

/** Maximum number of characters of a row, far above real ones. */
const longestRow = 100_000;

/** Row that cannot be parsed. */
export class BrokenCsv extends Error {
  readonly line: number;
  constructor(line: number) {
    super('This row cannot be read');
    this.line = line;
  }
}

/** Up to `max` rows that are not empty. @throws BrokenCsv */
export function readCsvRows(text: string, delimiter: Delimiter, max: number): Row[] {
  try {
    // csv-parse's types do not know the option `info`.
    const records = parse(text, {
      delimiter,
      relaxColumnCount: true,
      skipEmptyLines: true,
      info: true,
      maxRecordSize: longestRow,
      to: max,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    // The parser reports the last line of a record.
    return records.map(({ record, info }) => ({
      line: info.lines - record.join('').split('\n').length + 1,
      cells: record,
    }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new BrokenCsv(Number(/on line (\d+)|at line (\d+)/.exec(error.message)?.slice(1).find(Boolean) ?? 1));
  }
}

const quoted = (cell: string | number) => `"${String(cell).replaceAll('"', '""')}"`;

/** CSV with a byte order mark, by which spreadsheets recognize UTF-8. */
export const writeCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('')}`;
