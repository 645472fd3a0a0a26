/** Reads and writes files of questions in a worker thread, with limits of time and memory. */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { ImportPreview } from '#contract/course/question-exchange/endpoints.ts';
import type { QuizType } from '#contract/course/quiz/endpoints.ts';
import { HttpError, badRequest } from '#platform/errors.ts';
import type { FileFormat } from './service.ts';
import type { StoredQuestion } from './read-result.ts';

const longestMs = 10_000;
const limits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 64 };
/** Maximum number of concurrent threads, as each may use that memory, and of waiting requests. */
const maxConcurrent = 2;
const maxWaiting = 20;
let running = 0;
const waiting: (() => void)[] = [];

export type WorkerTask =
  | { kind: QuizType; file: Uint8Array }
  | { format: FileFormat; questions: readonly StoredQuestion[] };
/** Message from the worker; `refusal`: message of a 400. */
export interface WorkerReply {
  result?: unknown;
  refusal?: string;
}

const tooHard = () => badRequest('This file takes too long, or too much memory, to be read; divide it');

async function takeTurn(): Promise<void> {
  if (waiting.length >= maxWaiting) throw new HttpError(503, 'Other files are being read; try again in a few seconds');
  if (running >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
}

/** Passes the slot to the next waiting request, if any. */
function endTurn(): void {
  const next = waiting.shift();
  if (next) next();
  else running -= 1;
}

/** Idle threads, reused because starting one takes longer than reading most files. */
const idle = new Map<Worker, NodeJS.Timeout>();
const longestIdleMs = 10_000;

function startThread(): Worker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { resourceLimits: limits });
  worker.once('exit', () => idle.delete(worker));
  // A waiting request has its own listener; an error of an idle worker must not end the process.
  worker.on('error', () => undefined);
  return worker;
}

function takeThread(): Worker {
  const [[worker, ending] = [startThread(), undefined]] = idle;
  clearTimeout(ending);
  idle.delete(worker);
  worker.ref();
  return worker;
}

function rest(worker: Worker): void {
  const end = () => {
    idle.delete(worker);
    void worker.terminate();
  };
  idle.set(worker, setTimeout(end, longestIdleMs).unref());
  worker.unref();
}

async function runInWorker(task: WorkerTask): Promise<unknown> {
  await takeTurn();
  const worker = takeThread();
  try {
    const { result, refusal } = await answerOf(worker, task);
    rest(worker);
    if (refusal !== undefined) throw badRequest(refusal);
    return result;
  } finally {
    if (!idle.has(worker)) await worker.terminate();
    endTurn();
  }
}

async function answerOf(worker: Worker, task: WorkerTask): Promise<WorkerReply> {
  const over = new AbortController();
  const { signal } = over;
  worker.postMessage(task);
  try {
    return await Promise.race([
      once(worker, 'message', { signal }).then(([answer]) => answer as WorkerReply),
      once(worker, 'exit', { signal }).then(() => {
        throw new Error('The reader of questions ended without an answer');
      }),
      delay(longestMs, undefined, { signal }).then(() => {
        throw tooHard();
      }),
    ]);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooHard() : error;
  } finally {
    over.abort();
  }
}

/** Preview of a file. @throws HttpError 400 for malicious or too expensive files; 503 when too many requests wait */
export const previewInWorker = async (file: Uint8Array, kind: QuizType): Promise<ImportPreview> =>
  (await runInWorker({ kind, file: new Uint8Array(file) })) as ImportPreview;

/** File of questions in base64. */
export const encodeInWorker = async (format: FileFormat, questions: readonly StoredQuestion[]): Promise<string> =>
  (await runInWorker({ format, questions })) as string;
