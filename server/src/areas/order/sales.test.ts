/** Tests sales by day, product, promotion and method, refunds, and the orders paid on a day, over HTTP. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CallInput } from '#contract/kernel/endpoint.ts';
import { makeOrder } from '#contract/order/new-order.ts';
import { setOrderStatus } from '#contract/order/endpoints.ts';
import { listOrders } from '#contract/order/endpoints.ts';
import { sumOrders } from '#contract/order/sums.ts';
import { maxSalesDays, readSales } from '#contract/order/sales.ts';
import { jakartaDay, plusDays } from '#contract/kernel/days.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { orderRoutes } from './routes.ts';

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testAppOf([orderRoutes]);
  admin = await test.as('admin');
});
beforeEach(() => test.sql('delete from "order"'));
afterAll(() => test.close());

type Query = NonNullable<CallInput<typeof readSales>['query']>;
const read = async (query: Query, by = admin) => (await by.call(readSales, { query })).body;
const today = jakartaDay(new Date());

interface Sold {
  /** Time in Jakarta, or null. */
  paid: string | null;
  amount?: number;
  status?: string;
  method?: string;
  code?: string | null;
  created?: string;
  tenant?: string;
}

/** Inserts an order of another system, without items. */
async function sold({ paid, amount = 100_000, status = 'paid', method = 'QRIS', ...more }: Sold): Promise<string> {
  const { code = null, created = paid, tenant = 'coding' } = more;
  const at = (time: string | null) => time && `${time}+07:00`;
  const [row] = await test.sql(
    `insert into "order" (tenant, invoice_number, user_id, user_name, user_email, user_phone, subtotal, voucher_code, voucher_amount,
      total_amount, status, payment_provider, payment_method, paid_at, created_at)
    values ($1, gen_random_uuid()::text, gen_random_uuid(), 'Sari', 's@sample.test', '', $2, $3, case when $3::text is null then 0 else 5000 end,
      $2, $4, 'midtrans', $5, $6, $7) returning id`,
    [tenant, amount, code, status, method, at(paid), at(created)],
  );
  return String(row!['id']);
}

describe('a period', () => {
  it('is the last 30 days by default, beside the 30 days before', async () => {
    await sold({ paid: `${plusDays(today, -29)}T00:00:00` });
    await sold({ paid: `${plusDays(today, -30)}T23:59:59`, amount: 70_000 });
    const body = await read({});
    expect(body).toMatchObject({ from: plusDays(today, -29), to: today, total: { orders: 1, net: 100_000 }, rows: [] });
    expect(body.before).toMatchObject({ from: plusDays(today, -59), to: plusDays(today, -30), orders: 1, net: 70_000 });
    expect(body.periods).toHaveLength(30);
    expect(body.periods[0]).toMatchObject({ from: plusDays(today, -29), orders: 1, paid: 100_000 });
  });

  it('has weeks and months without gaps, of days in Jakarta', async () => {
    await sold({ paid: '2026-03-01T00:30:00' });
    await sold({ paid: '2026-03-31T23:30:00', amount: 50_000 });
    const query = { from: '2026-02-27', to: '2026-04-02' };
    const nets = async (group: 'week' | 'month') =>
      (await read({ ...query, group })).periods.map(({ from, net }) => [from, net]);
    expect(await nets('month')).toEqual([
      ['2026-02-27', 0],
      ['2026-03-01', 150_000],
      ['2026-04-01', 0],
    ]);
    expect(await nets('week')).toEqual([
      ['2026-02-27', 100_000],
      ...['02', '09', '16', '23'].map((day) => [`2026-03-${day}`, 0]),
      ['2026-03-30', 50_000],
    ]);
  });

  it('has the payments of the same days in the period before, in weeks that begin on other days, too', async () => {
    await sold({ paid: '2026-03-01T10:00:00', amount: 30_000 });
    await sold({ paid: '2026-03-04T10:00:00', amount: 40_000, status: 'refunded' });
    await sold({ paid: '2026-03-06T10:00:00', amount: 1 });
    // Thursday to Tuesday; six days before: Friday to Wednesday.
    const query = { from: '2026-03-05', to: '2026-03-10' };
    const paidBefore = async (group: 'day' | 'week') =>
      (await read({ ...query, group })).periods.map((part) => [part.from, part.paidBefore]);
    expect(await paidBefore('day')).toEqual([
      ['2026-03-05', 0],
      ['2026-03-06', 0],
      ['2026-03-07', 30_000],
      ['2026-03-08', 0],
      ['2026-03-09', 0],
      ['2026-03-10', 40_000],
    ]);
    expect(await paidBefore('week')).toEqual([
      ['2026-03-05', 30_000],
      ['2026-03-09', 40_000],
    ]);
  });

  it.each([
    [{ from: '2026-03-02', to: '2026-03-01' }, 'Ends before it starts'],
    [{ from: '2026-01-01', to: plusDays('2026-01-01', maxSalesDays) }, 'At most 400 days'],
    [{ from: 'kemarin' }, 'From: Not a date'],
    [{ by: 'hour' as 'day' }, 'By: Must be day, product, promotion, or method'],
  ])('%o is refused with 400', async (query, message) => {
    const { status, body } = await admin.call(readSales, { query });
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(message)]);
  });

  it('is read by admins and customer service, each of their own brand', async () => {
    await sold({ paid: `${today}T00:00:00`, tenant: 'cyber' });
    const statusOf = async (role: 'customer-service' | 'instructor') =>
      (await (await test.as(role)).call(readSales, { query: {} })).status;
    expect([await statusOf('customer-service'), await statusOf('instructor')]).toEqual([200, 403]);
    expect((await read({})).total.orders).toBe(0);
    expect((await read({}, await test.as('admin', 'cyber'))).total.orders).toBe(1);
  });
});

describe('a refund', () => {
  it('counts on its own day and leaves the day of the payment as it was', async () => {
    const day = plusDays(today, -10);
    const id = await sold({ paid: `${day}T12:00:00`, amount: 250_000 });
    const before = (await read({ from: day, to: day })).total;
    expect((await admin.call(setOrderStatus, { params: { id }, body: { status: 'refunded' } })).status).toBe(200);
    expect((await read({ from: day, to: day })).total).toEqual(before);
    const { total } = await read({ from: today, to: today });
    expect(total).toMatchObject({ orders: 0, paid: 0, refunds: 1, refunded: 250_000, net: -250_000 });
    const [row] = await test.sql('select version, refunded_at is not null as known from "order" where id = $1', [id]);
    expect(row).toEqual({ version: 2, known: true });
  });

  it('without a known day counts on the day of the payment, and an order that was never paid nowhere', async () => {
    await sold({ paid: '2026-03-05T12:00:00', status: 'refunded' });
    await sold({ paid: null, created: '2026-03-05T12:00:00', status: 'cancelled' });
    await sold({ paid: null, created: '2026-03-05T12:00:00', status: 'unpaid' });
    const { total } = await read({ from: '2026-03-05', to: '2026-03-05' });
    expect(total).toMatchObject({ orders: 1, paid: 100_000, refunds: 1, refunded: 100_000, net: 0 });
  });
});

it('net sales equal the paid sum of the orders of the same period', async () => {
  for (const [day, status] of ['paid', 'paid', 'refunded', 'unpaid', 'cancelled', 'paid'].entries())
    await sold({
      paid: status === 'paid' || status === 'refunded' ? `2026-05-0${day + 1}T10:00:00` : null,
      created: `2026-05-0${day + 1}T09:00:00`,
      status,
      amount: 100_000 + day,
    });
  const { total } = await read({ from: '2026-05-01', to: '2026-05-31' });
  const { body } = await admin.call(sumOrders, { query: { startDate: '2026-05-01', endDate: '2026-05-31' } });
  expect(total.net).toBe(300_006);
  expect({ count: total.orders - total.refunds, amount: total.net }).toEqual(body.sums?.paid);
});

it('by method, the highest net sales come first', async () => {
  await sold({ paid: `${today}T00:00:00`, method: 'GoPay' });
  await sold({ paid: `${today}T00:00:00`, amount: 300_000 });
  const { rows, isCut } = await read({ by: 'method' });
  expect(rows).toMatchObject([
    { type: 'midtrans', key: 'QRIS', name: 'QRIS', orders: 1, net: 300_000 },
    { type: 'midtrans', key: 'GoPay', name: 'GoPay', orders: 1, net: 100_000 },
  ]);
  expect(isCut).toBe(false);
});

it('by promotion, all codes of a voucher are one row, and a discount is known by its item', async () => {
  const userId = await addRecord(test.sql, 'user', 'coding', { role: 'member' });
  const course = await addRecord(test.sql, 'course', 'coding', { price: 200_000, is_published: true });
  const values = { name: 'Promo Maret', discount_type: 2, value: 25, is_active: true };
  const discount = await addRecord(test.sql, 'discount', 'coding', values);
  await test.sql(`insert into discount_course (tenant, discount_id, course_id) values ('coding', $1, $2)`, [
    discount,
    course,
  ]);
  const voucher = await addRecord(test.sql, 'voucher', 'coding', { code: 'KAMPUS', is_active: true });
  await test.sql(`insert into voucher_code (tenant, voucher_id, code) values ('coding', $1, 'SEKALIAA')`, [voucher]);
  const made = await admin.call(makeOrder, {
    body: { userId, items: [{ productType: 'courses', productId: course }], payableDays: 1, totalAmount: 150_000 },
  });
  await admin.call(setOrderStatus, { params: { id: made.body.orderId }, body: { status: 'paid' } });
  for (const code of ['KAMPUS', 'SEKALIAA', 'ASING']) await sold({ paid: `${today}T00:00:00`, code, amount: 1_000 });
  await sold({ paid: `${today}T00:00:00`, amount: 500 });
  expect((await read({ by: 'promotion' })).rows).toMatchObject([
    { type: 'discount', key: discount, name: 'Promo Maret', orders: 1, discounts: 50_000 },
    { type: 'voucher', key: voucher, name: 'KAMPUS', orders: 2, discounts: 10_000, net: 2_000 },
    { type: 'code', key: 'ASING', name: 'ASING', orders: 1, discounts: 5_000, net: 1_000 },
    { type: 'none', key: '', name: '', orders: 1, discounts: 0, net: 500 },
  ]);
  expect((await read({ by: 'product' })).rows[0]).toMatchObject({ type: 'courses', key: course, orders: 1 });
});

it('the orders paid on a day are listed and added up, whenever they were made', async () => {
  const created = '2026-05-01T09:00:00';
  await sold({ paid: '2026-05-03T00:00:00', created, amount: 1_000 });
  await sold({ paid: '2026-05-03T23:59:59', created, amount: 2_000, status: 'refunded' });
  await sold({ paid: '2026-05-04T00:00:00', created, amount: 4_000 });
  const paidDate = '2026-05-03';
  const { body } = await admin.call(listOrders, { query: { paidDate, sort: 'totalAmount' } });
  expect(body.data.map(({ totalAmount }) => totalAmount)).toEqual([1_000, 2_000]);
  expect(body.totalItems).toBe((await read({ from: paidDate, to: paidDate })).total.orders);
  const { sums } = (await admin.call(sumOrders, { query: { paidDate } })).body;
  expect(sums).toMatchObject({ all: { count: 2, amount: 3_000 }, paid: { count: 1, amount: 1_000 } });
});
