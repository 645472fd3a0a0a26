/** Tries again what PostgreSQL itself asks to be tried again: nothing of it was kept. */
import { setTimeout as sleep } from 'node:timers/promises';

/** SQLSTATEs: could not serialize access (also a replica that had to choose), deadlock detected. */
const passing = new Set(['40001', '40P01']);
const mostTries = 3;

/** `work` is one transaction, or one reading: it has no effect outside the database. */
export async function retrying<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === mostTries || !passing.has(String((error as { code?: unknown }).code))) throw error;
      // A random wait, so that the two do not meet again.
      await sleep(tries * 20 * Math.random());
    }
  }
}
