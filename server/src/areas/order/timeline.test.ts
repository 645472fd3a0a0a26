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
async function shopOrder(
  userId: string,
  productId: string,
  { isOpened = false, ...values }: { [column: string]: unknown; isOpened?: boolean } = {},
) {
  const id = await add('order', { user_id: userId, user_name: 'Siti Aminah', payment_method: 'QRIS', ...values });
  await test.sql(
    `insert into order_item (tenant, order_id, line, product_type, product_id, product_name, price, is_opened)
      values ('coding', $1, 1, 'courses', $2, 'Dasar Go', 100000, $3)`,
    [id, productId, isOpened],
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
      '— recorded a payment of Rp… by Transfer Bank',
      '— marked it as refunded',
      '— removed access to Dasar Go and Jalur Data',
      'One use of the code CERITA10 was given back',
      '— recorded a refund of Rp…',
    ]);
    expect((await timeline(id)).at(-1)).toMatchObject({ kind: 'order', by: { userId: cs.userId }, note: '' });
  });

  it('tells a payment that was reported and had no effect, with the reason', async () => {
    const id = await shopOrder(await member(), await add('course'));
    await test.sql(
      `insert into payment_notice (tenant, order_id, provider, method, reference, status, amount, is_applied, refusal, raw)
        values ('coding', $1, 'Toko', 'QRIS', 'bayar-1', 'paid', 5, false, 'The order costs more', '{}'),
          ('coding', $1, 'Toko', 'QRIS', 'bayar-2', 'pending', 5, true, null, '{}')`,
      [id],
    );
    expect((await timeline(id)).filter(({ kind }) => kind === 'payment')).toMatchObject([
      {
        text: 'reported a payment of Rp5 (bayar-1), which had no effect',
        note: 'The order costs more',
        by: { userId: null, name: 'Toko' },
      },
    ]);
  });

  it('tells who made a payment link', async () => {
    const id = await shopOrder(await member(), await add('course'));
    await test.sql(
      `insert into payment_link (tenant, order_id, attempt, reference, gateway, amount, expires_at, created_by)
        values ('coding', $1, 1, 'coding-order-1', 'xendit', 5, now(), $2)`,
      [id, cs.userId],
    );
    expect((await timeline(id)).filter(({ kind }) => kind === 'payment')).toMatchObject([
      { text: 'made a payment link of Xendit', by: { userId: cs.userId } },
    ]);
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
    expect(await story(await shopOrder(userId, course, { ...paid, isOpened: true }))).toEqual([
      '— ordered for Rp…',
      'Paid by QRIS (midtrans)',
      'Access to Dasar Go was given',
      'The payment was returned',
    ]);
    const missing = await shopOrder(await member(), course, { ...paid, status: 'paid', refunded_at: null });
    expect(await story(missing)).toEqual([
      '— ordered for Rp…',
      'Paid by QRIS (midtrans)',
      'Access to Dasar Go is missing',
    ]);
  });

  it.each([
    ['cancelled', {}, 'The order was cancelled', '2026-10-03T04:00:00.000Z'],
    ['failed', {}, 'The payment failed', '2026-10-03T04:00:00.000Z'],
    ['refunded', {}, 'The payment was returned', '2026-10-03T04:00:00.000Z'],
    ['expired', {}, 'The time to pay ended', '2026-10-03T04:00:00.000Z'],
    ['expired', { expired_at: '2026-10-02T04:00:00Z' }, 'The time to pay ended', '2026-10-02T04:00:00.000Z'],
  ])('tells that an order without a trail is %s (%j)', async (status, over, text, at) => {
    const stored = { status, created_at: '2026-10-01T03:00:00Z', updated_at: '2026-10-03T04:00:00Z', ...over };
    const id = await shopOrder(await member(), await add('course'), stored);
    expect((await timeline(id)).map((one) => [one.text, one.at]).slice(0, -1)).toEqual([[text, at]]);
  });

  it('tells only access that the order gave, and from the order on', async () => {
    const [userId, course] = [await member(), await add('course')];
    await test.sql(
      `insert into course_user (tenant, course_id, user_id, assigned_at) values ('coding', $1, $2, '2026-10-02T03:00:00Z')`,
      [course, userId],
    );
    await test.sql(`delete from audit_record where record_id = $1`, [userId]);
    const after = (day: string, isOpened: boolean) =>
      shopOrder(userId, course, { status: 'paid', created_at: `2026-10-${day}T03:00:00Z`, isOpened });
    const grant = 'Access to Dasar Go was given';
    expect(await story(await after('01', true))).toContain(grant);
    expect(await story(await after('01', false))).not.toContain(grant);
    const later = await after('03', true);
    expect(await story(later)).not.toContain(grant);
    await set(later, 'cancelled', false);
    expect(await story(later)).toContain('— left access to Dasar Go open');
  });

  it('tells a subscription from the payment on, and its removal, without a trail of how it began', async () => {
    const [userId, { productId: planId }] = [await member(), await sold('plan', 'Bulanan')];
    const paid = { status: 'paid', created_at: '2026-10-01T03:00:00Z', paid_at: '2026-10-01T04:00:00Z' };
    const id = await shopOrder(userId, planId, { ...paid, payment_provider: 'manual', isOpened: true });
    await test.sql(
      `update order_item set product_type = 'subscriptions', product_name = 'Bulanan' where order_id = $1`,
      [id],
    );
    const values = { user_id: userId, plan_id: planId, order_id: id, start_date: '2026-10-01', end_date: '2096-10-31' };
    const subscription = await add('subscription', values);
    for (const recordId of [id, subscription])
      await test.sql(`delete from audit_record where record_id = $1`, [recordId]);
    expect((await story(id)).slice(1)).toEqual(['Paid by QRIS', 'Access to Bulanan was given']);
    await set(id, 'cancelled');
    expect((await story(id)).slice(-2)).toEqual(['— cancelled the order', '— removed access to Bulanan']);
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

  it('is missing while another subscription of the plan runs, and unpublished when its course is a draft', async () => {
    const userId = await member();
    const items = [await sold('plan', 'Bulanan'), await sold('course', 'Dasar Go')];
    const [first, second] = [await made(userId, items.slice(0, 1)), await made(userId, items)];
    for (const id of [first, second]) await set(id, 'paid');
    await test.sql('delete from subscription where order_id = $1', [first]);
    await test.sql('update subscription set start_date = current_date - 3 where order_id = $1', [second]);
    await test.sql('update course set is_published = false where id = $1', [items[1]!.productId]);
    const access = async (id: string) => (await itemsOf(id)).map((item) => item.access).toSorted();
    expect([await access(first), await access(second)]).toEqual([['missing'], ['open', 'unpublished']]);
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
    expect((await story(id)).slice(-3)).toEqual([
      '— cancelled the order',
      '— left access to Dasar Go and Bulanan open',
      '— recorded a refund of Rp…',
    ]);
  });

  it('leaves only access open that the member had', async () => {
    const userId = await member();
    const items = [await sold('course', 'Dasar Go'), await sold('course', 'Dasar SQL')];
    const id = await made(userId, items);
    await set(id, 'paid');
    const end = (productId: string) =>
      test.sql('delete from course_user where user_id = $1 and course_id = $2', [userId, productId]);
    await end(items[0]!.productId);
    await set(id, 'cancelled', false);
    await end(items[1]!.productId);
    expect(await story(id)).toContain('— left access to Dasar SQL open');
  });
});
