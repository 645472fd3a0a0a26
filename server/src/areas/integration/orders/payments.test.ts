/** Tests payment notices: their effects, and that repetitions and their order of arrival change nothing. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallInput } from '#contract/kernel/endpoint.ts';
import { getPlacedOrder, noticeStatuses, placeOrder, reportPayment } from '#contract/integration/orders.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { placedOrderRoutes } from './routes.ts';

let test: TestApp;
let shop: TestCaller;
beforeAll(async () => {
  test = await testAppOf([placedOrderRoutes]);
  shop = await newShop();
});
afterAll(() => test.close());

/** Key of its own: one may make some hundred calls a minute. */
const newShop = () => test.asKey(['orders:read', 'orders:write', 'payments:write']);

let made = 0;
async function order(over: object = {}) {
  made += 1;
  const externalId = `order ${made}`;
  const userId = await addRecord(test.sql, 'user', 'coding', { role: 'member', external_id: externalId });
  const courseId = await addRecord(test.sql, 'course', 'coding', { price: 200_000, is_published: true, ...over });
  const items = [{ productType: 'courses' as const, productId: courseId }];
  const { status } = await shop.call(placeOrder, { body: { externalId, member: { externalId }, items } });
  expect(status).toBe(201);
  return { externalId, userId, courseId };
}

type Notice = CallInput<typeof reportPayment>['body'];
const paid = { amount: 200_000, status: 'paid', method: 'QRIS' } as const;
const report = (externalId: string, notice: Notice) =>
  shop.call(reportPayment, { params: { externalId }, body: notice });
const get = async (externalId: string) => (await shop.call(getPlacedOrder, { params: { externalId } })).body;
const hasCourse = async ({ userId, courseId }: { userId: string; courseId: string }) =>
  (await test.sql('select 1 from course_user where user_id = $1 and course_id = $2', [userId, courseId])).length > 0;

it('pays the order once, with its time and method, and gives access', async () => {
  const one = await order();
  const notice = { reference: 'pay 1', ...paid, paidAt: '2026-11-20T05:00:00Z' };
  const first = await report(one.externalId, notice);
  expect(first).toMatchObject({ status: 200, body: { status: 'paid', totalAmount: 200_000 } });
  expect(await hasCourse(one)).toBe(true);
  const [{ version } = {}] = await test.sql('select version from "order" where external_id = $1', [one.externalId]);
  expect((await report(one.externalId, notice)).body).toEqual(first.body);
  const rows = await test.sql('select version, payment_method, payment_provider from "order" where external_id = $1', [
    one.externalId,
  ]);
  expect(rows).toEqual([{ version, payment_method: 'QRIS', payment_provider: 'API key Site' }]);
  const { payments, ...read } = await get(one.externalId);
  expect([read.paidAt, payments]).toMatchObject(['2026-11-20T05:00:00.000Z', [{ reference: 'pay 1', refusal: null }]]);
});

it('records a paid amount that is not the total, and never pays with it', async () => {
  const one = await order();
  for (const amount of [199_999, 200_001]) {
    const notice = { reference: `differs ${amount}`, ...paid, amount };
    for (const again of [1, 2])
      expect([again, await report(one.externalId, notice)]).toMatchObject([
        again,
        { status: 409, problem: { errors: [{ path: 'amount' }] } },
      ]);
  }
  const { status, payments } = await get(one.externalId);
  expect([status, payments.map(({ amount, refusal }) => [amount, refusal !== null])]).toEqual([
    'unpaid',
    [
      [199_999, true],
      [200_001, true],
    ],
  ]);
  expect((await report(one.externalId, { reference: 'right', ...paid })).body.status).toBe('paid');
});

it('records a payment of a full course as paid, and one that the order cannot take without effect', async () => {
  const full = await order({ capacity: 1 });
  await test.sql(
    `insert into course_user (tenant, user_id, course_id) select 'coding', id, $1 from "user" where tenant = 'coding' and id <> $2 limit 1`,
    [full.courseId, full.userId],
  );
  expect((await report(full.externalId, { reference: 'full', ...paid })).status).toBe(200);
  const cancelled = await order();
  await test.sql(`update "order" set status = 'cancelled' where external_id = $1`, [cancelled.externalId]);
  expect((await report(cancelled.externalId, { reference: 'late', ...paid })).status).toBe(409);
  for (const { externalId, ...one } of [full, cancelled]) {
    const { status, payments } = await get(externalId);
    expect([status, payments.length, await hasCourse(one)]).toEqual([
      externalId === full.externalId ? 'paid' : 'cancelled',
      1,
      false,
    ]);
  }
});

it.each([
  ['another order', { reference: 'own', ...paid }, 409, 'reference'],
  ['another amount', { reference: 'mine', ...paid, status: 'pending', amount: 5 }, 409, 'reference'],
  ['a time in the future', { reference: 'new', ...paid, paidAt: '2096-01-01T00:00:00Z' }, 400, 'paidAt'],
  ['a negative amount', { reference: 'new', ...paid, amount: -1 }, 400, 'amount'],
  ['an unknown status', { reference: 'new', ...paid, status: 'settled' }, 400, 'status'],
])('records nothing for a notice of %s', async (what, notice, status, path) => {
  const [one, other] = [await order(), await order()];
  const named = (reference: string) => `${reference} of ${what}`;
  await report(other.externalId, { reference: named('own'), ...paid, status: 'pending' });
  await report(one.externalId, { reference: named('mine'), ...paid, status: 'pending' });
  const answer = await report(one.externalId, { ...notice, reference: named(notice.reference) } as never);
  expect(answer).toMatchObject({ status, problem: { errors: [{ path }] } });
  expect((await get(one.externalId)).payments).toHaveLength(1);
});

it('returns 404 for an order that does not exist', async () => {
  expect((await report('nothing', { reference: 'nothing', ...paid })).status).toBe(404);
});

it('pays once when twenty notices of a payment arrive at once', async () => {
  const one = await order();
  const notice = { reference: 'at once', ...paid };
  const answers = await Promise.all(Array.from({ length: 20 }, () => report(one.externalId, notice)));
  expect(answers.map(({ status, body }) => [status, body.status])).toEqual(answers.map(() => [200, 'paid']));
  expect((await get(one.externalId)).payments).toHaveLength(1);
});

it('ends in the same status whatever the order and the repetitions of the notices', async () => {
  const notices = fc.uniqueArray(fc.constantFrom(...noticeStatuses), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(notices, fc.infiniteStream(fc.nat()), async (statuses, numbers) => {
      shop = await newShop();
      const one = await order();
      const sent = statuses.map((status, index) => ({ reference: `${one.externalId} ${index % 2}`, ...paid, status }));
      const shuffled = [...sent, ...sent].map((notice) => ({ notice, at: numbers.next().value as number }));
      for (const { notice } of shuffled.toSorted((a, b) => a.at - b.at))
        expect((await report(one.externalId, notice)).status).toBe(200);
      const highest = noticeStatuses.findLast((status) => statuses.includes(status));
      const { status, payments } = await get(one.externalId);
      expect([status, payments.length, await hasCourse(one)]).toEqual([highest, sent.length, highest === 'paid']);
    }),
    { numRuns: 40 },
  );
});
