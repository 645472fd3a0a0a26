/** Spreadsheet format of questions as CSV. */
import { BrokenCsv, delimiters, firstCells, readCsvRows } from '#shared/spreadsheet/csv.ts';
import { type ReadResult, fault } from './read-result.ts';
import { isHeader, readRows } from './sheet.ts';

const delimiterOf = (text: string) => delimiters.find((one) => isHeader(firstCells(text, one)));

export const isCsv = (text: string): boolean => delimiterOf(text) !== undefined;

export function readCsv(text: string, max: number): ReadResult[] {
  try {
    // Leaves room for the header and for empty rows (`,,,`).
    return readRows(readCsvRows(text, delimiterOf(text) ?? ',', 2 * max), max);
  } catch (error) {
    if (!(error instanceof BrokenCsv)) throw error;
    return [fault(error.line, error.message, 'Put a text with quotes in quotes, and write each quote in it twice')];
  }
}
