/** Tests the undo of batches as a three-way merge, and who may see and undo a batch. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { getBatch, listBatchRows, listBatches, undoBatch } from '#contract/batch/endpoints.ts';
import { batches } from '#contract/batch/starts.ts';
import { setOrderStatus } from '#contract/order/endpoints.ts';
import { type SetStatus, nextStatuses } from '#contract/order/rules.ts';
import { type OrderStatus, orderStatuses, orderStatusLabels } from '#contract/order/status.ts';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { testApp } from './app.ts';
import { addOrders, resultsOf } from './batch-work.ts';

let test: TestApp;
let admin: TestCaller;
let cs: TestCaller;
beforeAll(async () => {
  test = await testApp();
  admin = await test.as('admin');
  cs = await test.as('customer-service');
});
beforeEach(async () => {
  for (const table of ['"order"', 'batch']) await test.sql(`delete from ${table}`);
});
afterAll(() => test.close());

const cancelAll = async (ids: string[], by = cs, value: SetStatus = 'cancelled') =>
  (await by.call(batches.orderStatus.start, { query: {}, body: { ids, expected: ids.length, value } })).body;
const statusOf = async (id: string) =>
  (await test.sql('select status from "order" where id = $1', [id]))[0]?.['status'] as OrderStatus;

/** Deterministic random numbers below `limit`. */
function randomOf(seed: number) {
  let state = seed;
  return (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * limit);
  };
}

it.each([1, 2, 3])('reverts exactly the orders without later changes, run %i', async (seed) => {
  const random = randomOf(seed);
  const to = (['paid', 'cancelled', 'pending'] as const)[random(3)]!;
  const before = new Map<string, OrderStatus>();
  for (const status of orderStatuses) for (const id of await addOrders(test, 6, { status })) before.set(id, status);
  const batch = await cancelAll([...before.keys()], cs, to);
  const results = await resultsOf(cs, batch.batchId);
  const expected = new Map<string, { status: OrderStatus; state: string }>();
  for (const [id, was] of before) {
    const isSet = was !== to && nextStatuses[was].includes(to);
    expect(results.get(id)?.state).toBe(isSet ? 'done' : was === to ? 'skipped' : 'failed');
    // Half of the orders are changed since, some of them back to what they were.
    const next = [...nextStatuses[isSet ? to : was]][random(6)];
    if (next) await admin.call(setOrderStatus, { params: { id }, body: { status: next } });
    const now = next ?? (isSet ? to : was);
    const isBack = isSet && (now === to || now === was);
    expected.set(id, {
      status: isBack ? was : now,
      state: !isSet ? results.get(id)!.state : isBack ? 'undone' : 'kept',
    });
  }
  await cs.call(undoBatch, { params: { id: batch.batchId } });
  const after = await resultsOf(cs, batch.batchId);
  for (const [id, { status, state }] of expected)
    expect({ id, status: await statusOf(id), state: after.get(id)?.state }).toEqual({ id, status, state });
});

it('names who changed a kept record since, and leaves the other fields of an undone one', async () => {
  const [kept, other, deleted] = await addOrders(test, 3);
  const { batchId } = await cancelAll([kept!, other!, deleted!], cs, 'pending');
  await admin.call(setOrderStatus, { params: { id: kept! }, body: { status: 'paid' } });
  await test.sql(`update "order" set payment_method = 'tunai' where id = $1`, [other]);
  await test.sql('delete from "order" where id = $1', [deleted]);
  const { body } = await cs.call(undoBatch, { params: { id: batchId } });
  expect(body).toMatchObject({ undone: 1, kept: 2, done: 0, undoneBy: { id: cs.userId } });
  const results = await resultsOf(cs, batchId);
  expect(results.get(kept!)).toMatchObject({ state: 'kept', reason: 'Tester admin set it to Lunas since' });
  expect(results.get(deleted!)).toMatchObject({ state: 'kept', reason: 'It no longer exists' });
  expect(await test.sql('select status, payment_method from "order" where id = $1', [other])).toEqual([
    { status: 'unpaid', payment_method: 'tunai' },
  ]);
  expect((await cs.call(undoBatch, { params: { id: batchId } })).body).toMatchObject({
    message: 'Nothing is left to undo',
  });
});

it('is seen by the user who began it and by admins, with its rows by state and name', async () => {
  const [one] = await addOrders(test, 1);
  const [done] = await addOrders(test, 1, { status: 'cancelled' });
  const own = await cancelAll([one!, done!]);
  const others = await cancelAll(await addOrders(test, 1), admin);
  const seen = async (by: TestCaller, query = {}) =>
    (await by.call(listBatches, { query })).body.batches.map(({ batchId }) => batchId);
  expect(await seen(admin)).toEqual([others.batchId, own.batchId]);
  expect(await seen(admin, { search: 'CUSTOMER' })).toEqual([own.batchId]);
  expect(await seen(cs)).toEqual([own.batchId]);
  const params = { id: others.batchId };
  for (const entry of [getBatch, undoBatch]) expect((await cs.call(entry, { params })).status).toBe(404);
  expect((await cs.call(listBatchRows, { params, query: {} })).status).toBe(404);
  const rows = async (query: object) =>
    (await cs.call(listBatchRows, { params: { id: own.batchId }, query })).body.rows.map(({ recordId }) => recordId);
  expect(await rows({})).toEqual([done, one]);
  expect(await rows({ state: 'skipped' })).toEqual([done]);
  expect(await rows({ search: 'inv/' })).toHaveLength(2);
  expect(await rows({ search: 'nothing' })).toEqual([]);
  expect(orderStatusLabels[await statusOf(one!)]).toBe('Dibatalkan');
});
