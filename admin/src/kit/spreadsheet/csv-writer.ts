/** Writes CSV row by row; a text that a spreadsheet would compute is kept as a text. */
import type { SheetColumn } from './xlsx-parts.ts';
import type { SheetWriter } from './xlsx-writer.ts';

/** First characters that spreadsheets take for a formula: OWASP's list for CSV injection. */
const looksLikeAFormula = /^[=+\-@\t\r]/;

/** A text in quotes, with an apostrophe where it would be a formula. */
const quoted = (value: string | number): string =>
  typeof value === 'number'
    ? String(value)
    : `"${(looksLikeAFormula.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

const line = (values: readonly (string | number)[]): string => `${values.map(quoted).join(',')}\r\n`;

/** Begins with a byte order mark, by which spreadsheets recognise UTF-8. */
export function createCsvWriter(columns: readonly SheetColumn[], onBytes: (bytes: BlobPart) => void): SheetWriter {
  onBytes(`\uFEFF${line(columns.map(({ header }) => header))}`);
  return {
    addRows: async (rows) => onBytes(rows.map(line).join('')),
    finish: async () => undefined,
  };
}
