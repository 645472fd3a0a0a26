/** Cells of a delimited text, as programs write and people paste it. Pure. */

/** Upper limit of lines; a longer list is not that of one class. */
export const maxLines = 5000;

const endsLine = (sign: string | undefined) => sign === undefined || sign === '\n' || sign === '\r';

/** Place behind the last quote of the quoted cell that begins here; undefined: its quote is a character like any other. */
function endOfQuoted(text: string, start: number, delimiter: string): number | undefined {
  let close = text.indexOf('"', start + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  const next = text[close + 1];
  return close >= 0 && (next === delimiter || endsLine(next)) ? close + 1 : undefined;
}

/**
 * Lines that are not blank as cells, up to one more than {@link maxLines}; a quoted cell may have delimiters, lines, and
 * quotes as `""`.
 */
export function cellsOf(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at <= text.length && rows.length <= maxLines; at += 1) {
    const start = at;
    const end = text[at] === '"' ? endOfQuoted(text, at, delimiter) : undefined;
    if (end === undefined) while (text[at] !== delimiter && !endsLine(text[at])) at += 1;
    else at = end;
    row.push(end === undefined ? text.slice(start, at) : text.slice(start + 1, end - 1).replaceAll('""', '"'));
    if (text[at] === delimiter) continue;
    if (row.some((cell) => cell.trim() !== '')) rows.push(row);
    row = [];
  }
  return rows;
}
