/** Tests that killing workers in the middle of refunds, with a slow gateway and doubled jobs, refunds each once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createRefund } from '#contract/payment/refunds.ts';
import { type KilledWorkers, openWorkers } from '#platform/testing/killed-workers.ts';
import { refundedOf } from '../gateways/testing/simulated-refunds.ts';
import { type Payments, openPayments } from '../gateways/testing/payments.ts';

// Starting and killing processes takes long on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

let payments: Payments;
let workers: KilledWorkers;
beforeAll(async () => {
  payments = await openPayments();
  workers = await openWorkers(payments.test, payments.midtrans);
});
afterAll(async () => {
  await payments.close();
  await workers.close();
});

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
    const worker = workers.start();
    await expect.poll(() => refunds, { timeout: 60_000, interval: 2 }).toBeGreaterThan(before);
    await sleep(pause);
    await workers.kill(worker);
    await workers.letTimePass();
  }
  payments.simulator.fault = () => ({ fault: undefined });
  await doubleJobs();
  const worker = workers.start();
  const open = () => payments.test.sql(`select from refund where state <> 'done'`);
  await expect.poll(open, { timeout: 120_000 }).toEqual([]);
  await workers.kill(worker);
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
