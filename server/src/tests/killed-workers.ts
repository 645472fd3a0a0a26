/** Workers that are killed while they work off a batch, for tests that it goes on. */
import { expect } from 'vitest';
import { getBatch } from '#contract/batch/endpoints.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { openWorkers } from '#platform/testing/killed-workers.ts';

export type KilledWorkers = Awaited<ReturnType<typeof killedWorkers>>;

export async function killedWorkers(test: TestApp) {
  const admin = await test.as('admin');
  const { start, kill, letTimePass, close } = await openWorkers(test);
  const read = async (id: string) => (await admin.call(getBatch, { params: { id } })).body;

  /** Kills a worker each time it has done some more records, and lets the last one finish. Returns the numbers at the kills. */
  async function finishWithKills(
    id: string,
    kills: number,
    workedOf: (batch: Awaited<ReturnType<typeof read>>) => number,
  ) {
    const seen: number[] = [];
    for (let n = 0; n < kills; n += 1) {
      const before = workedOf(await read(id));
      const worker = start();
      await expect.poll(async () => workedOf(await read(id)), { timeout: 60_000, interval: 5 }).toBeGreaterThan(before);
      await kill(worker);
      seen.push(workedOf(await read(id)));
      await letTimePass();
    }
    const last = start();
    await expect.poll(async () => (await read(id)).state, { timeout: 90_000 }).toBe('done');
    await kill(last);
    return seen;
  }

  return { read, finishWithKills, close };
}
