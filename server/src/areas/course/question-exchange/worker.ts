/** Worker thread that reads and writes files of questions one at a time, so that large files do not block the event loop. */
import { parentPort } from 'node:worker_threads';
import { HttpError } from '#platform/errors.ts';
import type { WorkerReply, WorkerTask } from './run-in-worker.ts';
import { previewOf, type FileFormat } from './service.ts';
import { writeCsv } from './csv.ts';
import type { StoredQuestion } from './read-result.ts';
import { writeGift } from './gift-writer.ts';
import { writeMoodle } from './moodle-writer.ts';
import { writeQti } from './qti-writer.ts';
import { rowsOf } from './sheet.ts';
import { writeXlsx } from './xlsx.ts';

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

async function answerTo(task: WorkerTask): Promise<WorkerReply> {
  try {
    return {
      result:
        'file' in task
          ? await previewOf(Buffer.from(task.file), task.kind)
          : encodeQuestions(task.format, task.questions),
    };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return { refusal: error.message };
  }
}

parentPort!.on('message', async (task: WorkerTask) => parentPort!.postMessage(await answerTo(task)));
