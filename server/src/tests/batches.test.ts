/** Tests changing many records at once, by the status of orders: results, the job, cancelling, undo, and who may. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cancelBatch, getBatch, listBatches, maxInstant, undoBatch } from '#contract/batch/endpoints.ts';
import { batches } from '#contract/batch/starts.ts';
import type { CallInput } from '#contract/kernel/endpoint.ts';
import { setOrderStatus } from '#contract/order/endpoints.ts';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { testApp } from './app.ts';
import { abortedAfter, addOrders, resultsOf, runOnce, takeWaiting } from './batch-work.ts';

let test: TestApp;
let admin: TestCaller;
let cs: TestCaller;
beforeAll(async () => {
  test = await testApp();
  admin = await test.as('admin');
  cs = await test.as('customer-service');
});
beforeEach(async () => {
  for (const table of ['"order"', 'outbox', 'batch']) await test.sql(`delete from ${table}`);
});
afterAll(() => test.close());

const { count, start } = batches.orderStatus;
type Body = CallInput<typeof start>['body'];
type Status = Body['value'];
const begin = (body: Partial<Body> & { value: Status }, query = {}, by = cs) =>
  by.call(start, { query, body: { ids: null, expected: body.ids?.length ?? 0, ...body } });
const begun = async (...call: Parameters<typeof begin>) => {
  const { status, body } = await begin(...call);
  expect([status, body]).toMatchObject([201, {}]);
  return body;
};
const read = async (id: string, by = cs) => (await by.call(getBatch, { params: { id } })).body;
const undo = (id: string, by = cs) => by.call(undoBatch, { params: { id } });
const set = (id: string, status: Status, by = admin) => by.call(setOrderStatus, { params: { id }, body: { status } });
const orders = async () =>
  Object.fromEntries((await test.sql('select id, status from "order"')).map(({ id, status }) => [id, status]));
const many = maxInstant + 1;

describe('chosen orders', () => {
  it('are changed with the call, each with its result, in the name of the caller', async () => {
    const [one] = await addOrders(test, 1);
    const [already] = await addOrders(test, 1, { status: 'cancelled' });
    const [refunded] = await addOrders(test, 1, { status: 'refunded' });
    const ids = [one!, already!, refunded!];
    const batch = await begun({ ids, value: 'cancelled' });
    expect(batch).toMatchObject({
      title: 'Set the status to Dibatalkan',
      state: 'done',
      isAll: false,
      total: 3,
      pending: 0,
      done: 1,
      skipped: 1,
      failed: 1,
      user: { id: cs.userId },
    });
    const results = await resultsOf(cs, batch.batchId);
    expect(ids.map((id) => results.get(id))).toEqual([
      { state: 'done', before: 'Belum Dibayar', after: 'Dibatalkan', reason: null },
      { state: 'skipped', before: 'Dibatalkan', after: null, reason: 'Already Dibatalkan' },
      {
        state: 'failed',
        before: 'Dikembalikan',
        after: null,
        reason: 'An order that is Dikembalikan cannot become Dibatalkan',
      },
    ]);
    expect(
      await test.sql(`select actor_name, before, after from audit where record_id = $1 and action = 'update'`, [one]),
    ).toEqual([
      { actor_name: 'Tester customer-service', before: { status: 'unpaid' }, after: { status: 'cancelled' } },
    ]);
    expect(await takeWaiting(test)).toEqual([]);
  });

  it('that are paid open their courses; undone, the access is gone and nothing is paid', async () => {
    const member = await addRecord(test.sql, 'user', 'coding', { role: 'member' });
    const [full, free] = [
      await addRecord(test.sql, 'course', 'coding', { capacity: 1 }),
      await addRecord(test.sql, 'course', 'coding'),
    ];
    await test.sql('insert into course_user (tenant, course_id, user_id) values ($1, $2, $3)', [
      'coding',
      full,
      await addRecord(test.sql, 'user', 'coding', { role: 'member' }),
    ]);
    const order = async (course: string) => {
      const id = await addRecord(test.sql, 'order', 'coding', { user_id: member, status: 'unpaid' });
      await test.sql(
        `insert into order_item (tenant, order_id, line, product_type, product_id, product_name, price, discount_amount)
          values ('coding', $1, 1, 'courses', $2, 'Kursus', 1, 0)`,
        [id, course],
      );
      return id;
    };
    const [waits, opened] = [await order(full), await order(free)];
    const { batchId, done, failed } = await begun({ ids: [waits, opened], value: 'paid' });
    expect({ done, failed }).toEqual({ done: 2, failed: 0 });
    const waiting = () => test.sql('select left_as from course_waiting where order_id = $1', [waits]);
    expect(await waiting()).toEqual([{ left_as: null }]);
    const members = () => test.sql('select course_id from course_user where user_id = $1', [member]);
    expect(await members()).toEqual([{ course_id: free }]);
    expect((await undo(batchId)).body).toMatchObject({ state: 'done', isUndo: true, done: 0, undone: 2, kept: 0 });
    expect([await members(), await waiting()]).toEqual([[], [{ left_as: 'refunded' }]]);
    expect(await test.sql('select status, paid_at from "order" where id = $1', [opened])).toEqual([
      { status: 'unpaid', paid_at: null },
    ]);
  });

  it('whose refund is undone have their subscription with its days and their time of payment again', async () => {
    const member = await addRecord(test.sql, 'user', 'coding', { role: 'member' });
    const plan = await addRecord(test.sql, 'plan', 'coding');
    const paidAt = new Date('2026-03-04T05:06:07Z');
    const id = await addRecord(test.sql, 'order', 'coding', { user_id: member, status: 'paid', paid_at: paidAt });
    await test.sql(
      `insert into order_item (tenant, order_id, line, product_type, product_id, product_name, price, discount_amount, is_opened)
        values ('coding', $1, 1, 'subscriptions', $2, 'Paket', 1, 0, true)`,
      [id, plan],
    );
    const days = { user_id: member, plan_id: plan, order_id: id, start_date: '2026-03-04', end_date: '2096-03-03' };
    const subscription = await addRecord(test.sql, 'subscription', 'coding', days);
    const held = () =>
      test.sql('select id, cancelled_at is null as is_valid from subscription where user_id = $1', [member]);
    const { batchId } = await begun({ ids: [id], value: 'refunded' });
    expect(await held()).toEqual([{ id: subscription, is_valid: false }]);
    await undo(batchId);
    expect(await held()).toEqual([{ id: subscription, is_valid: true }]);
    expect(await test.sql('select status, paid_at from "order" where id = $1', [id])).toEqual([
      { status: 'paid', paid_at: paidAt },
    ]);
  });
});

describe('all that match', () => {
  it('are held: an order that matches later is not changed, and one that matches no longer is', async () => {
    const held = await addOrders(test, many);
    await addOrders(test, 1, { status: 'pending' });
    expect((await cs.call(count, { query: { status: 'unpaid' } })).body).toEqual({ total: many });
    const batch = await begun({ value: 'paid', expected: many }, { status: 'unpaid' });
    expect(batch).toMatchObject({ state: 'running', isAll: true, total: many, pending: many, done: 0 });
    const [later] = await addOrders(test, 1);
    await set(held[0]!, 'pending');
    expect(await takeWaiting(test)).toEqual([batch.batchId]);
    await runOnce(test, batch.batchId);
    expect(await read(batch.batchId)).toMatchObject({ state: 'done', pending: 0, done: many });
    const now = await orders();
    expect(held.filter((id) => now[id] !== 'paid')).toEqual([]);
    expect(now[later!]).toBe('unpaid');
  });

  it('returns 409 with the number that match by now, and holds nothing', async () => {
    await addOrders(test, 3);
    const { status, body } = await begin({ value: 'paid', expected: 2 }, { status: 'unpaid' });
    expect([status, body]).toMatchObject([409, { message: '3 orders match by now, instead of 2' }]);
    expect(await begin({ value: 'paid' }, { status: 'failed' })).toMatchObject({ status: 409 });
    expect(await test.sql('select from batch')).toEqual([]);
  });

  it('are of this brand alone', async () => {
    const [other] = await addOrders(test, 1, { tenant: 'cyber' });
    const [own] = await addOrders(test, 1);
    expect((await begin({ ids: [other!], value: 'cancelled' })).status).toBe(400);
    const { batchId } = await begun({ value: 'cancelled', expected: 1 });
    expect(await orders()).toEqual({ [other!]: 'unpaid', [own!]: 'cancelled' });
    const stranger = await test.as('admin', 'cyber');
    for (const entry of [getBatch, undoBatch, cancelBatch])
      expect((await stranger.call(entry, { params: { id: batchId } })).status).toBe(404);
    expect((await stranger.call(listBatches, { query: {} })).body.totalItems).toBe(0);
  });
});

describe('the job', () => {
  it('goes on after it was interrupted, and changes each order once however often it runs', async () => {
    await addOrders(test, 1100);
    const { batchId } = await begun({ value: 'cancelled', expected: 1100 });
    await expect(runOnce(test, batchId, { signal: abortedAfter(1) })).rejects.toThrow('The process ends');
    expect(await read(batchId)).toMatchObject({ state: 'running', done: 1000, pending: 100 });
    await Promise.all([runOnce(test, batchId), runOnce(test, batchId)]);
    await runOnce(test, batchId);
    expect(await read(batchId)).toMatchObject({ state: 'done', done: 1100, pending: 0 });
    expect(await test.sql('select distinct status, version from "order"')).toEqual([
      { status: 'cancelled', version: 2 },
    ]);
  });

  it('that fails for good leaves a failed batch, which a retry finishes', async () => {
    await addOrders(test, many);
    const { batchId } = await begun({ value: 'cancelled', expected: many });
    await test.sql('alter table voucher_redemption rename to away');
    try {
      await expect(runOnce(test, batchId, { isLastTry: true })).rejects.toThrow('voucher_redemption');
    } finally {
      await test.sql('alter table away rename to voucher_redemption');
    }
    expect(await read(batchId)).toMatchObject({
      state: 'failed',
      pending: many,
      error: expect.stringMatching('voucher_redemption'),
    });
    await runOnce(test, batchId);
    expect(await read(batchId)).toMatchObject({ state: 'done', done: many, error: null });
  });

  it('stops where it was cancelled; what it did can be undone', async () => {
    await addOrders(test, 1100);
    const { batchId } = await begun({ value: 'cancelled', expected: 1100 });
    await runOnce(test, batchId, { signal: abortedAfter(1) }).catch(() => undefined);
    expect((await cs.call(cancelBatch, { params: { id: batchId } })).body).toMatchObject({
      state: 'cancelled',
      done: 1000,
    });
    await runOnce(test, batchId);
    expect(await read(batchId)).toMatchObject({ state: 'cancelled', done: 1000, pending: 100 });
    expect((await cs.call(cancelBatch, { params: { id: batchId } })).status).toBe(409);
    await undo(batchId);
    expect(await takeWaiting(test)).toHaveLength(2);
    await runOnce(test, batchId);
    expect(await read(batchId)).toMatchObject({ state: 'done', isUndo: true, undone: 1000, done: 0, pending: 100 });
    expect(new Set(Object.values(await orders()))).toEqual(new Set(['unpaid']));
  });
});
