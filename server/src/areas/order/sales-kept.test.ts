/** Proves that sales kept by day equal a plain restatement over the orders, whatever happened to them. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayMs, jakartaDay, plusDays } from '#contract/kernel/days.ts';
import { makeOrder } from '#contract/order/new-order.ts';
import { setOrderStatus } from '#contract/order/endpoints.ts';
import { type SalesFigures, readSales, salesViews } from '#contract/order/sales.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { updateSalesJob } from './jobs.ts';
import { orderRoutes } from './routes.ts';
import { readOrders, expectedSales } from './testing/restated-sales.ts';

let test: TestApp;
let admin: TestCaller;
let courses: string[];
const dayOf = (ago: number) => plusDays(jakartaDay(new Date()), -ago);
const keep = () => updateSalesJob.run({ db: test.database.tenant('coding') } as never);

beforeAll(async () => {
  test = await testAppOf([orderRoutes]);
  admin = await test.as('admin');
  courses = await Promise.all(
    [99_999, 150_001, 0].map((price) => addRecord(test.sql, 'course', 'coding', { price, is_published: true })),
  );
  const discount = await addRecord(test.sql, 'discount', 'coding', { discount_type: 2, value: 15, is_active: true });
  await test.sql(`insert into discount_course (tenant, discount_id, course_id) values ('coding', $1, $2)`, [
    discount,
    courses[0],
  ]);
  await addRecord(test.sql, 'voucher', 'coding', {
    code: 'HEMAT7',
    discount_type: 1,
    value: 7_001,
    start_date: '2026-01-01T00:00:00Z',
    quota_per_user: 9,
    is_active: true,
    is_published: true,
    all_product: true,
    is_repeating: true,
    is_stackable: true,
  });
});
afterAll(() => test.close());

/** Compares every view of two years with the restatement. */
async function expectExact(): Promise<void> {
  const [from, to] = [dayOf(200), dayOf(0)];
  const orders = await readOrders(test.sql);
  for (const by of salesViews) {
    const { status, body } = await admin.call(readSales, { query: { from, to, by } });
    expect(status).toBe(200);
    const { byDay, byKey } = expectedSales(orders, by === 'day' ? by : 'day', from, to);
    expect(
      Object.fromEntries(
        body.periods
          .filter(({ orders: sold, refunds }) => sold + refunds > 0)
          .map(({ from: day, to: _last, paidBefore: _before, ...figures }) => [day, figures]),
      ),
    ).toEqual(byDay);
    expect(body.total).toEqual(byKey[''] ?? { ...body.total, orders: 0, refunds: 0, net: 0 });
    if (by === 'day') continue;
    const rows = body.rows.map(({ type, key, name: _name, ...figures }) => [`${type} ${key}`, figures] as const);
    expect(Object.fromEntries(rows)).toEqual(expectedSales(orders, by, from, to).byKey);
    const sum = (column: keyof SalesFigures) => rows.reduce((all, [, figures]) => all + figures[column], 0);
    if (by !== 'promotion') expect([sum('paid'), sum('net')]).toEqual([body.total.paid, body.total.net]);
    expect(sum('discounts')).toBe(body.total.discounts);
  }
}

const anyOrder = async (n: number, where = 'true') => {
  const rows = await test.sql(`select id, status from "order" where tenant = 'coding' and ${where} order by id`);
  return rows.length > 0 ? String(rows[n % rows.length]!['id']) : undefined;
};

/** Creates an order here, for a new member. */
async function make(n: number): Promise<void> {
  const userId = await addRecord(test.sql, 'user', 'coding', { role: 'member' });
  const items = courses
    .filter((_, index) => (1 + (n % 7)) & (1 << index))
    .map((productId) => ({ productType: 'courses' as const, productId }));
  const body = { userId, items, voucherCode: n % 3 === 0 ? 'HEMAT7' : null, payableDays: 2, totalAmount: 0 };
  const refused = await admin.call(makeOrder, { body });
  // The refusal names the price; an order without amount is made at once.
  const price = /is Rp([\d.]+) by now/.exec(String((refused.body as { message?: string }).message))?.[1];
  if (price) await admin.call(makeOrder, { body: { ...body, totalAmount: Number(price.replaceAll('.', '')) } });
}

/** Inserts an order of another system, whose sums need not add up and which may lack items and moments. */
async function insert(n: number): Promise<void> {
  const status = ['paid', 'refunded', 'paid', 'unpaid', 'cancelled'][n % 5];
  const paidAt = n % 4 === 0 ? null : new Date(Date.now() - (n % 90) * dayMs);
  await test.sql(
    `with made as (
      insert into "order" (tenant, invoice_number, user_id, user_name, user_email, user_phone, subtotal, discount_amount, voucher_code,
        voucher_amount, total_amount, status, payment_provider, payment_method, created_at, paid_at)
      values ('coding', gen_random_uuid()::text, gen_random_uuid(), 'Sari', 's@sample.test', '', 300001, $1, $2, $3, 250007, $4, 'midtrans', 'QRIS',
        now() - $5 * interval '1 day', $6) returning tenant, id)
    insert into order_item (tenant, order_id, line, product_type, product_id, product_name, price, discount_amount)
      select tenant, id, line, 'courses', $7, 'Kelas', 99999 * (line - 1), 333 * (line - 1) from made, generate_series(1, $8) line`,
    [
      (n % 3) * 333,
      n % 2 ? 'LAMA' : null,
      n % 2 ? 1_000 : 0,
      status,
      (n % 90) + 1,
      paidAt,
      courses[n % courses.length],
      n % 4,
    ],
  );
}

const actions: Record<string, (n: number) => Promise<unknown>> = {
  make,
  insert,
  keep,
  pay: async (n) => {
    const id = await anyOrder(n, `status in ('unpaid', 'pending', 'expired')`);
    if (id) await admin.call(setOrderStatus, { params: { id }, body: { status: 'paid' } });
  },
  end: async (n) => {
    const id = await anyOrder(n, `status = 'paid'`);
    const status = n % 2 ? 'refunded' : 'cancelled';
    if (id) await admin.call(setOrderStatus, { params: { id }, body: { status } });
  },
  'move the payment': async (n) =>
    test.sql(`update "order" set paid_at = paid_at - $2 * interval '1 day' where id = $1`, [await anyOrder(n), n % 20]),
  'change an item': async (n) =>
    test.sql('update order_item set price = price + 1, product_id = $2 where order_id = $1 and line = 1', [
      await anyOrder(n),
      courses[n % courses.length],
    ]),
  'delete the items': async (n) => test.sql('delete from order_item where order_id = $1', [await anyOrder(n)]),
  delete: async (n) => test.sql('delete from "order" where id = $1', [await anyOrder(n)]),
};

const names = Object.keys(actions);
const step = fc.tuple(
  fc.constantFrom('make', 'make', 'pay', 'pay', 'insert', 'insert', 'end', ...names),
  fc.nat(10_000),
);

it('equal a restatement after every step of random sequences, before and after they are kept', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 12 }), async (steps) => {
      for (const [name, n] of steps) await actions[name]!(n);
      await expectExact();
      await keep();
      expect(await test.sql(`select 1 from sales_change where tenant = 'coding'`)).toEqual([]);
      await expectExact();
    }),
    { numRuns: 12, endOnFailure: true },
  );
}, 120_000);

it('equal a restatement after payments and several jobs at the same time', async () => {
  await actions['delete the items']!(1);
  for (let n = 0; n < 12; n += 1) await make(n);
  await Promise.all([
    ...Array.from({ length: 12 }, (_, n) => actions['pay']!(n)),
    ...Array.from({ length: 6 }, (_, n) => actions['end']!(n)),
    ...Array.from({ length: 4 }, keep),
  ]);
  await expectExact();
  await keep();
  expect(await test.sql(`select 1 from sales_change where tenant = 'coding'`)).toEqual([]);
  await expectExact();
}, 60_000);
