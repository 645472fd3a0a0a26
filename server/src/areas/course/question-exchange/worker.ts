/** Worker thread that reads and writes files of questions one at a time, so that large files do not block the event loop. */
import { parentPort } from 'node:worker_threads';
import { HttpError } from '#platform/errors.ts';
import type { WorkerReply, WorkerTask } from './run-in-worker.ts';
import { encodeQuestions } from './files.ts';
import { previewOf } from './preview.ts';

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
