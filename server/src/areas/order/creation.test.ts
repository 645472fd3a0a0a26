/** Tests orders made for a member: price, voucher, access, concurrency, expiry, and the choice of products. */
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from '#contract/kernel/days.ts';
import type { CallInput } from '#contract/kernel/endpoint.ts';
import { getOrder } from '#contract/order/endpoints.ts';
import { listSaleable, makeOrder, quoteOrder } from '#contract/order/new-order.ts';
import { setOrderStatus } from '#contract/order/endpoints.ts';
import type { OrderStatus } from '#contract/order/status.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addVoucher, basketOf } from '#shared/testing/sale.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { expireOrders } from './jobs.ts';
import { orderRoutes } from './routes.ts';

let test: TestApp;
let cs: TestCaller;
beforeAll(async () => {
  test = await testAppOf([orderRoutes]);
  cs = await test.as('customer-service');
});
afterAll(() => test.close());

const column = async (text: string, values: readonly unknown[] = []) =>
  (await test.sql(text, [...values])).map((row) => Object.values(row)[0]);
const course = (over: object = {}) =>
  addRecord(test.sql, 'course', 'coding', { price: 200_000, is_published: false, ...over });
/** Creates a published course. */
const sold = (over: object = {}) => course({ is_published: true, ...over });
const member = (over: object = {}) => addRecord(test.sql, 'user', 'coding', { role: 'member', ...over });
const voucher = (over: Record<string, unknown>) => addVoucher(test.sql, over);

type Draft = CallInput<typeof makeOrder>['body'];
const make = (draft: Partial<Draft> & Pick<Draft, 'userId' | 'items'>, by = cs) =>
  by.call(makeOrder, { body: { payableDays: 2, totalAmount: 200_000, ...draft } });
/** Retries like a browser when the server is overloaded. */
const makeInTime: typeof make = async (...call) => {
  const answer = await make(...call);
  if (answer.status !== 503) return answer;
  await setTimeout(300);
  return makeInTime(...call);
};
const made = async (draft: Parameters<typeof make>[0]) => {
  const { status, body } = await make(draft);
  expect([status, body]).toMatchObject([201, {}]);
  return body.orderId;
};
const read = async (id: string) => (await cs.call(getOrder, { params: { id } })).body;
type Settable = CallInput<typeof setOrderStatus>['body']['status'];
const set = (id: string, status: Settable) => cs.call(setOrderStatus, { params: { id }, body: { status } });
const hasCourse = async (userId: string, courseId: string) =>
  (await test.sql('select 1 from course_user where user_id = $1 and course_id = $2', [userId, courseId])).length > 0;
const usesOf = async (id: string) => (await column('select used_count from voucher where id = $1', [id]))[0];

describe('the price of a basket', () => {
  it('has a line for each step, and creates no order', async () => {
    const [one, two] = [await sold({ name: 'Dasar Go' }), await sold({ name: 'Dasar SQL', price: 99_999 })];
    const discount = await addRecord(test.sql, 'discount', 'coding', { discount_type: 2, value: 15, is_active: true });
    await test.sql('insert into discount_course (tenant, discount_id, course_id) values ($1, $2, $3)', [
      'coding',
      discount,
      two,
    ]);
    await voucher({ code: 'TANGGA1' });
    const orders = await column('select count(*)::int from "order"');
    const { status, body } = await cs.call(quoteOrder, { body: { items: basketOf(one, two), voucherCode: 'tangga1' } });
    expect([status, body]).toMatchObject([
      200,
      {
        subtotal: 299_999,
        discountAmount: 15_000,
        voucherAmount: 50_000,
        totalAmount: 234_999,
        voucher: { code: 'TANGGA1' },
        voucherProblem: null,
        refusals: [],
      },
    ]);
    expect(body.lines.map(({ kind, amount }) => [kind, amount]).toSorted()).toEqual([
      ['discount', -14_999],
      ['list price', 200_000],
      ['list price', 99_999],
      ['rounding', -1],
      ['voucher', -50_000],
    ]);
    expect(await column('select count(*)::int from "order"')).toEqual(orders);
  });

  it('contains the reason why a code does not apply, with a text for the member', async () => {
    const one = await sold({ name: 'Dasar Rust' });
    await voucher({ code: 'MINIMAL1', min_purchase: 250_000 });
    const { body } = await cs.call(quoteOrder, { body: { items: basketOf(one), voucherCode: 'MINIMAL1' } });
    expect(body.voucherProblem).toBe('Its products cost Rp200.000 of the required Rp250.000: Rp50.000 more.');
    expect(body.refusals).toMatchObject([
      {
        kind: 'voucher',
        failures: [
          { condition: 'purchase', member: 'Tambah belanja Rp50.000 lagi untuk memakainya (minimal Rp250.000).' },
        ],
      },
    ]);
    const unknown = await cs.call(quoteOrder, { body: { items: basketOf(one), voucherCode: 'TIDAKADA' } });
    expect(unknown.body).toMatchObject({
      totalAmount: 200_000,
      voucherProblem: 'There is no voucher with the code TIDAKADA.',
    });
  });

  it('is calculated for the requested moment, now by default', async () => {
    const one = await sold();
    await voucher({ code: 'NANTI1', start_date: '2027-01-01T00:00:00Z' });
    const at = async (moment: string | null) =>
      (await cs.call(quoteOrder, { body: { items: basketOf(one), voucherCode: 'NANTI1', at: moment } })).body
        .totalAmount;
    expect([await at(null), await at('2026-12-31T23:59:59Z'), await at('2027-01-01T00:00:00Z')]).toEqual([
      200_000, 200_000, 150_000,
    ]);
  });

  it('contains a problem for each item that the member cannot buy', async () => {
    const userId = await member();
    const [own, draft, full] = [await sold(), await course(), await sold({ capacity: 1 })];
    for (const [user, id] of [
      [userId, own],
      [await member(), full],
    ])
      await test.sql(`insert into course_user (tenant, user_id, course_id) values ('coding', $1, $2)`, [user, id]);
    const { body } = await cs.call(quoteOrder, { body: { userId, items: basketOf(own, draft, full) } });
    expect(Object.fromEntries(body.items.map(({ productId, problem }) => [productId, problem]))).toEqual({
      [own]: 'This member has it already',
      [draft]: 'This is a draft: it is not sold',
      [full]: 'This course is full: 1 of 1 places are taken',
    });
    expect((await make({ userId, items: basketOf(draft) })).status).toBe(409);
  });

  it('returns 400 for duplicate, unknown or more than 20 items, and for a total above the maximum', async () => {
    const one = await sold();
    const dear = await Promise.all([1, 2, 3].map(() => sold({ price: 900_000_000 })));
    const many = await Promise.all(Array.from({ length: 21 }, () => sold()));
    const elsewhere = await addRecord(test.sql, 'course', 'cyber');
    expect((await cs.call(quoteOrder, { body: { items: basketOf(...many.slice(1)) } })).status).toBe(200);
    for (const bad of [basketOf(one, one), basketOf(elsewhere), basketOf(...dear), basketOf(...many)])
      expect(await cs.call(quoteOrder, { body: { items: bad } })).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'items' }] },
      });
  });
});

describe('an order', () => {
  it('is created at the quoted price, with the day’s next invoice number and a unique code', async () => {
    const userId = await member({ name: 'Sari Dewi' });
    const one = await sold({ name: 'Dasar Kotlin' });
    const id = await voucher({ code: 'BUAT1' });
    const ids = [await made({ userId, items: basketOf(one), voucherCode: 'buat1', totalAmount: 150_000 })];
    ids.push(await made({ userId, items: basketOf(one) }));
    const [first, second] = [await read(ids[0]!), await read(ids[1]!)];
    expect(first).toMatchObject({
      user: { id: userId, name: 'Sari Dewi' },
      subtotal: 200_000,
      discountAmount: 0,
      voucherCode: 'BUAT1',
      voucherId: id,
      voucherAmount: 50_000,
      status: 'unpaid',
      paymentProvider: 'manual',
      items: [{ productName: 'Dasar Kotlin', price: 200_000, isOpened: false }],
    });
    const inTwoDays = new Date(Date.now() + 7 * 3_600_000 + 2 * dayMs).toISOString().slice(0, 10);
    expect(first.expiredAt).toBe(`${inTwoDays}T16:59:59.999Z`);
    expect(first.uniqueCode).toBeGreaterThanOrEqual(1);
    expect(first.uniqueCode).toBeLessThanOrEqual(999);
    expect(first.totalAmount).toBe(150_000 + (first.uniqueCode ?? 0));
    const day = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '');
    const number = ({ invoiceNumber }: typeof first) => Number(invoiceNumber.replace(`INV/coding/${day}/`, ''));
    expect(number(second)).toBe(number(first) + 1);
    expect(await usesOf(id)).toBe(1);
  });

  it('gets the number after the shop’s highest of the day', async () => {
    const day = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '');
    await test.sql(
      `insert into "order" (tenant, invoice_number, user_id, user_name, user_email, user_phone, subtotal, total_amount, status, payment_provider, payment_method)
      select 'data', n, gen_random_uuid(), '', '', '', 1, 1, 'paid', 'midtrans', 'qris' from unnest($1::text[]) n`,
      [[`INV/data/${day}/0041`, `INV/data/${day}/0043`, `INV/data/${day}/x9`, 'INV/data/19990101/0099']],
    );
    const data = await test.as('admin', 'data');
    const userId = await addRecord(test.sql, 'user', 'data', { role: 'member' });
    const product = await addRecord(test.sql, 'product', 'data', { price: 5000, is_published: true });
    const { body } = await data.call(makeOrder, {
      body: {
        userId,
        items: [{ productType: 'products', productId: product }],
        payableDays: 0,
        totalAmount: 5000,
      },
    });
    expect(body.invoiceNumber).toBe(`INV/data/${day}/0044`);
  });

  it.each<[string, (one: string, userId: string) => Partial<Draft>, number, string]>([
    ['for another price than the quoted one', () => ({ totalAmount: 199_999 }), 409, 'totalAmount'],
    ['with a code that does not apply', () => ({ voucherCode: 'TIDAKADA' }), 409, 'voucherCode'],
    ['without items', () => ({ items: [] }), 400, 'items'],
    ['with more than 90 payable days', () => ({ payableDays: 91 }), 400, 'payableDays'],
    ['with negative payable days', () => ({ payableDays: -1 }), 400, 'payableDays'],
    ['for an unknown user', () => ({ userId: '01890000-0000-7000-8000-000000000000' }), 400, 'userId'],
  ])('returns an error %s, and stores nothing', async (_, over, status, path) => {
    const [userId, one] = [await member(), await sold()];
    const before = await column('select count(*)::int from "order" union all select sum(last)::int from invoice_day');
    expect(await make({ userId, items: basketOf(one), ...over(one, userId) })).toMatchObject({
      status,
      body: { errors: [{ path }] },
    });
    expect(await column('select count(*)::int from "order" union all select sum(last)::int from invoice_day')).toEqual(
      before,
    );
  });

  it('can be created only for members of the brand, by admins and customer service', async () => {
    const one = await sold();
    const staff = await member({ role: 'instructor' });
    expect(await make({ userId: staff, items: basketOf(one) })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'userId', message: 'Only members order' }] },
    });
    const userId = await member();
    expect((await make({ userId, items: basketOf(one) }, await test.as('instructor'))).status).toBe(403);
    expect((await make({ userId, items: basketOf(one) }, await test.as('admin', 'cyber'))).status).toBe(400);
  });

  it('is paid at once if its total is 0: opens its items, without a unique code or an expiry', async () => {
    const userId = await member();
    const one = await sold({ price: 0 });
    const free = { price: 0, is_published: true };
    const path = await addRecord(test.sql, 'learning-path', 'coding', free);
    const plan = await addRecord(test.sql, 'plan', 'coding', free);
    const product = await addRecord(test.sql, 'product', 'coding', free);
    const others = [
      { productType: 'learning paths' as const, productId: path },
      { productType: 'subscriptions' as const, productId: plan },
      { productType: 'products' as const, productId: product },
    ];
    const id = await made({ userId, items: [...basketOf(one), ...others], payableDays: 0, totalAmount: 0 });
    const order = await read(id);
    expect(order).toMatchObject({ status: 'paid', uniqueCode: null, totalAmount: 0, expiredAt: null });
    expect(order.paidAt).toEqual(expect.any(String));
    expect(Object.fromEntries(order.items.map(({ productType, isOpened }) => [productType, isOpened]))).toEqual({
      courses: true,
      'learning paths': true,
      subscriptions: true,
      products: false,
    });
    expect(await hasCourse(userId, one)).toBe(true);
    expect(await column('select path_id from learning_path_user where user_id = $1', [userId])).toEqual([path]);
    expect(await column('select order_id from subscription where user_id = $1', [userId])).toEqual([id]);
    const statuses = `select after ->> 'status' from audit where table_name = 'order' and record_id = $1 order by id`;
    expect(await column(statuses, [id])).toEqual(['unpaid', 'paid']);
  });

  it('is paid at once with a voucher of 100 percent, which counts as used; a refund gives both back', async () => {
    const [userId, one] = [await member(), await sold()];
    const id = await voucher({ code: 'GRATIS1', discount_type: 2, value: 100, quota: 1 });
    const order = await made({ userId, items: basketOf(one), voucherCode: 'GRATIS1', totalAmount: 0 });
    expect(await read(order)).toMatchObject({ status: 'paid', voucherId: id, voucherAmount: 200_000 });
    expect([await usesOf(id), await hasCourse(userId, one)]).toEqual([1, true]);
    expect((await set(order, 'refunded')).status).toBe(200);
    expect([await usesOf(id), await hasCourse(userId, one)]).toEqual([0, false]);
  });

  it('is made once for one member and course, although the voucher has uses left', async () => {
    const [userId, one] = [await member(), await sold()];
    const uses = { quota: 2, is_repeating: true, quota_per_user: 2 };
    const id = await voucher({ code: 'GRATIS2', discount_type: 2, value: 100, ...uses });
    const draft = { userId, items: basketOf(one), voucherCode: 'GRATIS2', totalAmount: 0 };
    const all = await Promise.all(Array.from({ length: 5 }, () => makeInTime(draft)));
    expect(all.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
    expect(await column(`select status from "order" where user_id = $1`, [userId])).toEqual(['paid']);
    expect(await usesOf(id)).toBe(1);
  });

  it('of Rp0 for the last place of a course is made once: the other is refused and stores nothing', async () => {
    const one = await sold({ price: 0, capacity: 1 });
    const before = (await column('select count(*)::int from "order"'))[0] as number;
    const all = await Promise.all(
      [await member(), await member(), await member()].map((userId) =>
        makeInTime({ userId, items: basketOf(one), totalAmount: 0 }),
      ),
    );
    expect(all.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(await column('select count(*)::int from "order"')).toEqual([before + 1]);
    expect(await column('select count(*)::int from course_user where course_id = $1', [one])).toEqual([1]);
  });
});

describe('the status of an order', () => {
  it('paid grants access to every item, and refunded revokes it; each item’s isOpened follows', async () => {
    const userId = await member();
    const [one, two] = [await sold(), await sold()];
    const path = await addRecord(test.sql, 'learning-path', 'coding', { price: 0, is_published: true });
    const plan = await addRecord(test.sql, 'plan', 'coding', { price: 0, duration_months: 3, is_published: true });
    const others = [
      { productType: 'learning paths' as const, productId: path },
      { productType: 'subscriptions' as const, productId: plan },
    ];
    const id = await made({ userId, items: [...basketOf(one, two), ...others], totalAmount: 400_000 });
    const paid = await set(id, 'paid');
    expect([paid.status, paid.body.items.map(({ isOpened }) => isOpened)]).toEqual([200, [true, true, true, true]]);
    expect(Date.now() - Date.parse(String(paid.body.paidAt))).toBeLessThan(60_000);
    expect([await hasCourse(userId, one), await hasCourse(userId, two)]).toEqual([true, true]);
    expect(await column('select 1 from learning_path_user where user_id = $1', [userId])).toHaveLength(1);
    const subscribed = `select (end_date + 1 = start_date + interval '3 months')::text || (cancelled_at is null) from subscription where user_id = $1`;
    expect(await column(subscribed, [userId])).toEqual(['truetrue']);
    const refunded = await set(id, 'refunded');
    expect(refunded.body.items.map(({ isOpened }) => isOpened)).toEqual([false, false, false, false]);
    expect([await hasCourse(userId, one), await hasCourse(userId, two)]).toEqual([false, false]);
    expect(await column('select 1 from learning_path_user where user_id = $1', [userId])).toHaveLength(0);
    expect(await column(subscribed, [userId])).toEqual(['truefalse']);
  });

  it('refunded revokes only access that the order granted and no other paid order covers', async () => {
    const userId = await member();
    const [byHand, twice] = [await sold(), await sold()];
    const id = await made({ userId, items: basketOf(byHand, twice), totalAmount: 400_000 });
    const other = await made({ userId, items: basketOf(twice) });
    await test.sql(`insert into course_user (tenant, user_id, course_id) values ('coding', $1, $2)`, [userId, byHand]);
    await set(id, 'paid');
    await set(other, 'paid');
    await set(id, 'refunded');
    expect([await hasCourse(userId, byHand), await hasCourse(userId, twice)]).toEqual([true, true]);
    expect((await read(other)).items).toMatchObject([{ isOpened: true }]);
    await set(other, 'cancelled');
    expect(await hasCourse(userId, twice)).toBe(false);
  });

  it('becomes paid while a course is full, opens the others, and its member waits for a place', async () => {
    const userId = await member();
    const [free, full] = [await sold(), await sold({ capacity: 1 })];
    const id = await made({ userId, items: basketOf(free, full), totalAmount: 400_000 });
    await test.sql(`insert into course_user (tenant, user_id, course_id) values ('coding', $1, $2)`, [
      await member(),
      full,
    ]);
    expect(await set(id, 'paid')).toMatchObject({ status: 200, body: { status: 'paid' } });
    expect([await hasCourse(userId, free), await hasCourse(userId, full)]).toEqual([true, false]);
    expect(await column('select order_id from course_waiting where course_id = $1', [full])).toEqual([id]);
  });

  it('cancelled releases the use of the voucher; paid takes it again, or returns 409 if none is left', async () => {
    const id = await voucher({ code: 'KEMBALI1', quota: 1 });
    const one = await sold();
    const order = async () =>
      make({ userId: await member(), items: basketOf(one), voucherCode: 'KEMBALI1', totalAmount: 150_000 });
    const first = (await order()).body.orderId;
    expect(await order()).toMatchObject({ status: 409, body: { errors: [{ path: 'voucherCode' }] } });
    await test.sql(`update "order" set status = 'failed' where id = $1`, [first]);
    await test.sql('update voucher_redemption set released_at = now() where order_id = $1', [first]);
    expect(await usesOf(id)).toBe(0);
    const second = (await order()).body.orderId;
    expect(await set(first, 'paid')).toMatchObject({
      status: 409,
      body: { message: 'This voucher was used as often as it may be' },
    });
    await set(second, 'cancelled');
    expect(await usesOf(id)).toBe(0);
    expect((await set(first, 'paid')).status).toBe(200);
    expect(await usesOf(id)).toBe(1);
  });

  it.each<[OrderStatus, Settable]>([
    ['cancelled', 'paid'],
    ['refunded', 'paid'],
    ['paid', 'unpaid'],
    ['unpaid', 'refunded'],
  ])('cannot change from %s to %s (409)', async (from, to) => {
    const id = await made({ userId: await member(), items: basketOf(await sold()) });
    await test.sql('update "order" set status = $2 where id = $1', [id, from]);
    expect((await set(id, to)).status).toBe(409);
    expect((await read(id)).status).toBe(from);
  });

  it('returns 412 for an earlier version', async () => {
    const id = await made({ userId: await member(), items: basketOf(await sold()) });
    const { version } = await read(id);
    await set(id, 'pending');
    const late = await cs.call(
      setOrderStatus,
      { params: { id }, body: { status: 'paid' } },
      { ifMatch: `"v${version}"` },
    );
    expect([late.status, (await read(id)).status]).toEqual([412, 'pending']);
  });
});

describe('concurrent requests', () => {
  it('of 300 orders with a voucher that has 20 uses left, 20 are created', async () => {
    const id = await voucher({ code: 'SERBU1', quota: 20 });
    const one = await sold();
    const users = await Promise.all(Array.from({ length: 300 }, () => member()));
    const answers = await Promise.all(
      users.map((userId) => makeInTime({ userId, items: basketOf(one), voucherCode: 'SERBU1', totalAmount: 150_000 })),
    );
    const counts = Map.groupBy(answers, ({ status }) => status);
    expect([...counts].map(([status, all]) => [status, all.length]).toSorted()).toEqual([
      [201, 20],
      [409, 280],
    ]);
    expect(await usesOf(id)).toBe(20);
    const made20 = counts.get(201)!.map(({ body }) => body.orderId);
    const codes = await column('select unique_code from "order" where id = any($1)', [made20]);
    expect(new Set(codes).size).toBe(20);
    // Concurrent cancellations release each use once.
    await Promise.all(made20.flatMap((order) => [set(order, 'cancelled'), set(order, 'cancelled')]));
    expect(await usesOf(id)).toBe(0);
  }, 120_000);

  it('of 20 orders of one member, as many are created as the voucher’s quota per user', async () => {
    const id = await voucher({ code: 'SENDIRI1', is_repeating: true, quota_per_user: 3 });
    const [one, userId] = [await sold(), await member()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        make({ userId, items: basketOf(one), voucherCode: 'SENDIRI1', totalAmount: 150_000 }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(await usesOf(id)).toBe(3);
  });

  it('20 orders have consecutive invoice numbers', async () => {
    const one = await sold();
    const users = await Promise.all(Array.from({ length: 20 }, () => member()));
    const answers = await Promise.all(users.map((userId) => make({ userId, items: basketOf(one) })));
    const numbers = answers.map(({ body }) => Number(body.invoiceNumber.split('/')[3])).toSorted((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, n) => numbers[0]! + n));
  });

  it('two orders of one course, paid and then refunded, revoke its access', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [one, userId] = [await sold(), await member()];
      const ids = [await made({ userId, items: basketOf(one) }), await made({ userId, items: basketOf(one) })];
      await Promise.all(ids.map((id) => set(id, 'paid')));
      expect(await hasCourse(userId, one)).toBe(true);
      await Promise.all(ids.map((id) => set(id, 'refunded')));
      expect(await hasCourse(userId, one)).toBe(false);
    }
  });

  it('10 requests to set an order to paid succeed, and its item stays open', async () => {
    const [one, userId] = [await sold(), await member()];
    const id = await made({ userId, items: basketOf(one) });
    const answers = await Promise.all(Array.from({ length: 10 }, () => set(id, 'paid')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await read(id)).items).toMatchObject([{ isOpened: true }]);
  });
});

it('expireOrders expires overdue unpaid orders and releases their vouchers, except the shop’s orders', async () => {
  const id = await voucher({ code: 'LEWAT1' });
  const one = await sold();
  const order = async () =>
    made({ userId: await member(), items: basketOf(one), voucherCode: 'LEWAT1', totalAmount: 150_000 });
  const [late, paid, inTime, ofTheShop] = [await order(), await order(), await order(), await order()];
  await set(paid, 'paid');
  await test.sql(`update "order" set expired_at = now() - interval '1 minute' where id = any($1)`, [
    [late, paid, ofTheShop],
  ]);
  await test.sql('update "order" set is_ours = false where id = $1', [ofTheShop]);
  // The job reads nothing else of its context.
  await expireOrders.run({ db: test.database.tenant('coding') } as never);
  const statuses = await Promise.all([late, paid, inTime, ofTheShop].map(async (one) => (await read(one)).status));
  expect(statuses).toEqual(['expired', 'paid', 'unpaid', 'unpaid']);
  expect(await usesOf(id)).toBe(3);
});

it('a tenant’s role may not update the number of uses of a voucher', async () => {
  const id = await voucher({ code: 'TULIS1' });
  await expect(
    test.database.tenant('coding').updateTable('voucher').set({ usedCount: 5 }).where('id', '=', id).execute(),
  ).rejects.toThrow('permission denied');
});

it('published products are found by name, with their current price; drafts are not', async () => {
  const one = await sold({ name: 'Cari Aku Dijual' });
  await course({ name: 'Cari Aku Draf' });
  const product = await addRecord(test.sql, 'product', 'coding', {
    name: 'Cari Aku Buku',
    price: 7000,
    is_published: true,
  });
  const discount = await addRecord(test.sql, 'discount', 'coding', {
    discount_type: 0,
    value: 120_000,
    is_active: true,
  });
  await test.sql('insert into discount_course (tenant, discount_id, course_id) values ($1, $2, $3)', [
    'coding',
    discount,
    one,
  ]);
  const { body } = await cs.call(listSaleable, { query: { search: 'cari aku', isPublished: 'true' } });
  expect([body.totalItems, body.items]).toEqual([
    2,
    [
      {
        productType: 'products',
        productId: product,
        name: 'Cari Aku Buku',
        price: 7000,
        finalPrice: 7000,
        isPublished: true,
      },
      {
        productType: 'courses',
        productId: one,
        name: 'Cari Aku Dijual',
        price: 200_000,
        finalPrice: 120_000,
        isPublished: true,
      },
    ],
  ]);
});
