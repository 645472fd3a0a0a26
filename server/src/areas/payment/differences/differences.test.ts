/** Tests differences: each kind arises from a history, is listed with its evidence, mended by its action, and undone. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import fc from 'fast-check';
import { getBatch, undoBatch } from '#contract/batch/endpoints.ts';
import { batches } from '#contract/batch/starts.ts';
import type { CallInput } from '#contract/kernel/endpoint.ts';
import { checkDifferences, getDifference, listDifferences } from '#contract/payment/differences.ts';
import { listOrderRefunds } from '#contract/payment/refunds.ts';
import type { TestCaller } from '#platform/testing/app.ts';
import { batchRoutes } from '../../../services/batch/routes.ts';
import { type Payments, openPayments, price } from '../gateways/testing/payments.ts';
import { ledgerRoutes } from '../ledger/routes.ts';
import { differenceMarksBatch, differenceMendingBatch } from './batches.ts';
import { checkPaymentDifferences } from './jobs.ts';
import { differenceRoutes } from './routes.ts';
import { arisingIn, part } from './testing/arising.ts';

vi.setConfig({ testTimeout: 120_000 });

let payments: Payments;
let arising: ReturnType<typeof arisingIn>;
let admin: TestCaller;
beforeAll(async () => {
  const kinds = [differenceMendingBatch, differenceMarksBatch];
  payments = await openPayments([ledgerRoutes, differenceRoutes, batchRoutes(kinds)]);
  arising = arisingIn(payments);
  admin = await payments.test.as('admin');
});
afterAll(() => payments.close());
beforeEach(async () => {
  for (const table of ['payment_difference', 'bank_line', 'access_gap', '"order"', 'outbox', 'payment_check'])
    await payments.test.sql(`delete from ${table}`);
  // Refunds wait for a second person, so that they can be undone.
  await payments.test.sql('update brand_setting set refund_limit = 0');
  payments.simulator.payments.clear();
});

const check = (orderId?: string) =>
  checkPaymentDifferences.run({ db: payments.test.database.tenant('coding'), ids: { orderId } } as never);
type View = CallInput<typeof listDifferences>['query'];
const list = async (query: View = {}) =>
  (await admin.call(listDifferences, { query: { pageSize: 100, ...query } })).body.differences;
const idsOf = (rows: { differenceId: string }[]) => rows.map(({ differenceId }) => differenceId);
const mend = async (ids: string[], who = admin) =>
  (await who.call(batches.differenceMending.start, { query: {}, body: { ids, expected: ids.length, value: 'mended' } }))
    .body;
const mark = async (ids: string[], value: 'explained' | 'open', explanation?: string) =>
  admin.call(batches.differenceMarks.start, {
    query: {},
    body: { ids, expected: ids.length, value, ...(explanation && { explanation }) },
  });
const undo = async (batchId: string) => {
  await admin.call(undoBatch, { params: { id: batchId } });
  return (await admin.call(getBatch, { params: { id: batchId } })).body;
};
const statusOf = async (orderId: string) => (await payments.orderOf(orderId))?.['status'];
const heldOf = async (orderId: string) =>
  Number(
    (
      await payments.test.sql('select coalesce(sum(amount), 0)::int as held from payment where order_id = $1', [
        orderId,
      ])
    )[0]?.['held'],
  );
const waitingRefunds = async (orderId: string) =>
  (await admin.call(listOrderRefunds, { params: { id: orderId } })).body.refunds
    .filter(({ state }) => state !== 'cancelled')
    .map(({ amount }) => amount);

/** Difference that each history leaves, and how its order is once it is mended. */
const cases = [
  {
    way: 'paid-unpaid',
    kind: 'paid-unpaid',
    action: 'set-paid',
    amount: price,
    before: ['unpaid', 0],
    after: ['paid', price],
    refunds: [],
  },
  {
    way: 'paid-too-little',
    kind: 'amount-differs',
    action: 'record-part',
    amount: price - 1,
    before: ['unpaid', 0],
    after: ['unpaid', price - 1],
    refunds: [],
  },
  {
    way: 'paid-too-much',
    kind: 'amount-differs',
    action: 'set-paid',
    amount: price,
    before: ['unpaid', part],
    after: ['paid', price + part],
    refunds: [part],
  },
  {
    way: 'refunded-there',
    kind: 'refunded-there',
    action: 'record-refund',
    amount: price,
    before: ['paid', price],
    after: ['refunded', 0],
    refunds: [price],
  },
  {
    way: 'paid-after-cancellation',
    kind: 'money-without-order',
    action: 'ask-refund',
    amount: price,
    before: ['cancelled', 0],
    after: ['cancelled', price],
    refunds: [price],
  },
  {
    way: 'paid-twice',
    kind: 'money-without-order',
    action: 'ask-refund',
    amount: price,
    before: ['paid', price],
    after: ['paid', 2 * price],
    refunds: [price],
  },
  {
    way: 'part-of-an-expired-order',
    kind: 'money-without-order',
    action: 'ask-refund',
    amount: part,
    before: ['expired', part],
    after: ['expired', part],
    refunds: [part],
  },
  {
    way: 'no-access',
    kind: 'paid-no-access',
    action: 'give-access',
    amount: price,
    before: ['paid', price],
    after: ['paid', price],
    refunds: [],
  },
] as const;

describe.each(cases)('$way', ({ way, kind, action, amount, before, after, refunds }) => {
  it(`is “${kind}”, is mended once, and its undo brings it back`, async () => {
    const { orderId, reference } = await arising.arise(way);
    await check();
    const [row, ...others] = await list();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ kind, action, amount, state: 'open', order: { orderId } });
    expect([await statusOf(orderId), await heldOf(orderId)]).toEqual(before);
    const evidence = (await admin.call(getDifference, { params: { id: row!.differenceId } })).body;
    expect(evidence.links.map((link) => link.reference)).toEqual([reference]);
    expect(evidence.held).toBe(before[1]);

    const batch = await mend(idsOf([row!]));
    expect(batch).toMatchObject({ state: 'done', done: 1 });
    expect([await statusOf(orderId), await heldOf(orderId), await waitingRefunds(orderId)]).toEqual([
      ...after,
      refunds,
    ]);
    await check();
    expect(await list()).toEqual([]);
    expect(await list({ view: 'gone' })).toMatchObject([{ kind, mendedBy: expect.any(String) as string }]);
    expect((await mend(idsOf([row!]))).done).toBe(0);

    expect(await undo(batch.batchId)).toMatchObject({ undone: 1, kept: 0 });
    expect([await statusOf(orderId), await heldOf(orderId), await waitingRefunds(orderId)]).toEqual([...before, []]);
    expect(await list()).toMatchObject([{ differenceId: row!.differenceId, kind, action, amount, mendedBy: null }]);
    await check();
    expect(await list()).toHaveLength(1);
  });
});

it('lists money of a bank statement after some days, until it is matched or ignored', async () => {
  await arising.bankLine(1);
  const lineId = await arising.bankLine(5);
  await check();
  expect(await list()).toMatchObject([
    { kind: 'money-without-order', action: 'match', amount: 125_000, lineId, about: 'BUDI SANTOSO', order: null },
  ]);
  const [row] = await list({ search: 'budi' });
  expect((await admin.call(getDifference, { params: { id: row!.differenceId } })).body.line).toMatchObject({
    amount: 125_000,
  });
  expect(await mend(idsOf([row!]))).toMatchObject({ failed: 1 });
  await payments.test.sql(`update bank_line set state = 'ignored', reason = 'other' where id = $1`, [lineId]);
  expect(await list()).toEqual([]);
});

it('matches money of a bank statement with the one order that it pays, and takes that back', async () => {
  const { orderId } = await payments.addOrder('coding');
  await payments.test.sql(
    `update "order" set unique_code = 321, total_amount = 200321, user_name = 'Budi Santoso', created_at = now() - interval '6 days' where id = $1`,
    [orderId],
  );
  const lineId = await arising.bankLine(5, 200_321);
  await check();
  const batch = await mend(idsOf(await list()));
  expect(batch).toMatchObject({ done: 1 });
  expect([await statusOf(orderId), await heldOf(orderId), await list()]).toEqual(['paid', 200_321, []]);
  await check();
  expect(await list()).toEqual([]);
  expect(await undo(batch.batchId)).toMatchObject({ undone: 1 });
  expect([await statusOf(orderId), await heldOf(orderId)]).toEqual(['unpaid', 0]);
  await check();
  expect(await list()).toMatchObject([{ lineId, action: 'match' }]);
});

it('disappears by itself after its order changed, and stays as history', async () => {
  const { orderId } = await arising.arise('part-of-an-expired-order');
  await check();
  expect(await list()).toHaveLength(1);
  await payments.test.sql('delete from outbox');
  await payments.test.sql(`update "order" set status = 'unpaid' where id = $1`, [orderId]);
  const jobs = await payments.test.sql(`select ids from outbox where job = 'check-differences'`);
  expect(jobs).toEqual([{ ids: { orderId } }]);
  await check(orderId);
  expect(await list()).toEqual([]);
  expect(await list({ view: 'gone' })).toMatchObject([{ mendedBy: null }]);
});

it('is explained with a reason, and returns only when its facts change', async () => {
  const { orderId } = await arising.arise('part-of-an-expired-order');
  await check();
  const ids = idsOf(await list());
  expect(await mark(ids, 'explained')).toMatchObject({ status: 400 });
  const { body: batch } = await mark(ids, 'explained', 'Returned in cash');
  expect(batch).toMatchObject({ done: 1 });
  expect(await list()).toEqual([]);
  await check();
  expect(await list({ view: 'explained' })).toMatchObject([
    { explained: { reason: 'Returned in cash', by: expect.any(String) as string } },
  ]);
  expect(await mend(ids)).toMatchObject({ failed: 1 });
  await undo(batch.batchId);
  expect(await list()).toHaveLength(1);
  await mark(ids, 'explained', 'Returned in cash');
  await payments.test.sql(
    `insert into payment (tenant, order_id, kind, provider, method, amount) values ('coding', $1, 'charge', 'manual', 'Tunai', 1000)`,
    [orderId],
  );
  await check();
  expect(await list()).toMatchObject([{ amount: part + 1000, explained: null }]);
});

it('keeps a difference about access that was paid by another order since', async () => {
  const { orderId, userId } = await arising.arise('no-access');
  await check();
  const ids = idsOf(await list());
  await mark(ids, 'explained', 'Starts next year');
  const other = await payments.addLinked('coding');
  await payments.test.sql('update access_gap set order_id = $1 where user_id = $2', [other.orderId, userId]);
  const orderOf = () => payments.test.sql('select order_id, state from payment_difference where id = $1', [ids[0]]);
  await check(orderId);
  expect(await orderOf()).toEqual([{ order_id: orderId, state: 'explained' }]);
  await check(other.orderId);
  expect(await orderOf()).toEqual([{ order_id: other.orderId, state: 'explained' }]);
});

it('finds what a gateway tells right away, without a check', async () => {
  await arising.arise('paid-too-little');
  await arising.arise('refunded-there');
  expect((await list()).map(({ kind }) => kind).toSorted()).toEqual(['amount-differs', 'refunded-there']);
});

it('asks the gateways about old answers on demand, in jobs', async () => {
  const order = await payments.addLinked('coding');
  await payments.deliver(payments.simulator.act(order.reference, 'pay')!);
  await payments.work();
  payments.simulator.act(order.reference, 'refund');
  expect((await admin.call(checkDifferences, {})).status).toBe(200);
  expect((await admin.call(listDifferences, {})).body).toMatchObject({ isRunning: true, links: 0 });
  await payments.test.sql(`delete from outbox where job = 'settle-payment'`);
  await payments.test.sql(`update payment_link set answered_at = now() - interval '2 hours'`);
  await admin.call(checkDifferences, {});
  expect((await admin.call(listDifferences, {})).body).toMatchObject({ links: 1, waiting: 1, checkedAt: null });
  await payments.work();
  await check();
  expect((await admin.call(listDifferences, {})).body).toMatchObject({
    isRunning: false,
    waiting: 0,
    checkedAt: expect.any(String) as string,
    counts: { open: 1, 'refunded-there': 1 },
    differences: [{ kind: 'refunded-there' }],
  });
});

it('keeps a refund that is at the gateway when it is undone', async () => {
  await payments.test.sql('update brand_setting set refund_limit = 1000000');
  const { orderId } = await arising.arise('paid-twice');
  await check();
  const { batchId } = await mend(idsOf(await list()));
  expect(await undo(batchId)).toMatchObject({ undone: 0, kept: 1 });
  expect(await waitingRefunds(orderId)).toEqual([price]);
  await payments.work();
  await check();
  expect(await heldOf(orderId)).toBe(price);
  expect(await list()).toEqual([]);
});

it('shows nothing of another brand', async () => {
  await arising.arise('part-of-an-expired-order');
  await check();
  const other = await payments.test.as('admin', 'cyber');
  expect((await other.call(listDifferences, {})).body.differences).toEqual([]);
  const [row] = await list();
  expect((await other.call(getDifference, { params: { id: row!.differenceId } })).status).toBe(404);
});

it('names the buyer of what was paid in order tracking, by whom it is found', async () => {
  const { userId } = await arising.arise('no-access');
  await payments.test.sql(`update access_gap set order_id = null, document_id = 'd1'`);
  await payments.test.sql(`update "user" set name = 'Wulan Kartika' where id = $1`, [userId]);
  await check();
  expect(await list({ search: 'nobody' })).toEqual([]);
  const [row] = await list({ search: 'wulan' });
  expect(row).toMatchObject({ kind: 'paid-no-access', order: null, buyer: 'Wulan Kartika' });
  const { product } = (await admin.call(getDifference, { params: { id: row!.differenceId } })).body;
  expect(product).toMatchObject({ userId, isTracked: true });
});

it('leaves nothing to a second check after all was mended, and everything after the undo', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...arising.ways), { minLength: 1, maxLength: 6 }), async (ways) => {
      for (const table of ['payment_difference', 'access_gap', '"order"'])
        await payments.test.sql(`delete from ${table}`);
      for (const way of ways) await arising.arise(way);
      await check();
      const found = await list();
      expect(found).toHaveLength(ways.length);
      const facts = (rows: typeof found) =>
        rows
          .map(({ differenceId, kind, action, amount }) => ({ differenceId, kind, action, amount }))
          .toSorted((a, b) => (a.differenceId < b.differenceId ? -1 : 1));
      const batch = await mend(idsOf(found));
      expect(batch).toMatchObject({ done: ways.length, failed: 0 });
      await check();
      expect(await list()).toEqual([]);
      expect(await undo(batch.batchId)).toMatchObject({ undone: ways.length });
      await check();
      expect(facts(await list())).toEqual(facts(found));
    }),
    { numRuns: 12 },
  ));
