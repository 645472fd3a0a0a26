/** Several server processes behind one port: started, started again when they die, ended together. */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const isReady = 'ready';

/** True in a process that {@link Processes} has started. */
export const isChild = cluster.isWorker;

/** A process that dies young is started again more slowly, up to this. */
const youngMs = 10_000;
const longestWaitMs = 10_000;

export class Processes {
  readonly #children = new Set<Worker>();
  readonly #given: unknown;
  readonly #onLoss: (pid: number | undefined) => void;
  #isEnding = false;

  /** Each process runs `file` and is `given` this ({@link givenByParent}); `onLoss` hears of each that dies. */
  constructor(file: string, given: unknown, onLoss: (pid: number | undefined) => void) {
    cluster.setupPrimary({ exec: file, args: [] });
    this.#given = given;
    this.#onLoss = onLoss;
  }

  /** Resolves when `count` have called {@link announce}; rejects when one ends before it could: it has said why. */
  async start(count: number): Promise<void> {
    // One first: whatever stops a start is said once.
    await this.#startOne();
    await Promise.all(Array.from({ length: count - 1 }, () => this.#startOne()));
  }

  /** Asks all to end as Ctrl-C does; who is there after `graceMs` is killed. */
  async close(graceMs: number): Promise<void> {
    this.#isEnding = true;
    const gone = Promise.all([...this.#children].map((child) => once(child, 'exit')));
    for (const child of this.#children) child.process.kill('SIGTERM');
    const isDone = await Promise.race([gone.then(() => true), sleep(graceMs, false, { ref: false })]);
    if (!isDone) for (const child of this.#children) child.process.kill('SIGKILL');
    await gone;
  }

  async #startOne(): Promise<void> {
    const child = cluster.fork();
    this.#children.add(child);
    child.once('exit', () => this.#children.delete(child));
    child.send({ given: this.#given });
    const [said] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as unknown[];
    if (said !== isReady) throw new Error('A server process could not start.');
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

/** In a child: what it was given. */
export async function givenByParent<Given>(): Promise<Given> {
  const [{ given }] = (await once(process, 'message')) as [{ given: Given }];
  return given;
}

/** In a child: says that it listens. */
export const announce = (): void => void process.send?.(isReady);
