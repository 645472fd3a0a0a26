/** File of exported rows, which are read part by part. */
import { jakartaOffsetMs } from '#contract/kernel/days.ts';
import { tenant } from '#kit/api/tenant.ts';
import { type ExportProgress, type Sheet, sheetFile } from '#kit/spreadsheet/sheet-file.ts';

/** Tries per part before the export fails. */
const maxTries = 3;

interface Begun {
  exportId: string;
  total: number;
}

/** Call that reads a part of an export. */
export type ReadPart<Row> = (
  input: { params: { id: string }; body: { part: number } },
  options: { signal: AbortSignal },
) => Promise<{ rows: readonly Row[]; isLast: boolean }>;

export interface ExportWork {
  onProgress: (progress: ExportProgress) => void;
  signal: AbortSignal;
}

/** `2026-11-05 13:40` in Jakarta time; sorts as text. */
export const momentText = (at: string | null): string =>
  at === null ? '' : new Date(Date.parse(at) + jakartaOffsetMs).toISOString().slice(0, 16).replace('T', ' ');

async function tryPart<Row>(read: ReadPart<Row>, id: string, part: number, signal: AbortSignal) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await read({ params: { id }, body: { part } }, { signal });
    } catch (error) {
      if (signal.aborted || tries === maxTries) throw error;
    }
  }
}

async function* partsOf<Row>({ exportId, total }: Begun, read: ReadPart<Row>, signal: AbortSignal) {
  for (let part = 0, isLast = false; !isLast; part += 1) {
    const reply = await tryPart(read, exportId, part, signal);
    signal.throwIfAborted();
    isLast = reply.isLast;
    yield { total, rows: reply.rows };
  }
}

/** Reads all rows of an export into a file named by the sheet, the brand and the day. */
export function rowsFile<Row>(
  begun: Begun,
  read: ReadPart<Row>,
  { sheet, columns }: Omit<Sheet<Row>, 'file'>,
  { onProgress, signal }: ExportWork,
  format: 'xlsx' | 'csv' = 'xlsx',
): Promise<File> {
  const today = momentText(new Date().toISOString()).slice(0, 10);
  const file = `${sheet.toLowerCase()}-${tenant}-${today}.${format}`;
  return sheetFile({ file, sheet, columns }, partsOf(begun, read, signal), onProgress);
}
