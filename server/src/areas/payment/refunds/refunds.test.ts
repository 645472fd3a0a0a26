/** Tests refunds over HTTP and the gateways' protocols: who decides, when money counts as gone, and what follows. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CallInput, Tenant } from '#contract/kernel/endpoint.ts';
import {
  approveRefund,
  createRefund,
  listOrderRefunds,
  listRefunds,
  markTransferred,
  rejectRefund,
  retryRefund,
  setRefundAccount,
} from '#contract/payment/refunds.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { refundedOf } from '../gateways/testing/simulated-refunds.ts';
import { type Payments, openPayments, price } from '../gateways/testing/payments.ts';

vi.setConfig({ testTimeout: 60_000 });

let payments: Payments;
beforeAll(async () => {
  payments = await openPayments();
});
afterAll(() => payments.close());
afterEach(async () => {
  payments.simulator.fault = () => ({ fault: undefined });
  payments.simulator.refundState = 'SUCCEEDED';
  await payments.test.sql('update brand_setting set refund_limit = 1000000');
  await payments.test.sql('delete from outbox');
});

type RefundBody = Partial<NonNullable<CallInput<typeof createRefund>['body']>>;
const staff = (tenant: Tenant) => payments.test.as('customer-service', tenant);
const ask = async (tenant: Tenant, orderId: string, body: RefundBody = {}) =>
  (await staff(tenant)).call(createRefund, {
    params: { id: orderId },
    body: { reason: 'The class was moved', ...body },
  });
const read = async (tenant: Tenant, orderId: string) =>
  (await (await staff(tenant)).call(listOrderRefunds, { params: { id: orderId } })).body;
const refundsInLedger = (orderId: string) =>
  payments.test.sql(
    `select amount, provider, method, reference from payment where order_id = $1 and kind = 'refund' order by id`,
    [orderId],
  );
const statusOf = async (orderId: string) => (await payments.orderOf(orderId))!['status'];
const limit = (amount: number) => payments.test.sql('update brand_setting set refund_limit = $1', [amount]);

/** Order of one course that was paid by bank transfer, beside any gateway. */
async function addTransferred() {
  const order = await payments.addOrder('coding');
  await payments.test.sql(
    `update "order" set status = 'paid', paid_at = now(), payment_provider = 'manual', payment_method = 'Transfer Bank' where id = $1`,
    [order.orderId],
  );
  await payments.test.sql(
    `insert into payment (tenant, order_id, kind, provider, method, amount) values ('coding', $1, 'charge', 'manual', 'Transfer Bank', $2)`,
    [order.orderId, price],
  );
  return order;
}

describe.each([
  ['midtrans', 'coding', 'QRIS'],
  ['xendit', 'cyber', 'DANA'],
] as [gateway: string, tenant: Tenant, method: string][])('at %s', (gateway, tenant, method) => {
  it('refunds all of an order, and writes the ledger once the gateway has paid back', async () => {
    const one = await payments.addPaid(tenant);
    expect(await read(tenant, one.orderId)).toMatchObject({
      refundable: price,
      gateway: { name: gateway, most: price },
    });
    expect(await ask(tenant, one.orderId)).toMatchObject({ status: 201, body: { status: 'at-gateway' } });
    expect(await refundsInLedger(one.orderId)).toEqual([]);
    expect(await statusOf(one.orderId)).toBe('paid');
    await payments.work();
    expect(refundedOf(payments.simulator.payments.get(one.reference)!)).toBe(price);
    const entries = [{ amount: -price, provider: gateway, method, reference: expect.any(String) as string }];
    expect(await refundsInLedger(one.orderId)).toEqual(entries);
    expect(await statusOf(one.orderId)).toBe('refunded');
    expect(await payments.hasCourse(one)).toBe(false);
    const { refunds, refundable } = await read(tenant, one.orderId);
    expect(refunds).toMatchObject([{ state: 'done', doneAt: expect.any(String) as string, gateway }]);
    expect(refundable).toBe(0);
  });

  it('leaves an order paid, with access, of which a part is refunded', async () => {
    const one = await payments.addPaid(tenant);
    await ask(tenant, one.orderId, { amount: 50_000, removeAccess: false });
    await payments.work();
    expect(await statusOf(one.orderId)).toBe('paid');
    expect(await payments.hasCourse(one)).toBe(true);
    await ask(tenant, one.orderId, { amount: price - 50_000 });
    await payments.work();
    expect(await statusOf(one.orderId)).toBe('refunded');
    expect((await refundsInLedger(one.orderId)).map(({ amount }) => amount)).toEqual([-50_000, 50_000 - price]);
  });

  it('refunds once when answers are lost, jobs are doubled, and the gateway fails', async () => {
    const one = await payments.addPaid(tenant);
    const { refundId } = (await ask(tenant, one.orderId, { amount: 70_000 })).body;
    for (const fault of ['hang-up', 'error'] as const) {
      // The refund happens, and its answer is lost; then the gateway does not answer at all.
      payments.simulator.fault = (path) => ({
        fault: fault === 'error' || path.includes('refund') ? fault : undefined,
        after: true,
      });
      await payments.work();
      expect(await refundsInLedger(one.orderId)).toEqual([]);
    }
    payments.simulator.fault = () => ({ fault: undefined });
    await payments.test.sql(
      `insert into outbox (tenant, job, ids) select $1, 'refund-at-gateway', $2 from generate_series(1, 4)`,
      [tenant, { refundId }],
    );
    await Promise.all([payments.work(), payments.work(), payments.work()]);
    await payments.checkRefunded(tenant);
    expect(payments.simulator.payments.get(one.reference)!.refunds).toHaveLength(1);
    expect(await refundsInLedger(one.orderId)).toHaveLength(1);
  });

  it('asks again about a refund that is pending', async () => {
    const one = await payments.addPaid(tenant);
    payments.simulator.refundState = 'PENDING';
    await ask(tenant, one.orderId);
    await payments.work();
    expect((await read(tenant, one.orderId)).refunds).toMatchObject([{ state: 'at-gateway' }]);
    const [refund] = payments.simulator.payments.get(one.reference)!.refunds;
    refund!.status = 'SUCCEEDED';
    await payments.checkRefunded(tenant);
    expect((await read(tenant, one.orderId)).refunds).toMatchObject([{ state: 'done' }]);
    expect(payments.simulator.payments.get(one.reference)!.refunds).toHaveLength(1);
  });

  it('keeps the reason of a refusal, tries again, or pays by transfer instead', async () => {
    const one = await payments.addPaid(tenant);
    payments.simulator.refundState = 'FAILED';
    const { refundId } = (await ask(tenant, one.orderId)).body;
    await payments.work();
    const failed = (await read(tenant, one.orderId)).refunds;
    expect(failed).toMatchObject([
      { state: 'failed', failure: expect.stringMatching(/denied|REFUND_FAILED/) as string },
    ]);
    expect(await refundsInLedger(one.orderId)).toEqual([]);
    const retry = { params: { id: refundId } };
    const caller = await staff(tenant);
    expect((await caller.call(retryRefund, { ...retry, body: {} })).body).toEqual({ refundId, status: 'at-gateway' });
    expect((await caller.call(retryRefund, { ...retry, body: {} })).status).toBe(409);
    await payments.work();
    const byTransfer = await caller.call(retryRefund, { ...retry, body: { byTransfer: true } });
    expect(byTransfer.body).toEqual({ refundId, status: 'to-transfer' });
    await (
      await payments.test.as('admin', tenant)
    ).call(markTransferred, { body: { ids: [refundId], reference: 'BCA-1' } });
    expect(await refundsInLedger(one.orderId)).toEqual([
      { amount: -price, provider: 'manual', method: 'Transfer Bank', reference: 'BCA-1' },
    ]);
    expect(await statusOf(one.orderId)).toBe('refunded');
  });

  it('gives one refund when two people ask for all at once', async () => {
    const one = await payments.addPaid(tenant);
    const answers = await Promise.all([ask(tenant, one.orderId), ask(tenant, one.orderId), ask(tenant, one.orderId)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  });

  it('refuses another status while the gateway pays back', async () => {
    const one = await payments.addPaid(tenant);
    await ask(tenant, one.orderId, { amount: 10_000 });
    const { applyStatus } = await import('#shared/order/status.ts');
    const db = payments.test.database.tenant(tenant);
    await expect(db.transaction().execute((tx) => applyStatus(tx, one.orderId, 'refunded'))).rejects.toThrow(
      'The gateway is paying a refund of this order back',
    );
  });
});

describe('a way', () => {
  it('is a bank transfer for a virtual account, with the reason', async () => {
    const one = await payments.addLinked('cyber');
    await payments.deliver(payments.simulator.act(one.reference, 'pay')!);
    await payments.work();
    expect(await read('cyber', one.orderId)).toMatchObject({
      gateway: null,
      transferBecause: 'Xendit does not pay BCA Virtual Account back.',
    });
    expect((await ask('cyber', one.orderId)).body).toMatchObject({ status: 'to-transfer' });
  });

  it('is a bank transfer once the window of the method is over', async () => {
    const one = await payments.addPaid('coding');
    await payments.test.sql(`update payment set at = now() - interval '8 days' where order_id = $1`, [one.orderId]);
    const { gateway, transferBecause } = await read('coding', one.orderId);
    expect([gateway, transferBecause]).toEqual([null, expect.stringMatching(/^Midtrans paid QRIS back until 20/)]);
  });

  it('is a bank transfer if somebody wants it', async () => {
    const one = await payments.addPaid('coding');
    expect((await ask('coding', one.orderId, { byTransfer: true })).body).toMatchObject({ status: 'to-transfer' });
  });
});

describe('approval', () => {
  it('is needed above the limit, counting earlier refunds of the order', async () => {
    await limit(100_000);
    const { orderId } = await payments.addPaid('coding');
    expect((await ask('coding', orderId, { amount: 60_000 })).body.status).toBe('at-gateway');
    await payments.work();
    expect((await ask('coding', orderId, { amount: 60_000 })).body.status).toBe('to-approve');
    expect(await payments.work()).toBe(0);
  });

  it('is given by another admin than the one who asked, and by nobody else', async () => {
    await limit(0);
    const { orderId } = await payments.addPaid('coding');
    const admin = await payments.test.as('admin');
    const body = { reason: 'Moved' };
    const { refundId } = (await admin.call(createRefund, { params: { id: orderId }, body })).body;
    const input = { params: { id: refundId } };
    expect((await (await staff('coding')).call(approveRefund, input)).status).toBe(403);
    expect(await admin.call(approveRefund, input)).toMatchObject({
      status: 409,
      problem: { message: 'You asked for this refund yourself: a second person approves it' },
    });
    const other = await payments.test.as('superadmin');
    const answers = await Promise.all([other.call(approveRefund, input), other.call(approveRefund, input)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await payments.work();
    expect((await read('coding', orderId)).refunds).toMatchObject([
      { state: 'done', decidedBy: { userId: other.userId }, askedBy: { userId: admin.userId } },
    ]);
  });

  it('is refused with a reason; the order has its money again', async () => {
    await limit(0);
    const { orderId } = await payments.addPaid('coding');
    const { refundId } = (await ask('coding', orderId)).body;
    expect((await ask('coding', orderId)).status).toBe(409);
    const admin = await payments.test.as('admin');
    const input = { params: { id: refundId }, body: { note: 'Outside the terms' } };
    expect((await admin.call(rejectRefund, input)).body).toEqual({ refundId, status: 'rejected' });
    expect((await admin.call(rejectRefund, input)).status).toBe(409);
    expect(await read('coding', orderId)).toMatchObject({
      refundable: price,
      refunds: [{ state: 'rejected', failure: 'Outside the terms' }],
    });
  });

  it('is withdrawn by customer service only for their own', async () => {
    await limit(0);
    const { orderId } = await payments.addPaid('coding');
    const admin = await payments.test.as('admin');
    const theirs = await admin.call(createRefund, { params: { id: orderId }, body: { amount: 1000, reason: 'Moved' } });
    const own = await ask('coding', orderId, { amount: 1000 });
    const end = async (id: string) =>
      (await staff('coding')).call(rejectRefund, { params: { id }, body: { note: 'A mistake' } });
    expect((await end(theirs.body.refundId)).status).toBe(403);
    expect((await end(own.body.refundId)).body.status).toBe('cancelled');
  });
});

describe('a bank transfer', () => {
  it('is marked for several at once, all or none', async () => {
    const orders = [await addTransferred(), await addTransferred(), await addTransferred()];
    const ids: string[] = [];
    for (const { orderId } of orders) ids.push((await ask('coding', orderId)).body.refundId);
    const admin = await payments.test.as('admin');
    await admin.call(rejectRefund, { params: { id: ids[2]! }, body: { note: 'Wrong order' } });
    const mark = (some: string[]) => admin.call(markTransferred, { body: { ids: some, reference: 'BATCH-7' } });
    expect((await mark(ids)).status).toBe(409);
    expect(await refundsInLedger(orders[0]!.orderId)).toEqual([]);
    expect((await mark(ids.slice(0, 2))).body).toEqual({ changed: 2 });
    for (const { orderId } of orders.slice(0, 2)) {
      expect(await refundsInLedger(orderId)).toMatchObject([{ amount: -price, reference: 'BATCH-7' }]);
      expect(await statusOf(orderId)).toBe('refunded');
    }
    expect((await mark(ids.slice(0, 1))).status).toBe(409);
  });

  it('keeps the account of the buyer, which can be added later', async () => {
    const { orderId } = await addTransferred();
    const { refundId } = (await ask('coding', orderId)).body;
    const account = { bank: 'BCA', accountNumber: '123 456 7890', accountName: 'Ani Lestari' };
    const caller = await staff('coding');
    expect((await caller.call(setRefundAccount, { params: { id: refundId }, body: account })).status).toBe(200);
    const listed = (await caller.call(listRefunds, { query: { view: 'to-transfer', pageSize: 100 } })).body;
    expect(listed.refunds.find((one) => one.refundId === refundId)).toMatchObject(account);
    expect(listed.counts['to-transfer']).toBe(listed.totalItems);
  });

  it('is cancelled when somebody sets the status by hand: the money went back otherwise', async () => {
    const { orderId } = await addTransferred();
    await ask('coding', orderId, { amount: 10_000 });
    const { applyStatus } = await import('#shared/order/status.ts');
    await payments.test.database
      .tenant('coding')
      .transaction()
      .execute((tx) => applyStatus(tx, orderId, 'refunded'));
    expect((await read('coding', orderId)).refunds).toMatchObject([{ state: 'cancelled' }]);
    expect(await refundsInLedger(orderId)).toMatchObject([{ amount: -price }]);
  });
});

describe('items', () => {
  /** Paid order of two courses for 150,000 and 50,000, both open. */
  async function addTwo() {
    const order = await payments.addPaid('coding');
    const other = await addRecord(payments.test.sql, 'course', 'coding', { price: 50_000, is_published: true });
    await payments.test.sql('update order_item set price = 150000 where order_id = $1', [order.orderId]);
    await payments.test.sql(
      `insert into order_item (tenant, order_id, line, product_type, product_id, product_name, price, is_opened)
        values ('coding', $1, 2, 'courses', $2, 'Belajar SQL', 50000, true)`,
      [order.orderId, other],
    );
    await payments.test.sql(`insert into course_user (tenant, course_id, user_id) values ('coding', $1, $2)`, [
      other,
      order.userId,
    ]);
    return { ...order, other };
  }

  it('are refunded whole, and lose their access alone', async () => {
    const { orderId, userId, courseId, other } = await addTwo();
    await ask('coding', orderId, { items: [{ productId: other }] });
    await payments.work();
    expect(await payments.hasCourse({ userId, courseId: other })).toBe(false);
    expect(await payments.hasCourse({ userId, courseId })).toBe(true);
    expect(await statusOf(orderId)).toBe('paid');
    expect(await read('coding', orderId)).toMatchObject({
      items: [{ left: 150_000 }, { left: 0 }],
      refunds: [{ amount: 50_000, items: [{ productName: 'Belajar SQL', amount: 50_000 }] }],
    });
  });

  it('are refunded in part, and not beyond what is left of them', async () => {
    const { orderId, courseId, other } = await addTwo();
    const part = (productId: string, amount: number) => ask('coding', orderId, { items: [{ productId, amount }] });
    expect((await part(other, 50_001)).status).toBe(409);
    expect((await part(other, 20_000)).status).toBe(201);
    expect((await part(other, 30_001)).status).toBe(409);
    expect((await ask('coding', orderId, { items: [{ productId: courseId }, { productId: courseId }] })).status).toBe(
      400,
    );
    expect((await ask('coding', orderId, { items: [{ productId: courseId }], amount: 1 })).status).toBe(400);
    await ask('coding', orderId, { amount: 90_000 });
    expect((await read('coding', orderId)).items.map(({ left }) => left)).toEqual([75_000, 15_000]);
  });
});

describe('money above the total', () => {
  /** Paid order that got 20,000 a second time. */
  async function addOverpaid() {
    const order = await payments.addPaid('coding');
    await payments.test.sql(
      `insert into payment (tenant, order_id, kind, provider, method, amount) values ('coding', $1, 'charge', 'manual', 'Tunai', 20000)`,
      [order.orderId],
    );
    return order;
  }
  /** Orders and refunds of today in *Sales*. */
  const salesToday = async () => {
    const { rows } = await sql<{ orders: number; refunds: number; refunded: number }>`
      select orders, refunds, refunded::int from sales_of(array[(now() at time zone 'Asia/Jakarta')::date], 'total')`.execute(
      payments.test.database.tenant('coding'),
    );
    return rows[0] ?? { orders: 0, refunds: 0, refunded: 0 };
  };

  it('goes back without an item, access or sales', async () => {
    const one = await addOverpaid();
    const before = await salesToday();
    await ask('coding', one.orderId, { amount: 20_000 });
    await payments.work();
    expect(await read('coding', one.orderId)).toMatchObject({
      refundable: price,
      items: [{ left: price }],
      refunds: [{ state: 'done', items: [] }],
    });
    expect(await payments.hasCourse(one)).toBe(true);
    expect(await statusOf(one.orderId)).toBe('paid');
    expect(await salesToday()).toEqual(before);
  });

  it('is not in the sales of a refund that takes more', async () => {
    const one = await addOverpaid();
    const before = await salesToday();
    await ask('coding', one.orderId, { amount: 50_000, removeAccess: false });
    await payments.work();
    expect(await salesToday()).toEqual({
      ...before,
      refunds: before.refunds + 1,
      refunded: before.refunded + 30_000,
    });
    const { refundId } = (await ask('coding', one.orderId)).body;
    await (await payments.test.as('admin')).call(markTransferred, { body: { ids: [refundId] } });
    expect(await statusOf(one.orderId)).toBe('refunded');
    expect((await salesToday()).refunded).toBe(before.refunded + price);
  });
});

it('has nothing to refund for an order without payment', async () => {
  const { orderId } = await payments.addOrder('coding');
  expect(await ask('coding', orderId)).toMatchObject({ status: 409 });
});

it('ends as the gateway has it after every history of requests, failures, tries and lost answers', async () => {
  const orders = await Promise.all(Array.from({ length: 6 }, () => payments.addPaid('coding')));
  let seed = 7;
  const dice = (sides: number) => (seed = (seed * 48_271) % 2_147_483_647) % sides;
  const states = ['SUCCEEDED', 'SUCCEEDED', 'FAILED'] as const;
  for (let step = 0; step < 150; step += 1) {
    payments.simulator.refundState = states[dice(3)]!;
    const fault = ([undefined, undefined, 'hang-up', 'error'] as const)[dice(4)];
    payments.simulator.fault = () => ({ fault: dice(2) ? fault : undefined, after: dice(2) === 0 });
    const { orderId } = orders[dice(orders.length)]!;
    if (dice(2)) await ask('coding', orderId, { amount: 1 + dice(60_000) });
    else if (dice(3)) await payments.work();
    else {
      const failed = (await read('coding', orderId)).refunds.find(({ state }) => state === 'failed');
      if (failed) await (await staff('coding')).call(retryRefund, { params: { id: failed.refundId }, body: {} });
    }
  }
  payments.simulator.fault = () => ({ fault: undefined });
  while ((await payments.work()) > 0);
  for (const { orderId, reference } of orders) {
    const there = refundedOf(payments.simulator.payments.get(reference)!);
    const here = (await refundsInLedger(orderId)).reduce((sum, { amount }) => sum - Number(amount), 0);
    expect(here).toBe(there);
    expect(here).toBeLessThanOrEqual(price);
    expect(await statusOf(orderId)).toBe(here === price ? 'refunded' : 'paid');
  }
});
