/** Workers that are killed while they work off a batch, for tests that it goes on. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { getBatch } from '#contract/batch/endpoints.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { processEnvironment } from '#platform/testing/server-process.ts';
import { testJwtSecret } from '#platform/testing/template.ts';

export type KilledWorkers = Awaited<ReturnType<typeof killedWorkers>>;

export async function killedWorkers(test: TestApp) {
  const admin = await test.as('admin');
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-batch-'));
  const workers = new Set<ChildProcess>();

  function startWorker(): ChildProcess {
    const worker = spawn(process.execPath, [join(import.meta.dirname, '../worker.ts')], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...processEnvironment,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'fatal',
        JWT_SECRET: testJwtSecret,
        DATABASE_URL: test.ownerUrl,
      },
    });
    workers.add(worker);
    return worker;
  }

  async function kill(worker: ChildProcess): Promise<void> {
    workers.delete(worker);
    if (worker.exitCode !== null || worker.signalCode !== null) return;
    const exited = once(worker, 'exit');
    worker.kill('SIGKILL');
    await exited;
  }

  /** Makes the queue notice the dead worker now, and retry its job now. */
  async function letTimePass(): Promise<void> {
    await test.sql(`update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`);
    await test.sql('update pgboss.job set retry_delay = 1, retry_delay_max = 1');
    await test.sql(`update pgboss.job set start_after = now() where state = 'retry'`);
  }

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
      const worker = startWorker();
      await expect.poll(async () => workedOf(await read(id)), { timeout: 60_000, interval: 5 }).toBeGreaterThan(before);
      await kill(worker);
      seen.push(workedOf(await read(id)));
      await letTimePass();
    }
    const last = startWorker();
    await expect.poll(async () => (await read(id)).state, { timeout: 90_000 }).toBe('done');
    await kill(last);
    return seen;
  }

  return {
    read,
    finishWithKills,
    close: async () => {
      for (const worker of workers) await kill(worker);
      await rm(dataDir, { recursive: true });
    },
  };
}
