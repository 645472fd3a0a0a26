/** Tests that a batch of 10,000 whose worker is killed again and again changes each record once, forward and undone. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { undoBatch } from '#contract/batch/endpoints.ts';
import { batches } from '#contract/batch/starts.ts';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { testApp } from './app.ts';
import { addOrders } from './batch-work.ts';
import { type KilledWorkers, killedWorkers } from './killed-workers.ts';

// Killed processes take longer on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const records = 10_000;

let test: TestApp;
let admin: TestCaller;
let workers: KilledWorkers;
beforeAll(async () => {
  test = await testApp();
  admin = await test.as('admin');
  workers = await killedWorkers(test);
  await addOrders(test, records);
});
afterAll(async () => {
  await workers.close();
  await test.close();
});

it('a batch of 10,000 is resumed after each kill, and so is its undo', async () => {
  const { start } = batches.orderStatus;
  const { body } = await admin.call(start, { query: {}, body: { ids: null, expected: records, value: 'cancelled' } });
  const id = body.batchId;
  const atKills = await workers.finishWithKills(id, 3, ({ done }) => done);
  expect(atKills.every((done) => done > 0 && done < records)).toBe(true);
  expect(await workers.read(id)).toMatchObject({ state: 'done', done: records, pending: 0 });
  expect(await test.sql('select status, version, count(*)::int as n from "order" group by 1, 2')).toEqual([
    { status: 'cancelled', version: 2, n: records },
  ]);
  await admin.call(undoBatch, { params: { id } });
  await workers.finishWithKills(id, 2, ({ undone }) => undone);
  expect(await workers.read(id)).toMatchObject({ state: 'done', undone: records, kept: 0, done: 0 });
  expect(await test.sql('select status, version, count(*)::int as n from "order" group by 1, 2')).toEqual([
    { status: 'unpaid', version: 3, n: records },
  ]);
});
