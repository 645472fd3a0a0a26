/** Retries of transactions that PostgreSQL rolled back for retriable reasons. */
import { setTimeout as sleep } from 'node:timers/promises';
import { columnsChanged } from './prepared.ts';

/** Upper limit of attempts by SQLSTATE: serialization failure (also a conflict on a replica), deadlock. */
const maxTries: Readonly<Record<string, number>> = {
  '40001': 3,
  '40P01': 3,
  // Every connection of the pool may have it prepared, and only notices by its own failure.
  [columnsChanged]: 12,
};

/** Runs `work` with retries; it must be one transaction or one read, without other side effects. */
export async function retrying<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries >= (maxTries[String((error as { code?: unknown }).code)] ?? 1)) throw error;
      // Random delay, so that the transactions do not collide again.
      await sleep(tries * 20 * Math.random());
    }
  }
}
