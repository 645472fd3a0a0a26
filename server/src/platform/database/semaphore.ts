/** Semaphore with a timeout. */

export class Semaphore {
  #free: number;
  readonly #patienceMs: number;
  readonly #waiting = new Set<() => void>();

  constructor(max: number, patienceMs: number) {
    this.#free = max;
    this.#patienceMs = patienceMs;
  }

  /** Runs `work` when a place is free. @throws Error if none was free in time. */
  async use<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait();
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      // Pass the place to the longest waiting caller.
      if (next) next();
      else this.#free += 1;
    }
  }

  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        this.#waiting.delete(begin);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(begin);
        reject(new Error('There was no place for a transaction in time'));
      }, this.#patienceMs);
      this.#waiting.add(begin);
    });
  }
}
