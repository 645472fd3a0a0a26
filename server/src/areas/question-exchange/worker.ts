/** Worker thread that reads and writes files of questions one at a time, so that large files do not block the event loop. */
import { parentPort } from 'node:worker_threads';
import { HttpError } from '#platform/errors.ts';
import type { Answer, Task } from './apart.ts';
import { writtenAs } from './files.ts';
import { previewOf } from './preview.ts';

async function answerTo(task: Task): Promise<Answer> {
  try {
    return {
      result:
        'file' in task ? await previewOf(Buffer.from(task.file), task.kind) : writtenAs(task.format, task.questions),
    };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return { refusal: error.message };
  }
}

parentPort!.on('message', async (task: Task) => parentPort!.postMessage(await answerTo(task)));
