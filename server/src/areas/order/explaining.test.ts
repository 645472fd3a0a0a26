/** Tests the explanation of prices over HTTP: rules with their unmet conditions, the message, the price by day, and roles. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallInput } from '#contract/kernel/endpoint.ts';
import { quoteOrder } from '#contract/order/new-order.ts';
import { explainPrice, priceByDay } from '#contract/pricing/explanation.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { orderRoutes } from './routes.ts';

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testAppOf([orderRoutes]);
  admin = await test.as('admin');
});
afterAll(() => test.close());

const course = (over: object = {}) =>
  addRecord(test.sql, 'course', 'coding', { price: 200_000, is_published: true, ...over });
const member = (over: object = {}) => addRecord(test.sql, 'user', 'coding', { role: 'member', ...over });
const items = (...ids: string[]) => ids.map((productId) => ({ productType: 'courses' as const, productId }));
async function discountOn(courseId: string | null, over: object) {
  const id = await addRecord(test.sql, 'discount', 'coding', { is_active: true, ...over });
  if (courseId)
    await test.sql(`insert into discount_course (tenant, discount_id, course_id) values ('coding', $1, $2)`, [
      id,
      courseId,
    ]);
  return id;
}
const voucher = (over: object = {}) =>
  addRecord(test.sql, 'voucher', 'coding', {
    discount_type: 1,
    value: 50_000,
    start_date: '2026-01-01T00:00:00Z',
    is_active: true,
    is_published: true,
    all_product: true,
    is_stackable: true,
    ...over,
  });

type PriceQuery = CallInput<typeof explainPrice>['body'];
const explain = (body: PriceQuery, by = admin) => by.call(explainPrice, { body });
const explained = async (body: PriceQuery, by = admin) => {
  const answer = await explain(body, by);
  expect([answer.status, answer.body]).toMatchObject([200, {}]);
  return answer.body;
};
const at = '2027-03-10T05:00:00Z';

describe('a price explanation', () => {
  it('has the same total as a quote, and a message for the member', async () => {
    const one = await course({ name: 'Dasar Go' });
    await discountOn(one, { name: 'Promo Maret', discount_type: 2, value: 25 });
    await voucher({ code: 'JELAS1' });
    const basket = { items: items(one), voucherCode: 'jelas1', at };
    const { body: quoted } = await admin.call(quoteOrder, { body: basket });
    const { refusals: _, at: moment, message, ...rest } = await explained(basket);
    expect(quoted).toMatchObject({ totalAmount: 100_000, refusals: [] });
    expect({ ...rest, refusals: [] }).toEqual({ ...quoted, isCut: false });
    expect(moment).toBe('2027-03-10T05:00:00.000Z');
    expect(message).toBe(
      'Total untuk Dasar Go pada 10 Mar 2027, 12.00 WIB adalah Rp100.000, dari harga Rp200.000 dikurangi diskon Promo Maret sebesar Rp50.000 dan voucher JELAS1 sebesar Rp50.000.',
    );
    expect(rest.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(rest.totalAmount);
  });

  it('includes vouchers without an entered code: assigned ones, and those for all products that have not ended', async () => {
    const [one, other] = [await course(), await course()];
    const assigned = await voucher({ code: 'KHUSUS1', all_product: false, is_published: false });
    await test.sql(`insert into voucher_course (tenant, voucher_id, course_id) values ('coding', $1, $2)`, [
      assigned,
      one,
    ]);
    await voucher({ code: 'UMUM1', end_date: '2027-04-01T00:00:00Z' });
    await voucher({ code: 'LEWAT1', end_date: '2027-03-01T00:00:00Z' });
    const codesTold = async (body: PriceQuery) =>
      Object.fromEntries(
        (await explained(body)).refusals.map(({ failures }) => [
          failures.find(({ condition }) => condition === 'code')?.text,
          failures.map(({ condition }) => condition),
        ]),
      );
    const shownCodes = await codesTold({ items: items(one), at });
    expect(shownCodes).toMatchObject({
      'No code was entered: it needs KHUSUS1.': ['published', 'code'],
      'No code was entered: it needs UMUM1.': ['code'],
    });
    expect(Object.keys(shownCodes).join()).not.toContain('LEWAT1');
    expect(Object.keys(await codesTold({ items: items(other), at })).join()).not.toContain('KHUSUS1');
    // The entered code comes first, whatever its unmet conditions.
    const { refusals, voucherProblem } = await explained({ items: items(one), at, voucherCode: 'LEWAT1' });
    expect(refusals[0]!.failures.map(({ condition }) => condition)).toEqual(['end']);
    expect(voucherProblem).toContain('It ended before');
  });

  it('includes the requested discount even if it has none of the products', async () => {
    const one = await course({ name: 'Dasar SQL' });
    const otherDiscount = await discountOn(null, { name: 'Promo Lain', start_date: '2027-04-01T00:00:00Z' });
    const [first] = (await explained({ items: items(one), at, discountId: otherDiscount })).refusals;
    expect(first).toMatchObject({
      kind: 'discount',
      id: otherDiscount,
      failures: [
        {
          condition: 'start',
          text: 'It is 10 Mar 2027, 12.00 WIB, and it starts on 1 Apr 2027, 07.00 WIB: wait, or set an earlier start.',
        },
        { condition: 'product', text: 'It applies to none of these 1: assign “Dasar SQL”.' },
      ],
    });
  });

  it('counts the member’s earlier uses of the voucher', async () => {
    const [one, userId] = [await course(), await member()];
    const id = await voucher({ code: 'SEKALI1' });
    const order = await addRecord(test.sql, 'order', 'coding', { user_id: userId });
    await test.sql(
      `insert into voucher_redemption (tenant, order_id, voucher_id, user_id, amount) values ('coding', $1, $2, $3, 50000)`,
      [order, id, userId],
    );
    const basket = { items: items(one), at, voucherCode: 'SEKALI1' };
    expect((await explained(basket)).totalAmount).toBe(150_000);
    const explanation = await explained({ ...basket, userId });
    expect(explanation.totalAmount).toBe(200_000);
    expect(explanation.refusals[0]).toMatchObject({ id, failures: [{ condition: 'member quota' }] });
    expect(explanation.message).toContain('; kode SEKALI1 tidak terpakai: voucher ini sudah pernah Anda pakai.');
  });

  it('hides codes that were not entered from roles that may not list vouchers; returns 403 to instructors and members', async () => {
    const one = await course();
    await voucher({ code: 'RAHASIA1' });
    const basket = { items: items(one), at };
    const cs = await test.as('customer-service');
    expect(JSON.stringify(await explained(basket))).toContain('RAHASIA1');
    expect(JSON.stringify(await explained(basket, cs))).not.toContain('RAHASIA1');
    expect((await explained({ ...basket, voucherCode: 'RAHASIA1' }, cs)).totalAmount).toBe(150_000);
    for (const role of ['instructor', 'member'] as const) {
      const other = await test.as(role);
      const day = { from: '2027-03-01', to: '2027-03-02' };
      expect((await explain(basket, other)).status).toBe(403);
      expect((await other.call(priceByDay, { body: { items: items(one), ...day } })).status).toBe(403);
    }
  });

  it('returns 400 with the field for records of another brand and dates out of range, also by day', async () => {
    const [one, elsewhere] = [await course(), await addRecord(test.sql, 'course', 'cyber')];
    const theirs = await addRecord(test.sql, 'user', 'cyber', { role: 'member' });
    const theirDiscount = await addRecord(test.sql, 'discount', 'cyber');
    const path = async (body: object) => {
      const { status, problem } = await explain(body as PriceQuery);
      return [status, problem.errors?.[0]?.path];
    };
    expect(await path({ items: [] })).toEqual([400, 'items']);
    expect(await path({ items: items(elsewhere) })).toEqual([400, 'items']);
    expect(await path({ items: items(one), userId: theirs })).toEqual([400, 'userId']);
    expect(
      await path({ items: items(one), userId: await addRecord(test.sql, 'user', 'coding', { role: 'admin' }) }),
    ).toEqual([400, 'userId']);
    expect(await path({ items: items(one), discountId: theirDiscount })).toEqual([400, 'discountId']);
    expect(await path({ items: items(one), at: '1800-01-01T00:00:00Z' })).toEqual([400, 'at']);
    const day = { from: '2027-03-01', to: '2027-03-02' };
    for (const [bad, field] of [
      [{ items: items(elsewhere), ...day }, 'items'],
      [{ items: items(one), ...day, userId: theirs }, 'userId'],
      [{ items: items(one), from: '2027-03-02', to: '2027-03-01' }, 'to'],
      [{ items: items(one), from: '2027-03-01', to: '2029-03-01' }, 'to'],
      [{ items: items(one), from: '1800-01-01', to: '2027-03-01' }, 'from'],
    ] as const) {
      const { status, problem } = await admin.call(priceByDay, { body: bad });
      expect([status, problem.errors?.[0]?.path]).toEqual([400, field]);
    }
  });
});

describe('the price by day', () => {
  it('has a new period at each start and end of a discount or voucher, to the minute', async () => {
    const one = await course();
    const discount = { discount_type: 1, value: 20_000 };
    await discountOn(one, {
      ...discount,
      name: 'Promo Satu',
      start_date: '2027-03-02T03:00:00Z',
      end_date: '2027-03-04T02:59:00Z',
    });
    await discountOn(one, { ...discount, is_active: false });
    await discountOn(one, { ...discount, start_date: '2027-05-01T00:00:00Z' });
    await voucher({ code: 'HARIAN1', start_date: '2027-03-03T00:00:00Z' });
    const { body } = await admin.call(priceByDay, {
      body: { items: items(one), voucherCode: 'HARIAN1', from: '2027-03-01', to: '2027-03-05' },
    });
    expect(
      body.periods.map(({ startDate, endDate, totalAmount, discounts, voucher: applied }) => [
        startDate,
        endDate,
        totalAmount,
        discounts.map(({ name }) => name).join(),
        applied?.code,
      ]),
    ).toEqual([
      ['2027-02-28T17:00:00.000Z', '2027-03-02T03:00:00.000Z', 200_000, '', undefined],
      ['2027-03-02T03:00:00.000Z', '2027-03-03T00:00:00.000Z', 180_000, 'Promo Satu', undefined],
      ['2027-03-03T00:00:00.000Z', '2027-03-04T03:00:00.000Z', 130_000, 'Promo Satu', 'HARIAN1'],
      ['2027-03-04T03:00:00.000Z', '2027-03-05T17:00:00.000Z', 150_000, '', 'HARIAN1'],
    ]);
  });

  it('ends a period after a typed minute, and at an exact second, as a quote does', async () => {
    const one = await course();
    const discount = { discount_type: 1, value: 20_000 };
    const first = await discountOn(one, { ...discount, end_date: '2027-03-01T16:59:00Z' });
    const next = await discountOn(one, {
      ...discount,
      start_date: '2027-03-01T17:00:00Z',
      end_date: '2027-03-02T03:00:15Z',
    });
    await voucher({ code: 'MENIT1', end_date: '2027-03-02T04:59:00Z' });
    const basket = { items: items(one), voucherCode: 'MENIT1' };
    const { body } = await admin.call(priceByDay, { body: { ...basket, from: '2027-03-01', to: '2027-03-02' } });
    expect(body.periods.map(({ endDate, discounts, voucher: applied }) => [endDate, discounts, applied?.code])).toEqual(
      [
        ['2027-03-01T17:00:00.000Z', [expect.objectContaining({ id: first })], 'MENIT1'],
        ['2027-03-02T03:00:15.000Z', [expect.objectContaining({ id: next })], 'MENIT1'],
        ['2027-03-02T05:00:00.000Z', [], 'MENIT1'],
        ['2027-03-02T17:00:00.000Z', [], undefined],
      ],
    );
    const priceAt = async (moment: string) => {
      const answer = await admin.call(quoteOrder, { body: { ...basket, at: moment } });
      return answer.body.totalAmount;
    };
    expect([
      await priceAt('2027-03-01T16:59:59.999Z'),
      await priceAt('2027-03-02T03:00:14.999Z'),
      await priceAt('2027-03-02T03:00:15Z'),
      await priceAt('2027-03-02T04:59:59.999Z'),
      await priceAt('2027-03-02T05:00:00Z'),
    ]).toEqual([130_000, 130_000, 150_000, 150_000, 200_000]);
  });

  it('ends a discount’s period when the product leaves it for another', async () => {
    const one = await course();
    const old = await discountOn(one, { discount_type: 1, value: 50_000 });
    const next = await discountOn(one, { discount_type: 1, value: 20_000, start_date: '2027-03-02T17:00:00Z' });
    await test.sql(
      `insert into discount_course_leaving (tenant, holder_id, course_id, taker_id) values ('coding', $1, $2, $3)`,
      [old, one, next],
    );
    const { body } = await admin.call(priceByDay, {
      body: { items: items(one), from: '2027-03-01', to: '2027-03-05' },
    });
    expect(body.periods.map(({ totalAmount, discounts }) => [totalAmount, discounts[0]?.id])).toEqual([
      [150_000, old],
      [180_000, next],
    ]);
  });

  it('includes the discounts of the time for a product with more than 500 past discounts', async () => {
    const one = await course();
    // Their ids come before and after those of the discounts of the time.
    await test.sql(
      `with past as (
        insert into discount (tenant, id, name, product_type, discount_type, value, is_active, end_date)
          select 'coding', (prefix || '000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Lampau', 'courses', 1, 100, true,
            timestamptz '2020-01-01' from unnest(array['00', 'ff']) prefix, generate_series(1, 501) n returning id)
      insert into discount_course (tenant, discount_id, course_id) select 'coding', id, $1 from past`,
      [one],
    );
    const now = await discountOn(one, { discount_type: 1, value: 20_000, end_date: '2027-03-02T17:00:00Z' });
    const later = await discountOn(one, { discount_type: 1, value: 30_000, start_date: '2027-03-02T17:00:00Z' });
    const { totalAmount, items: priced, refusals } = await explained({ items: items(one), at: '2027-03-01T05:00:00Z' });
    expect([totalAmount, priced[0]!.discount?.id]).toEqual([180_000, now]);
    expect(refusals.filter(({ kind }) => kind === 'discount')).toHaveLength(500);
    const { body } = await admin.call(priceByDay, {
      body: { items: items(one), from: '2027-03-01', to: '2027-03-05' },
    });
    expect(body.periods.map(({ totalAmount: total, discounts }) => [total, discounts[0]?.id])).toEqual([
      [180_000, now],
      [170_000, later],
    ]);
  });
});
