/** Tests that killing workers in the middle of settlements loses no payment and charges none twice. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { processEnvironment } from '#platform/testing/server-process.ts';
import { testJwtSecret } from '#platform/testing/template.ts';
import { type Payments, openPayments, price } from './testing/payments.ts';

// Starting and killing processes takes long on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

let payments: Payments;
let dataDir: string;
beforeAll(async () => {
  payments = await openPayments();
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-settling-'));
});
afterAll(async () => {
  await payments.close();
  await rm(dataDir, { recursive: true });
});

const startWorker = () =>
  spawn(process.execPath, [join(import.meta.dirname, '../../../worker.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...processEnvironment,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'fatal',
      JWT_SECRET: testJwtSecret,
      DATABASE_URL: payments.test.ownerUrl,
      PAYMENT_ENDPOINT: payments.simulator.url,
      PAYMENT_CODING_MIDTRANS_SERVER_KEY: 'midtrans-key',
    },
  });

async function kill(worker: ChildProcess): Promise<void> {
  const exited = once(worker, 'exit');
  worker.kill('SIGKILL');
  await exited;
}

/** Makes the queue notice the dead worker now, and retry its jobs now. */
async function letTimePass(): Promise<void> {
  await payments.test.sql(`update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`);
  await payments.test.sql('update pgboss.job set retry_delay = 1, retry_delay_max = 1');
  await payments.test.sql(`update pgboss.job set start_after = now() where state = 'retry'`);
}

it('pays each of 40 orders once, with one charge, when workers are killed while they settle', async () => {
  const orders = await Promise.all(Array.from({ length: 40 }, () => payments.addLinked('coding')));
  for (const { reference } of orders) await payments.deliver(payments.simulator.act(reference, 'pay')!);
  let calls = 0;
  payments.simulator.fault = () => {
    calls += 1;
    return { fault: undefined };
  };
  for (const pause of [0, 5, 15]) {
    const before = calls;
    const worker = startWorker();
    await expect.poll(() => calls, { timeout: 60_000, interval: 2 }).toBeGreaterThan(before);
    await sleep(pause);
    await kill(worker);
    await letTimePass();
  }
  const worker = startWorker();
  const ids = orders.map(({ orderId }) => orderId);
  const unpaid = () => payments.test.sql(`select from "order" where id = any($1) and status <> 'paid'`, [ids]);
  await expect.poll(unpaid, { timeout: 120_000 }).toEqual([]);
  await kill(worker);
  for (const { orderId } of orders) {
    expect(await payments.chargesOf(orderId)).toMatchObject([{ amount: price, is_applied: true }]);
    expect(await payments.noticesOf(orderId)).toHaveLength(1);
  }
});
