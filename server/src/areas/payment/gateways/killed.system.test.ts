/** Tests that killing workers in the middle of settlements loses no payment and charges none twice. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type KilledWorkers, openWorkers } from '#platform/testing/killed-workers.ts';
import { type Payments, openPayments, price } from './testing/payments.ts';

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
    const worker = workers.start();
    await expect.poll(() => calls, { timeout: 60_000, interval: 2 }).toBeGreaterThan(before);
    await sleep(pause);
    await workers.kill(worker);
    await workers.letTimePass();
  }
  const worker = workers.start();
  const ids = orders.map(({ orderId }) => orderId);
  const unpaid = () => payments.test.sql(`select from "order" where id = any($1) and status <> 'paid'`, [ids]);
  await expect.poll(unpaid, { timeout: 120_000 }).toEqual([]);
  await workers.kill(worker);
  for (const { orderId } of orders) {
    expect(await payments.chargesOf(orderId)).toMatchObject([{ amount: price, is_applied: true }]);
    expect(await payments.noticesOf(orderId)).toHaveLength(1);
  }
});
