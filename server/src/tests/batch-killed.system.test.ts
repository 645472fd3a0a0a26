/** Tests that a batch of 10,000 whose worker is killed again and again changes each record once, forward and undone. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { getBatch, undoBatch } from '#contract/batch/endpoints.ts';
import { batches } from '#contract/batch/starts.ts';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { processEnvironment } from '#platform/testing/server-process.ts';
import { testJwtSecret } from '#platform/testing/template.ts';
import { testApp } from './app.ts';
import { addOrders } from './batch-work.ts';

// Killed processes take longer on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const records = 10_000;

let test: TestApp;
let admin: TestCaller;
let dataDir: string;
const workers = new Set<ChildProcess>();
beforeAll(async () => {
  test = await testApp();
  admin = await test.as('admin');
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-batch-'));
  await addOrders(test, records);
});
afterAll(async () => {
  for (const worker of workers) await kill(worker);
  await test.close();
  await rm(dataDir, { recursive: true });
});

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

it('a batch of 10,000 is resumed after each kill, and so is its undo', async () => {
  const { start } = batches.orderStatus;
  const { body } = await admin.call(start, { query: {}, body: { ids: null, expected: records, value: 'cancelled' } });
  const id = body.batchId;
  const atKills = await finishWithKills(id, 3, ({ done }) => done);
  expect(atKills.every((done) => done > 0 && done < records)).toBe(true);
  expect(await read(id)).toMatchObject({ state: 'done', done: records, pending: 0 });
  expect(await test.sql('select status, version, count(*)::int as n from "order" group by 1, 2')).toEqual([
    { status: 'cancelled', version: 2, n: records },
  ]);
  await admin.call(undoBatch, { params: { id } });
  await finishWithKills(id, 2, ({ undone }) => undone);
  expect(await read(id)).toMatchObject({ state: 'done', undone: records, kept: 0, done: 0 });
  expect(await test.sql('select status, version, count(*)::int as n from "order" group by 1, 2')).toEqual([
    { status: 'unpaid', version: 3, n: records },
  ]);
});
