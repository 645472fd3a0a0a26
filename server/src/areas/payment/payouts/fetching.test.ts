/** Tests the payouts that are fetched from Xendit, against the simulator. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fetchPayouts, getPayoutSource, listPayouts } from '#contract/payment/payouts.ts';
import { openJobPool } from '#platform/jobs/store.ts';
import { startWorker } from '#platform/jobs/worker.ts';
import { type Payments, openPayments, price } from '../gateways/testing/payments.ts';
import { fetchXendit } from './fetching.ts';
import { fetchPayouts as fetchJob } from './jobs.ts';
import { payoutRoutes } from './routes.ts';

let payments: Payments;
beforeAll(async () => {
  payments = await openPayments([payoutRoutes]);
});
afterAll(() => payments.close());

const work = (tenant: 'cyber' | 'data') => ({
  db: payments.test.database.tenant(tenant),
  config: payments.test.app.deps.config,
  signal: new AbortController().signal,
  tenant,
});
const rows = (query: string) => payments.test.sql(query);

it('keeps what Xendit settled once, with the fee of ours and the lines of other programs, and a later refund', async () => {
  const { simulator } = payments;
  const order = await payments.addLinked('cyber');
  const act = async (action: 'pay' | 'refund') => {
    await payments.deliver(simulator.act(order.reference, action)!);
    while ((await payments.work()) > 0);
  };
  await act('pay');
  // More than one page.
  for (let n = 0; n < 60; n += 1) {
    const foreign = {
      gateway: 'xendit',
      reference: `TOKO-${n}`,
      amount: 1000,
      until: Date.now(),
      refunds: [],
      channel: 'BCA',
    } as const;
    simulator.payments.set(foreign.reference, { ...foreign, id: randomUUID(), status: 'pay', paid: 1000, refunds: [] });
  }
  for (let time = 0; time < 2; time += 1) {
    await fetchXendit(work('cyber'), 10);
    expect(await rows(`select lines, gross::int, fees::int, orders, differing from payout`)).toEqual([
      { lines: 61, gross: price + 60_000, fees: 61 * 4440, orders: 1, differing: 0 },
    ]);
    expect(await rows(`select amount from payment where kind = 'fee'`)).toEqual([{ amount: -4440 }]);
  }
  await act('refund');
  await fetchXendit(work('cyber'), 10);
  expect(await rows(`select kind, state, gross from payout_line where kind = 'refund'`)).toEqual([
    { kind: 'refund', state: 'missing', gross: -price },
  ]);
  expect(await rows(`select differing from payout`)).toEqual([{ differing: 1 }]);
});

it('calls nobody without an account', async () => {
  await fetchXendit(work('data'), 10);
  expect(await rows(`select from payout where tenant = 'data'`)).toEqual([]);
});

it('changes nothing if Xendit does not answer, so that the job is retried', async () => {
  const before = await rows('select lines from payout');
  payments.simulator.fault = () => ({ fault: 'error' });
  await expect(fetchXendit(work('cyber'), 10)).rejects.toMatchObject({ statusCode: 503 });
  payments.simulator.fault = () => ({ fault: undefined });
  expect(await rows('select lines from payout')).toEqual(before);
});

it('fetches once when several people ask at once, and says why a fetch failed', async () => {
  const { test, simulator } = payments;
  const admin = await test.as('admin', 'cyber');
  const source = async () => (await admin.call(getPayoutSource, {})).body;
  const ask = async () => (await admin.call(fetchPayouts, { body: {} })).status;
  const before = (await admin.call(listPayouts, {})).body.totalItems;
  await test.sql('delete from outbox');
  expect(await source()).toEqual({ setUp: null, isFetching: false, failure: null });
  expect([await ask(), await ask()]).toEqual([202, 202]);
  expect(await test.sql(`select tenant from outbox where job = 'fetch-payouts'`)).toEqual([{ tenant: 'cyber' }]);
  expect(await source()).toMatchObject({ isFetching: true });
  simulator.fault = () => ({ fault: 'error' });
  const pool = openJobPool(() => test.workerUrl);
  const { config, storage } = test.app.deps;
  const services = { config, storage, store: test.jobs } as never;
  const log = { warn: () => undefined };
  const worker = startWorker({ database: test.database, pool, jobs: [fetchJob], services, log });
  try {
    await expect.poll(source, { timeout: 20_000 }).toMatchObject({ isFetching: true, failure: expect.any(String) });
    // While it waits for its next try, nobody starts another one.
    expect(await ask()).toBe(202);
    expect(await test.sql(`select from outbox where job = 'fetch-payouts'`)).toEqual([]);
    simulator.fault = () => ({ fault: undefined });
    await test.sql(`update pgboss.job set start_after = now() where name = 'fetch-payouts' and state = 'retry'`);
    await expect.poll(source, { timeout: 20_000 }).toEqual({ setUp: null, isFetching: false, failure: null });
    expect((await admin.call(listPayouts, {})).body.totalItems).toBe(before);
    const other = await test.as('admin', 'data');
    expect(await other.call(fetchPayouts, { body: {} })).toMatchObject({ status: 409 });
    expect((await other.call(getPayoutSource, {})).body.setUp).toContain('XENDIT_SECRET_KEY');
  } finally {
    await worker.close(1_000);
    await pool.end();
  }
});
