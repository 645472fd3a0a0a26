/** Several server processes behind one port: started, started again when they die, ended together. */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const isReady = 'ready';

/** True in a process that {@link startProcesses} has started. */
export const isChild = cluster.isWorker;

export interface Processes {
  /** Asks all to end as Ctrl-C does; who is there after `graceMs` is killed. */
  close(graceMs: number): Promise<void>;
}

/** A process that dies young is started again more slowly. */
const youngMs = 10_000;
const longestWaitMs = 10_000;

/**
 * Starts `count` processes of `file`, gives each `given`, and resolves when all have called {@link announce}. Rejects,
 * with none left, when the first one ends before it could: it has said why.
 */
export async function startProcesses(file: string, count: number, given: unknown): Promise<Processes> {
  cluster.setupPrimary({ exec: file, args: [] });
  const children = new Set<Worker>();
  let isEnding = false;

  async function startOne(): Promise<void> {
    const child = cluster.fork();
    children.add(child);
    child.once('exit', () => children.delete(child));
    child.send({ given });
    const [said] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as unknown[];
    if (said !== isReady) throw new Error('A server process could not start.');
    void keep(child);
  }

  async function keep(child: Worker): Promise<void> {
    const since = performance.now();
    await once(child, 'exit');
    for (
      let wait = performance.now() - since < youngMs ? 1_000 : 0;
      !isEnding;
      wait = Math.min(wait * 2 + 500, longestWaitMs)
    ) {
      await sleep(wait);
      if (isEnding) return;
      console.error(`Server process ${child.process.pid} ended; another is started.`);
      const isBack = await startOne().then(
        () => true,
        () => false,
      );
      if (isBack) return;
    }
  }

  // One first: whatever stops a start is said once.
  await startOne();
  await Promise.all(Array.from({ length: count - 1 }, startOne));
  return {
    async close(graceMs) {
      isEnding = true;
      const gone = Promise.all([...children].map((child) => once(child, 'exit')));
      for (const child of children) child.process.kill('SIGTERM');
      const isDone = await Promise.race([gone.then(() => true), sleep(graceMs, false, { ref: false })]);
      if (!isDone) for (const child of children) child.process.kill('SIGKILL');
      await gone;
    },
  };
}

/** In a child: what it was given. */
export async function givenByParent<Given>(): Promise<Given> {
  const [{ given }] = (await once(process, 'message')) as [{ given: Given }];
  return given;
}

/** In a child: says that it listens. */
export const announce = (): void => void process.send?.(isReady);
