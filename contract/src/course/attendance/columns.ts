/** Columns of a pasted attendance list without headings: those that hold no names are marks. Pure. */
import { isNamePart } from './line.ts';

const isNumber = (cell: string) => /^\d+[.)]?$/.test(cell);

/** Whether cells number the lines of a list, below a heading or not. */
function areLineNumbers(cells: readonly string[]): boolean {
  const numbers = cells.slice(isNumber(cells[0]!) ? 0 : 1);
  return numbers.every((cell, at) => isNumber(cell) && Number.parseInt(cell) > Number.parseInt(numbers[at - 1] ?? '0'));
}

/** Whether cells may be marks. Beside e-mails, readers of lines take other cells for notes; only blank ones are lost. */
function areNotes(cells: readonly string[], at: number, hasEmails: boolean): boolean {
  if (cells.every((cell) => !cell || cell.includes('@')) || (at === 0 && areLineNumbers(cells))) return false;
  return hasEmails ? cells.some((cell) => !cell) || cells.every(isNumber) : !cells.every(isNamePart);
}

/**
 * Lines with the marks in brackets, "-" for a blank cell; undefined if there are no columns or no names. Commas may be
 * parts of names, so they make columns only where every line has the same number.
 */
export function linesOfColumns(rows: readonly (readonly string[])[], isComma: boolean): string[] | undefined {
  const width = Math.max(0, ...rows.map(({ length }) => length));
  if (rows.length < 2 || width < 2 || (isComma && rows.some(({ length }) => length < width))) return undefined;
  const cells = rows.map((row) => Array.from({ length: width }, (_, at) => row[at]?.trim() ?? ''));
  const hasEmails = cells.flat().some((cell) => cell.includes('@'));
  const notes = cells[0]!.map((_, at) =>
    areNotes(
      cells.map((row) => row[at]!),
      at,
      hasEmails,
    ),
  );
  if (notes.every(Boolean)) return undefined;
  return cells.map((row) => row.map((cell, at) => (notes[at] ? `(${cell || '-'})` : cell)).join(', '));
}
