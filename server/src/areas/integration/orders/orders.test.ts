/** Tests orders that programs quote and place. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallInput } from '#contract/kernel/endpoint.ts';
import { getPlacedOrder, placeOrder, quoteBasket } from '#contract/integration/orders.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addVoucher, basketOf } from '#shared/testing/sale.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { placedOrderRoutes } from './routes.ts';

let test: TestApp;
let shop: TestCaller;
beforeAll(async () => {
  test = await testAppOf([placedOrderRoutes]);
  shop = await test.asKey(['orders:read', 'orders:write']);
});
afterAll(() => test.close());

let made = 0;
const member = async () => {
  made += 1;
  const externalId = `member ${made}`;
  return {
    externalId,
    userId: await addRecord(test.sql, 'user', 'coding', { role: 'member', external_id: externalId }),
  };
};
const course = (over: object = {}) =>
  addRecord(test.sql, 'course', 'coding', { price: 200_000, is_published: true, ...over });
const voucher = (code: string, over: object = {}) => addVoucher(test.sql, { code, ...over });

type Body = CallInput<typeof placeOrder>['body'];
const place = (body: Body, by = shop) => by.call(placeOrder, { body });
const get = async (externalId: string) => (await shop.call(getPlacedOrder, { params: { externalId } })).body;
const count = async (externalId: string) =>
  (await test.sql('select count(*)::int as n from "order" where external_id = $1', [externalId]))[0]?.['n'];
const usesOf = async (id: string) =>
  (await test.sql('select used_count from voucher where id = $1', [id]))[0]?.['used_count'];

describe('an order', () => {
  it('is placed at the price of the quote without a unique code, and uses the voucher', async () => {
    const [{ externalId }, one] = [await member(), await course({ name: 'Dasar Go' })];
    const id = await voucher('HEMAT50');
    const basket = { member: { externalId }, items: basketOf(one), voucherCode: 'hemat50' };
    const quote = await shop.call(quoteBasket, { body: basket });
    expect(quote.body).toMatchObject({
      subtotal: 200_000,
      voucherAmount: 50_000,
      totalAmount: 150_000,
      voucherProblem: null,
    });
    const { status, body } = await place({ externalId: 'A-1', ...basket, totalAmount: quote.body.totalAmount });
    expect([status, body]).toMatchObject([201, { totalAmount: 150_000, status: 'unpaid' }]);
    expect(body.invoiceNumber).toMatch(/^INV\/coding\/\d{8}\/\d{4}$/);
    expect(await get('A-1')).toMatchObject({
      externalId: 'A-1',
      voucherCode: 'HEMAT50',
      items: [{ productId: one, productName: 'Dasar Go', price: 200_000 }],
      payments: [],
    });
    expect(await usesOf(id)).toBe(1);
  });

  it('is the same order when the call is repeated, and 409 at the field that differs', async () => {
    const [{ externalId }, other, one, two] = [await member(), await member(), await course(), await course()];
    const body = { externalId: 'B-1', member: { externalId }, items: basketOf(one, two) };
    const first = (await place(body)).body;
    expect((await place({ ...body, items: basketOf(two, one) })).body).toEqual(first);
    const differing: [string, Partial<Body>][] = [
      ['member.externalId', { member: { externalId: other.externalId } }],
      ['items', { items: basketOf(one) }],
      ['voucherCode', { voucherCode: 'LAIN1' }],
      ['totalAmount', { totalAmount: 1 }],
    ];
    for (const [path, change] of differing)
      expect(await place({ ...body, ...change })).toMatchObject({ status: 409, problem: { errors: [{ path }] } });
    expect(await count('B-1')).toBe(1);
  });

  it('is placed once by twenty calls at once', async () => {
    const [{ externalId }, one] = [await member(), await course()];
    const id = await voucher('BALAP20', { quota: 20, is_repeating: true, quota_per_user: 20 });
    const body = { externalId: 'C-1', member: { externalId }, items: basketOf(one), voucherCode: 'BALAP20' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => place(body)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ body: { orderId } }) => orderId)).size).toBe(1);
    expect([await count('C-1'), await usesOf(id)]).toEqual([1, 1]);
  });

  it('is paid at once with access when nothing is to pay', async () => {
    const [{ externalId, userId }, one] = [await member(), await course({ price: 0 })];
    const { body } = await place({ externalId: 'D-1', member: { externalId }, items: basketOf(one) });
    expect(body).toMatchObject({ totalAmount: 0, status: 'paid' });
    expect(await test.sql('select course_id from course_user where user_id = $1', [userId])).toEqual([
      { course_id: one },
    ]);
  });
});

describe('nothing is placed', () => {
  it('returns 409 at the total that is another by now, and at a voucher that does not apply', async () => {
    const [{ externalId }, one] = [await member(), await course()];
    const body = { externalId: 'E-1', member: { externalId }, items: basketOf(one) };
    expect(await place({ ...body, totalAmount: 150_000 })).toMatchObject({
      status: 409,
      problem: { errors: [{ path: 'totalAmount' }] },
    });
    expect(await place({ ...body, voucherCode: 'TIDAKADA' })).toMatchObject({
      status: 409,
      problem: { errors: [{ path: 'voucherCode' }] },
    });
    expect(await count('E-1')).toBe(0);
  });

  it('returns 400 at the member and 409 at the items that cannot be sold', async () => {
    const [{ externalId }, one, draft] = [await member(), await course(), await course({ is_published: false })];
    expect(await place({ externalId: 'F-1', member: { externalId: 'nobody' }, items: basketOf(one) })).toMatchObject({
      status: 400,
      problem: { errors: [{ path: 'member.externalId' }] },
    });
    expect(await place({ externalId: 'F-1', member: { externalId }, items: basketOf(draft) })).toMatchObject({
      status: 409,
      problem: { errors: [{ path: 'items' }] },
    });
    const other = await test.asKey(['orders:write'], { tenant: 'cyber' });
    expect((await place({ externalId: 'F-1', member: { externalId }, items: basketOf(one) }, other)).status).toBe(400);
    expect(await count('F-1')).toBe(0);
  });

  it('quotes the reason against a voucher in the words for members', async () => {
    const one = await course();
    await voucher('MINIMAL9', { min_purchase: 250_000 });
    const { body } = await shop.call(quoteBasket, { body: { items: basketOf(one), voucherCode: 'MINIMAL9' } });
    expect(body.voucherProblem).toBe('Tambah belanja Rp50.000 lagi untuk memakainya (minimal Rp250.000).');
  });
});
