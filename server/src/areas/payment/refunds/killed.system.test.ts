/** Tests that killing workers in the middle of refunds, with a slow gateway and doubled jobs, refunds each once. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createRefund } from '#contract/payment/refunds.ts';
import { processEnvironment } from '#platform/testing/server-process.ts';
import { testJwtSecret } from '#platform/testing/template.ts';
import { refundedOf } from '../gateways/testing/simulated-refunds.ts';
import { type Payments, openPayments } from '../gateways/testing/payments.ts';

// Starting and killing processes takes long on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

let payments: Payments;
let dataDir: string;
beforeAll(async () => {
  payments = await openPayments();
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-refunds-'));
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
  await payments.test.sql('update refund set next_check_at = now() where next_check_at is not null');
}

/** Enqueues a second job for each refund that is under way. */
const doubleJobs = () =>
  payments.test.sql(`insert into outbox (tenant, job, ids)
    select tenant, 'refund-at-gateway', jsonb_build_object('refundId', id) from refund where state = 'at-gateway'`);

it('refunds each of 30 orders once, as the gateway has it, when workers are killed while they refund', async () => {
  const orders = await Promise.all(Array.from({ length: 30 }, () => payments.addPaid('coding')));
  const caller = await payments.test.as('customer-service');
  for (const [n, { orderId }] of orders.entries())
    await caller.call(createRefund, {
      params: { id: orderId },
      body: { reason: 'Moved', ...(n % 2 && { amount: 30_000 }) },
    });
  let refunds = 0;
  // Each third refund happens, and its answer is lost.
  payments.simulator.fault = (path) => {
    if (!path.endsWith('/refund')) return { fault: undefined };
    refunds += 1;
    return { fault: refunds % 3 === 0 ? 'hang-up' : undefined, after: true };
  };
  for (const pause of [0, 5, 15]) {
    const before = refunds;
    await doubleJobs();
    const worker = startWorker();
    await expect.poll(() => refunds, { timeout: 60_000, interval: 2 }).toBeGreaterThan(before);
    await sleep(pause);
    await kill(worker);
    await letTimePass();
  }
  payments.simulator.fault = () => ({ fault: undefined });
  await doubleJobs();
  const worker = startWorker();
  const open = () => payments.test.sql(`select from refund where state <> 'done'`);
  await expect.poll(open, { timeout: 120_000 }).toEqual([]);
  await kill(worker);
  for (const { orderId, reference } of orders) {
    const payment = payments.simulator.payments.get(reference)!;
    expect(payment.refunds).toHaveLength(1);
    expect(
      await payments.test.sql(
        `select -amount as amount, status from payment join "order" on "order".id = order_id where order_id = $1 and kind = 'refund'`,
        [orderId],
      ),
    ).toEqual([{ amount: refundedOf(payment), status: refundedOf(payment) === payment.paid ? 'refunded' : 'paid' }]);
  }
});
