/** Tests the timeline of an order, the access of its items, and the choice about access when a paid order ends. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallInput } from '#contract/kernel/endpoint.ts';
import { getOrder, setOrderStatus } from '#contract/order/endpoints.ts';
import { makeOrder } from '#contract/order/new-order.ts';
import { orderTimeline } from '#contract/order/timeline.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { orderRoutes } from './routes.ts';

let test: TestApp;
let cs: TestCaller;
beforeAll(async () => {
  test = await testAppOf([orderRoutes]);
  cs = await test.as('customer-service');
});
afterAll(() => test.close());

const add = (kind: Parameters<typeof addRecord>[1], values: object = {}) =>
  addRecord(test.sql, kind, 'coding', { ...values });
const member = (values: object = {}) => add('user', { role: 'member', name: 'Siti Aminah', ...values });
const types = { course: 'courses', 'learning-path': 'learning paths', plan: 'subscriptions' } as const;
type Sold = keyof typeof types;
const sold = async (kind: Sold, name: string) => ({
  productType: types[kind],
  productId: await add(kind, { name, price: 100_000, is_published: true }),
});
type Items = CallInput<typeof makeOrder>['body']['items'];
const made = async (userId: string, items: Items, over: object = {}) =>
  (
    await cs.call(makeOrder, {
      body: { userId, items, payableDays: 2, totalAmount: items.length * 100_000, ...over },
    })
  ).body.orderId;
const set = async (id: string, status: 'paid' | 'cancelled' | 'refunded', removeAccess?: boolean) => {
  const body = { status, ...(removeAccess !== undefined && { removeAccess }) };
  expect((await cs.call(setOrderStatus, { params: { id }, body })).status).toBe(200);
};
const itemsOf = async (id: string) => (await cs.call(getOrder, { params: { id } })).body.items;
const timeline = async (id: string, by = cs) => (await by.call(orderTimeline, { params: { id } })).body.entries;
/** Oldest first. */
const story = async (id: string) =>
  (await timeline(id)).toReversed().map(({ by, text }) => (by ? `— ${text}` : text).replace(/Rp[\d.]+/, 'Rp…'));
const enrolments = async (userId: string) =>
  (await test.sql('select 1 from course_user where user_id = $1', [userId])).length;

/** Order as the shop writes it, without a trail. */
async function shopOrder(userId: string, productId: string, values: object = {}) {
  const id = await add('order', { user_id: userId, user_name: 'Siti Aminah', payment_method: 'QRIS', ...values });
  await test.sql(
    `insert into order_item (tenant, order_id, line, product_type, product_id, product_name, price)
      values ('coding', $1, 1, 'courses', $2, 'Dasar Go', 100000)`,
    [id, productId],
  );
  await test.sql(`delete from audit_record where record_id = $1`, [id]);
  return id;
}

describe('the timeline of an order', () => {
  it('tells who made it, the code, the payment, the access, and the end', async () => {
    const userId = await member();
    await add('voucher', {
      code: 'CERITA10',
      discount_type: 1,
      value: 10_000,
      start_date: '2026-01-01T00:00:00Z',
      is_active: true,
      is_published: true,
      all_product: true,
    });
    const items = [await sold('course', 'Dasar Go'), await sold('learning-path', 'Jalur Data')];
    const id = await made(userId, items, { voucherCode: 'CERITA10', totalAmount: 190_000 });
    await set(id, 'paid');
    await set(id, 'refunded');
    expect(await story(id)).toEqual([
      '— made the order for Siti Aminah: Rp…',
      'The code CERITA10 took Rp… off',
      '— marked it as paid',
      '— gave access to Dasar Go and Jalur Data',
      '— marked it as refunded',
      '— removed access to Dasar Go and Jalur Data',
      'One use of the code CERITA10 was given back',
    ]);
    expect((await timeline(id)).at(-1)).toMatchObject({ kind: 'order', by: { userId: cs.userId }, note: '' });
  });

  it('tells the stored moments of an order of the shop, what it gave, and what is missing', async () => {
    const [userId, course] = [await member(), await add('course')];
    const paid = {
      status: 'refunded',
      payment_provider: 'midtrans',
      created_at: '2026-10-01T03:00:00Z',
      paid_at: '2026-10-01T04:00:00Z',
      refunded_at: '2026-10-05T04:00:00Z',
    };
    await test.sql(
      `insert into course_user (tenant, course_id, user_id, assigned_at) values ('coding', $1, $2, '2026-10-01T04:00:01Z')`,
      [course, userId],
    );
    await test.sql(`delete from audit_record where record_id = $1`, [userId]);
    expect(await story(await shopOrder(userId, course, paid))).toEqual([
      'Siti Aminah ordered for Rp…',
      'Paid by QRIS (midtrans)',
      'Access to Dasar Go was given',
      'The payment was returned',
    ]);
    const missing = await shopOrder(await member(), course, { ...paid, status: 'paid', refunded_at: null });
    expect(await story(missing)).toEqual([
      'Siti Aminah ordered for Rp…',
      'Paid by QRIS (midtrans)',
      'Access to Dasar Go is missing',
    ]);
  });

  it('has the desk’s events of the document with the same e-mail and course that is nearest in time', async () => {
    const [userId, course, colleague] = [await member(), await add('course'), await add('user', { name: 'Rina' })];
    const id = await shopOrder(userId, course, { user_email: 'Siti@sample.test', created_at: '2026-10-01T03:00:00Z' });
    const text = (stringValue: string) => ({ stringValue });
    const document = (documentId: string, courseId: string, at: string) =>
      test.sql(
        `insert into tracking_document (tenant, collection, id, fields, create_time) values ('coding', 'order_staging', $1, $2, $3)`,
        [documentId, JSON.stringify({ user_email: text('siti@sample.test'), course_id: text(courseId) }), at],
      );
    await document('NEAR', course, '2026-10-01T03:05:00Z');
    await document('FAR', course, '2026-08-01T03:00:00Z');
    await document('OTHER', await add('course'), '2026-10-01T03:00:00Z');
    for (const documentId of ['NEAR', 'FAR', 'OTHER']) {
      await test.sql(`insert into desk_order (tenant, id) values ('coding', $1)`, [documentId]);
      await test.sql(
        `insert into desk_event (tenant, order_id, at, user_id, kind, template_name, note) values ('coding', $1, '2026-10-02T03:00:00Z', $2, 'contact', 'Pengingat', $1)`,
        [documentId, colleague],
      );
    }
    expect((await itemsOf(id))[0]?.tracked).toEqual({
      documentId: 'NEAR',
      email: 'siti@sample.test',
      status: 'unpaid',
    });
    const [latest] = await timeline(id);
    expect(latest).toMatchObject({
      kind: 'desk',
      by: { userId: colleague, name: 'Rina' },
      text: 'wrote on WhatsApp: Pengingat',
      note: 'NEAR',
    });
    expect(await timeline(id)).toHaveLength(2);
  });

  it('is limited to admins and customer service, and returns 404 for an order of another brand', async () => {
    const id = await shopOrder(await member(), await add('course'));
    const status = async (by: TestCaller) => (await by.call(orderTimeline, { params: { id } })).status;
    expect(await status(await test.as('instructor'))).toBe(403);
    expect(await status(await test.as('admin', 'cyber'))).toBe(404);
    expect(JSON.stringify(await timeline(id))).not.toMatch(/request|address/);
  });
});

describe('an item', () => {
  it('is open, missing, closed or gives no access, whatever the order gave', async () => {
    const userId = await member();
    const items = [await sold('course', 'Dasar Go'), await sold('plan', 'Bulanan'), await sold('course', 'Lama')];
    const id = await made(userId, items);
    const access = async () => {
      const found = await itemsOf(id);
      return ['Dasar Go', 'Bulanan', 'Lama'].map((name) => found.find((item) => item.productName === name)?.access);
    };
    expect(await access()).toEqual(['closed', 'closed', 'closed']);
    await set(id, 'paid');
    expect(await access()).toEqual(['open', 'open', 'open']);
    await test.sql('delete from course_user where user_id = $1 and course_id = $2', [userId, items[0]!.productId]);
    await test.sql(`update subscription set start_date = '2026-01-01', end_date = '2026-02-01' where user_id = $1`, [
      userId,
    ]);
    await test.sql('update order_item set product_id = gen_random_uuid() where order_id = $1 and product_name = $2', [
      id,
      'Lama',
    ]);
    // A plan that is over was given.
    expect(await access()).toEqual(['missing', 'closed', 'none']);
  });

  it('names what else gives it: a paid order, a path, another subscription', async () => {
    const userId = await member();
    const [course, path, plan] = [
      await sold('course', 'Dasar Go'),
      await sold('learning-path', 'Jalur Data'),
      await sold('plan', 'Bulanan'),
    ];
    const id = await made(userId, [course, plan]);
    await set(id, 'paid');
    expect((await itemsOf(id)).map(({ otherGrants }) => otherGrants)).toEqual([[], []]);
    const other = await shopOrder(userId, course.productId, { status: 'paid', invoice_number: 'INV-LAIN' });
    await test.sql(
      `insert into learning_path_course (tenant, path_id, course_id, position) values ('coding', $1, $2, 1)`,
      [path.productId, course.productId],
    );
    await test.sql(`insert into learning_path_user (tenant, path_id, user_id) values ('coding', $1, $2)`, [
      path.productId,
      userId,
    ]);
    const running = await add('subscription', { user_id: userId, plan_id: plan.productId, end_date: '2096-03-01' });
    expect((await itemsOf(id)).map(({ otherGrants }) => otherGrants)).toEqual([
      [
        { kind: 'order', id: other, name: 'INV-LAIN' },
        { kind: 'learning-path', id: path.productId, name: 'Jalur Data' },
      ],
      [{ kind: 'subscription', id: running, name: '1 Mar 2096' }],
    ]);
  });
});

describe('a paid order that ends', () => {
  it('takes its access back by default', async () => {
    const userId = await member();
    const id = await made(userId, [await sold('course', 'Dasar Go')]);
    await set(id, 'paid');
    await set(id, 'cancelled');
    expect(await enrolments(userId)).toBe(0);
  });

  it('leaves access open if that was chosen, and the timeline says so', async () => {
    const userId = await member();
    const id = await made(userId, [await sold('course', 'Dasar Go'), await sold('plan', 'Bulanan')]);
    await set(id, 'paid');
    await set(id, 'cancelled', false);
    expect((await itemsOf(id)).map(({ access }) => access)).toEqual(['open', 'open']);
    expect((await story(id)).slice(-2)).toEqual([
      '— cancelled the order',
      '— left access to Dasar Go and Bulanan open',
    ]);
  });
});
