/** Tries again what PostgreSQL itself asks to be tried again: nothing of it was kept. */
import { setTimeout as sleep } from 'node:timers/promises';
import { columnsChanged } from './statement.ts';

/** By SQLSTATE: could not serialize access (also a replica that had to choose), deadlock detected. */
const mostTries: Readonly<Record<string, number>> = {
  '40001': 3,
  '40P01': 3,
  // Each connection of a pool may have prepared it before, and learns by its own failure.
  [columnsChanged]: 12,
};

/** `work` is one transaction, or one reading: it has no effect outside the database. */
export async function retrying<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries >= (mostTries[String((error as { code?: unknown }).code)] ?? 1)) throw error;
      // A random wait, so that the two do not meet again.
      await sleep(tries * 20 * Math.random());
    }
  }
}
