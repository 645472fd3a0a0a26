/** Thread that reads attendance lists from spreadsheets, so that large ones do not block the event loop. */
import { maxLines } from '#contract/course/attendance/cells.ts';
import { answerTasks } from '#platform/thread.ts';
import { openWorkbook, readSheet } from '#shared/spreadsheet/xlsx.ts';

/** Rows beyond the limit of a list, which may be empty. */
const spareRows = 1000;
const maxCells = 200_000;

/** Rows that are not empty, with tabs between their cells. @throws HttpError 400 */
answerTasks(async (file: Uint8Array) => {
  const rows = await readSheet(
    await openWorkbook(Buffer.from(file)),
    { rows: maxLines + spareRows, cells: maxCells },
    'shown',
  );
  return rows
    .map(({ cells }) => cells.map((cell) => cell.replaceAll(/\s+/g, ' ')).join('\t'))
    .filter((line) => line.trim() !== '')
    .join('\n');
});
