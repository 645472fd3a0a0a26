/** Thread that reads and writes files of questions one at a time, so that large files do not block the event loop. */
import { answerTasks } from '#platform/thread.ts';
import { writeCsv } from '#shared/spreadsheet/csv.ts';
import { writeXlsx } from '#shared/spreadsheet/xlsx.ts';
import type { WorkerTask } from './run-in-worker.ts';
import { previewOf, type FileFormat } from './service.ts';
import type { StoredQuestion } from './read-result.ts';
import { writeGift } from './gift-writer.ts';
import { writeMoodle } from './moodle-writer.ts';
import { writeQti } from './qti-writer.ts';
import { rowsOf } from './sheet.ts';

const writers: Readonly<Record<FileFormat, (questions: readonly StoredQuestion[]) => string | Uint8Array>> = {
  gift: writeGift,
  moodle: writeMoodle,
  qti3: writeQti,
  xlsx: (questions) => writeXlsx(rowsOf(questions)),
  csv: (questions) => writeCsv(rowsOf(questions)),
};

/** File of questions in base64. */
const encodeQuestions = (format: FileFormat, questions: readonly StoredQuestion[]): string =>
  Buffer.from(writers[format](questions) as string).toString('base64');

answerTasks(async (task: WorkerTask) =>
  'file' in task ? previewOf(Buffer.from(task.file), task.kind) : encodeQuestions(task.format, task.questions),
);
