/** Several server processes behind one port: started, restarted when they die, and stopped together. */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const isReady = 'ready';

/** Whether this process was started by {@link Processes}. */
export const isChild = cluster.isWorker;

/** A process that dies within this time is restarted with increasing delays. */
const youngMs = 10_000;
const longestWaitMs = 10_000;

export class Processes {
  readonly #children = new Set<Worker>();
  readonly #settings: unknown;
  readonly #onLoss: (pid: number | undefined) => void;
  #isEnding = false;

  /**
   * Each process runs `file` and receives `settings` ({@link settingsFromParent}); `onLoss` is called for each process that
   * dies, except during `close`.
   */
  constructor(file: string, settings: unknown, onLoss: (pid: number | undefined) => void) {
    cluster.setupPrimary({ exec: file, args: [] });
    this.#settings = settings;
    this.#onLoss = onLoss;
  }

  /** Resolves when `count` processes have called {@link announce}; rejects if one exits before, having logged why. */
  async start(count: number): Promise<void> {
    // Starts one first, so that an error is logged only once.
    await this.#startOne();
    await Promise.all(Array.from({ length: count - 1 }, () => this.#startOne()));
  }

  /** Sends SIGTERM to all, SIGINT when `hurry` aborts, and SIGKILL to those still running after `graceMs`. */
  async close(hurry: AbortSignal, graceMs: number): Promise<void> {
    this.#isEnding = true;
    const gone = Promise.all([...this.#children].map((child) => once(child, 'exit')));
    const send = (signal: NodeJS.Signals) => {
      for (const child of this.#children) child.process.kill(signal);
    };
    send(hurry.aborted ? 'SIGINT' : 'SIGTERM');
    hurry.addEventListener('abort', () => send('SIGINT'), { once: true });
    const isDone = await Promise.race([gone.then(() => true), sleep(graceMs, false, { ref: false })]);
    if (!isDone) send('SIGKILL');
    await gone;
  }

  async #startOne(): Promise<void> {
    const child = cluster.fork();
    this.#children.add(child);
    child.once('exit', () => this.#children.delete(child));
    child.send({ settings: this.#settings });
    const [message] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as unknown[];
    if (message !== isReady) throw new Error('A server process could not start.');
    void this.#keep(child);
  }

  async #keep(child: Worker): Promise<void> {
    const since = performance.now();
    await once(child, 'exit');
    if (this.#isEnding) return;
    this.#onLoss(child.process.pid);
    await this.#startAgain(performance.now() - since < youngMs ? 1_000 : 0);
  }

  async #startAgain(wait: number): Promise<void> {
    await sleep(wait);
    if (this.#isEnding) return;
    await this.#startOne().catch(() => this.#startAgain(Math.min(wait * 2 + 500, longestWaitMs)));
  }
}

/** Settings that the parent passed to this child process. */
export async function settingsFromParent<Settings>(): Promise<Settings> {
  const [{ settings }] = (await once(process, 'message')) as [{ settings: Settings }];
  return settings;
}

/** Reports to the parent that this child process is listening. */
export const announce = (): void => void process.send?.(isReady);
