/** Tests payments by hand: parts, what they refuse, their evidence, and that nothing is lost or counted twice. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallInput } from '#contract/kernel/endpoint.ts';
import { getOrder, setOrderStatus } from '#contract/order/endpoints.ts';
import { orderTimeline } from '#contract/order/timeline.ts';
import { listPayments, recordPayment, takePaymentBack } from '#contract/payment/entries.ts';
import { createRefund } from '#contract/payment/refunds.ts';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { testApp } from './app.ts';

let test: TestApp;
let cs: TestCaller;
beforeAll(async () => {
  test = await testApp();
  cs = await test.as('customer-service');
});
afterAll(() => test.close());

async function order(status = 'unpaid', total = 200_000) {
  const userId = await addRecord(test.sql, 'user', 'coding', { role: 'member' });
  const id = await addRecord(test.sql, 'order', 'coding', { user_id: userId, status, total_amount: total });
  const courseId = await addRecord(test.sql, 'course', 'coding', {});
  await test.sql(
    `insert into order_item (tenant, order_id, line, product_type, product_id, product_name, price)
      values ('coding', $1, 1, 'courses', $2, 'Dasar Go', $3)`,
    [id, courseId, total],
  );
  return { id, userId };
}
type Body = CallInput<typeof recordPayment>['body'];
const pay = (id: string, body: Partial<Body>) =>
  cs.call(recordPayment, {
    params: { id },
    body: { amount: 200_000, method: 'Transfer Bank', note: 'Seen in the statement', ...body },
  });
const ledger = async (id: string) => (await cs.call(listPayments, { params: { id } })).body;
const hasAccess = async (userId: string) =>
  (await test.sql('select 1 from course_user where user_id = $1', [userId])).length > 0;

describe('a payment by hand', () => {
  it('of a part leaves the order open, and the rest makes it paid, with access', async () => {
    const { id, userId } = await order();
    const first = await pay(id, { amount: 50_000, reference: 'BCA 1' });
    expect(first).toMatchObject({ status: 201, body: { status: 'unpaid', paid: 50_000, refunded: 0, due: 150_000 } });
    expect(await hasAccess(userId)).toBe(false);
    const second = await pay(id, { amount: 150_000, method: 'QRIS', reference: 'BCA 2', note: 'Receipt' });
    expect(second).toMatchObject({ status: 201, body: { status: 'paid', paid: 200_000, due: 0 } });
    expect(await hasAccess(userId)).toBe(true);
    expect(await ledger(id)).toMatchObject({
      payments: [
        { kind: 'charge', method: 'Transfer Bank', reference: 'BCA 1', amount: 50_000, by: { userId: cs.userId } },
        { kind: 'charge', provider: 'manual', method: 'QRIS', amount: 150_000, note: 'Receipt', evidence: null },
      ],
      paid: 200_000,
      refunded: 0,
      due: 0,
    });
    const { body } = await cs.call(getOrder, { params: { id } });
    expect([body.status, body.paymentMethod, body.paidAt !== null]).toEqual(['paid', 'QRIS', true]);
    const { entries } = (await cs.call(orderTimeline, { params: { id } })).body;
    expect(entries.filter(({ kind }) => kind === 'payment').map(({ text, note }) => [text, note])).toEqual([
      ['recorded a payment of Rp150.000 by QRIS (BCA 2)', 'Receipt'],
      ['marked it as paid', ''],
      ['recorded a payment of Rp50.000 by Transfer Bank (BCA 1)', 'Seen in the statement'],
    ]);
  });

  it.each([
    ['more than is due', {}, { amount: 200_001 }, 409, 'amount', 'Rp200.000 is due, not Rp200.001'],
    ['nothing', {}, { amount: 0 }, 400, 'amount', 'At least Rp1'],
    ['half a rupiah', {}, { amount: 0.5 }, 400, 'amount', 'whole number'],
    ['an order that is paid', { status: 'paid' }, {}, 409, 'amount', 'Lunas takes no payment'],
    ['an order that was cancelled', { status: 'cancelled' }, {}, 409, 'amount', 'Dibatalkan takes no payment'],
    ['no note', {}, { note: ' ' }, 400, 'note', 'Write something'],
    ['a file that is not ours', {}, { evidence: 'https://elsewhere.test/a.pdf' }, 400, 'evidence', 'PDF or a picture'],
  ])(
    'of %s is refused, and changes nothing',
    async (_, { status = 'unpaid' }: { status?: string }, body, code, path, words) => {
      const { id } = await order(status);
      expect(await pay(id, body)).toMatchObject({
        status: code,
        problem: { errors: [{ path, message: expect.stringContaining(words) as string }] },
      });
      expect((await ledger(id)).payments).toEqual([]);
    },
  );

  it('with a reference that a standing payment has is refused, for any order', async () => {
    const [one, other] = [await order(), await order()];
    const first = await pay(one.id, { amount: 1000, reference: 'TRF 77' });
    for (const { id } of [one, other])
      expect(await pay(id, { amount: 1000, reference: 'TRF 77' })).toMatchObject({
        status: 409,
        problem: { errors: [{ path: 'reference' }] },
      });
    await cs.call(takePaymentBack, {
      params: { id: one.id, paymentId: first.body.paymentId },
    });
    expect((await pay(other.id, { amount: 1000, reference: 'TRF 77' })).status).toBe(201);
  });

  it('with a PDF or picture that was uploaded here keeps it as evidence', async () => {
    const { id } = await order();
    const file = (name: string, type: string, finished: Date | null) =>
      addRecord(test.sql, 'upload', 'coding', { url: `/files/coding/${name}`, type, finished_at: finished });
    await file('proof.pdf', 'application/pdf', new Date());
    await file('sheet.zip', 'application/zip', new Date());
    await file('late.png', 'image/png', null);
    for (const name of ['sheet.zip', 'late.png'])
      expect((await pay(id, { amount: 1, evidence: `/files/coding/${name}` })).status).toBe(400);
    expect((await pay(id, { amount: 1, evidence: '/files/coding/proof.pdf' })).status).toBe(201);
    expect((await ledger(id)).payments).toMatchObject([{ evidence: '/files/coding/proof.pdf' }]);
  });

  it('is counted once when twenty of all that is due arrive at once', async () => {
    const { id } = await order();
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(id, {})));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    expect(await ledger(id)).toMatchObject({ paid: 200_000, due: 0 });
  });

  it('raises the version of the order, so that who saw it without the part cannot change it', async () => {
    const { id } = await order();
    await pay(id, { amount: 1 });
    const body = { status: 'cancelled' as const };
    expect((await cs.call(setOrderStatus, { params: { id }, body }, { ifMatch: '"v1"' })).status).toBe(412);
  });
});

describe('a payment that was recorded by mistake', () => {
  it('is taken back once, with an entry of its own', async () => {
    const { id } = await order();
    const { paymentId } = (await pay(id, { amount: 20_000 })).body;
    const back = () => cs.call(takePaymentBack, { params: { id, paymentId } });
    expect(await back()).toMatchObject({ status: 201, body: { paid: 0, refunded: 0, due: 200_000 } });
    expect((await back()).status).toBe(409);
    expect((await ledger(id)).payments).toMatchObject([
      { kind: 'charge', amount: 20_000 },
      { kind: 'adjustment', amount: -20_000, reverses: paymentId },
    ]);
  });

  it('cannot be taken back once the order is paid, or when it is not of that order', async () => {
    const [one, other] = [await order(), await order()];
    const { paymentId } = (await pay(one.id, { amount: 20_000 })).body;
    expect((await cs.call(takePaymentBack, { params: { id: other.id, paymentId } })).status).toBe(404);
    await pay(one.id, { amount: 180_000 });
    expect((await cs.call(takePaymentBack, { params: { id: one.id, paymentId } })).status).toBe(409);
  });
});

it('is not taken back once a part of it was refunded, or waits to be', async () => {
  const { id } = await order();
  const { paymentId } = (await pay(id, { amount: 50_000 })).body;
  const second = (await pay(id, { amount: 20_000 })).body.paymentId;
  const refund = { amount: 30_000, reason: 'Paid too early', removeAccess: false };
  expect((await cs.call(createRefund, { params: { id }, body: refund })).status).toBe(201);
  const refused = await cs.call(takePaymentBack, { params: { id, paymentId } });
  expect([refused.status, refused.problem.message]).toEqual([
    409,
    'Rp10.000 of this payment was refunded, or is being refunded',
  ]);
  expect((await cs.call(takePaymentBack, { params: { id, paymentId: second } })).status).toBe(201);
  expect(await ledger(id)).toMatchObject({ paid: 50_000 });
});

it('sets what is due when an order becomes paid, refunds what it has, and needs no entry for Rp0', async () => {
  const { id } = await order();
  await pay(id, { amount: 50_000 });
  const become = (of: string, status: 'paid' | 'refunded') =>
    cs.call(setOrderStatus, { params: { id: of }, body: { status } });
  await become(id, 'paid');
  expect(await ledger(id)).toMatchObject({ payments: [{ amount: 50_000 }, { amount: 150_000 }], paid: 200_000 });
  await become(id, 'refunded');
  expect(await ledger(id)).toMatchObject({ paid: 200_000, refunded: 200_000, due: 0 });
  const free = await order('unpaid', 0);
  await become(free.id, 'paid');
  expect(await ledger(free.id)).toEqual({ payments: [], paid: 0, refunded: 0, due: 0 });
});
