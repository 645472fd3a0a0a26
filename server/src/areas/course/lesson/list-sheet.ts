/** Thread that reads attendance lists from spreadsheets, so that large ones do not block the event loop. */
import { maxLines } from '#contract/course/attendance/cells.ts';
import { badRequest } from '#platform/errors.ts';
import { answerTasks } from '#platform/thread.ts';
import { isWorkbook, readSheet } from '#shared/spreadsheet/xlsx.ts';
import { BrokenXml } from '#shared/spreadsheet/xml.ts';
import { unzip } from '#shared/spreadsheet/zip.ts';

/** Rows beyond the limit of a list, which may be empty. */
const spareRows = 1000;
const maxCells = 200_000;

/** Rows that are not empty, with tabs between their cells. @throws HttpError 400 */
answerTasks(async (file: Uint8Array) => {
  try {
    const parts = await unzip(Buffer.from(file));
    if (!isWorkbook(parts)) throw badRequest('This is no spreadsheet (.xlsx)', 'file');
    return readSheet(parts, { rows: maxLines + spareRows, cells: maxCells }, 'shown')
      .map(({ cells }) => cells.map((cell) => cell.replaceAll(/\s+/g, ' ')).join('\t'))
      .filter((line) => line.trim() !== '')
      .join('\n');
  } catch (error) {
    if (error instanceof BrokenXml) throw badRequest(`This spreadsheet cannot be read: ${error.message}`, 'file');
    throw error;
  }
});
