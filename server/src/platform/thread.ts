/** Runs costly reading and writing of files in worker threads, with limits of time and memory. */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker, parentPort } from 'node:worker_threads';
import { HttpError, badRequest } from './errors.ts';

const longestMs = 10_000;
const limits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 64 };
/** Maximum number of concurrent threads, as each may use that memory, and of waiting requests. */
const maxConcurrent = 2;
const maxWaiting = 20;
let running = 0;
const waiting: (() => void)[] = [];

/** Message from the thread; `refusal`: message of a 400. */
interface Answer {
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

interface Idle {
  script: string;
  ending: NodeJS.Timeout;
}

/** Idle threads, reused because starting one takes longer than reading most files. */
const idle = new Map<Worker, Idle>();
const longestIdleMs = 10_000;

function startThread(script: string): Worker {
  const worker = new Worker(new URL(script), { resourceLimits: limits });
  worker.once('exit', () => idle.delete(worker));
  // A waiting request has its own listener; an error of an idle worker must not end the process.
  worker.on('error', () => undefined);
  return worker;
}

function takeThread(script: string): Worker {
  const [worker, resting] = [...idle].find(([, one]) => one.script === script) ?? [startThread(script)];
  clearTimeout(resting?.ending);
  idle.delete(worker);
  worker.ref();
  return worker;
}

function rest(worker: Worker, script: string): void {
  const end = () => {
    idle.delete(worker);
    void worker.terminate();
  };
  idle.set(worker, { script, ending: setTimeout(end, longestIdleMs).unref() });
  worker.unref();
}

/**
 * Answer of a thread's script ({@link answerTasks}) to a task.
 * @throws HttpError 400 for malicious or too expensive files; 503 when too many requests wait
 */
export async function runInThread(script: URL, task: unknown): Promise<unknown> {
  await takeTurn();
  const worker = takeThread(script.href);
  try {
    const { result, refusal } = await answerOf(worker, task);
    rest(worker, script.href);
    if (refusal !== undefined) throw badRequest(refusal);
    return result;
  } finally {
    if (!idle.has(worker)) await worker.terminate();
    endTurn();
  }
}

async function answerOf(worker: Worker, task: unknown): Promise<Answer> {
  const over = new AbortController();
  const { signal } = over;
  worker.postMessage(task);
  try {
    return await Promise.race([
      once(worker, 'message', { signal }).then(([answer]) => answer as Answer),
      once(worker, 'exit', { signal }).then(() => {
        throw new Error('The reader of files ended without an answer');
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

/** Makes this thread answer tasks one at a time; an HttpError refuses the task. */
export function answerTasks<Task>(answer: (task: Task) => Promise<unknown>): void {
  parentPort!.on('message', async (task: Task) => {
    try {
      parentPort!.postMessage({ result: await answer(task) } satisfies Answer);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      parentPort!.postMessage({ refusal: error.message } satisfies Answer);
    }
  });
}
