/** Tests that orders paid as a batch have the same effects as orders paid one by one, and so has the undo. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { undoBatch } from '#contract/batch/endpoints.ts';
import { batches } from '#contract/batch/starts.ts';
import type { OrderStatus } from '#contract/order/status.ts';
import type { SetStatus } from '#contract/order/rules.ts';
import { setOrderStatus } from '#contract/order/endpoints.ts';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { testApp } from './app.ts';

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testApp();
  admin = await test.as('admin');
});
afterAll(() => test.close());

interface Shop {
  orders: string[];
  members: string[];
  products: string[];
}

/** Shop in which orders of two members overlap: courses with and without places, a path, a plan, and used vouchers. */
async function newShop(status: OrderStatus): Promise<Shop> {
  const add = (...[kind, values]: [Parameters<typeof addRecord>[1], object?]) =>
    addRecord(test.sql, kind, 'coding', { ...values });
  const members = [await add('user', { role: 'member' }), await add('user', { role: 'member' })];
  const products = [
    ['courses', await add('course')],
    ['courses', await add('course')],
    ['courses', await add('course', { capacity: 1 })],
    ['learning paths', await add('learning-path')],
    ['subscriptions', await add('plan')],
  ] as const;
  const voucher = await add('voucher', {
    quota: status === 'expired' ? 2 : 3,
    is_repeating: true,
    quota_per_user: 5,
  });
  const orders: string[] = [];
  for (const [member, ...bought] of [[0, 0, 1], [0, 0], [1, 0, 1], [1, 2], [0, 2], [0, 3, 4], [1]] as const) {
    const order = await add('order', { user_id: members[member], status });
    orders.push(order);
    for (const [line, product] of bought.entries())
      await test.sql(
        `insert into order_item (tenant, order_id, line, product_type, product_id, product_name, price, discount_amount)
          values ('coding', $1, $2, $3, $4, 'Produk', 1, 0)`,
        [order, line + 1, ...products[product]],
      );
    // A voucher on the first three; expired orders have released it, and it allows two of them only.
    if (orders.length <= 3)
      await test.sql(
        `insert into voucher_redemption (tenant, order_id, voucher_id, user_id, amount, released_at)
          values ('coding', $1, $2, $3, 1, case when $4 then now() end)`,
        [order, voucher, members[member], status === 'expired'],
      );
  }
  return { orders, members, products: products.map(([, id]) => id) };
}

/** Facts of a shop by places in it, so that two shops can be compared. */
async function factsOf({ orders, members, products }: Shop) {
  const places = (ids: readonly string[]) => (value: unknown) => ids.indexOf(String(value));
  const [orderAt, memberAt, productAt] = [places(orders), places(members), places(products)];
  const rows = async (text: string, of: readonly string[]) => test.sql(text, [of]);
  return {
    orders: (
      await rows(
        'select id, status, paid_at is not null as is_paid from "order" where id = any($1) order by id',
        orders,
      )
    ).map(({ id, ...order }) => ({ ...order, at: orderAt(id) })),
    items: (
      await rows(
        'select order_id, product_id, is_opened from order_item where order_id = any($1) order by order_id, line',
        orders,
      )
    ).map((item) => [orderAt(item['order_id']), productAt(item['product_id']), item['is_opened']]),
    courses: (await rows('select course_id, user_id from course_user where user_id = any($1)', members))
      .map((link) => `${productAt(link['course_id'])} ${memberAt(link['user_id'])}`)
      .toSorted(),
    paths: await rows('select count(*)::int as n from learning_path_user where user_id = any($1)', members),
    subscriptions: await rows(
      'select count(*) filter (where cancelled_at is null)::int as valid from subscription where user_id = any($1)',
      members,
    ),
    uses: (
      await rows(
        'select order_id, released_at is null as is_held from voucher_redemption where order_id = any($1) order by order_id',
        orders,
      )
    ).map((use) => [orderAt(use['order_id']), use['is_held']]),
  };
}

const oneByOne = async (ids: readonly string[], status: SetStatus) => {
  for (const id of ids) await admin.call(setOrderStatus, { params: { id }, body: { status } });
};
const together = async (ids: readonly string[], value: SetStatus, removeAccess = true) => {
  const body = { ids: [...ids], expected: ids.length, value, removeAccess };
  return (await admin.call(batches.orderStatus.start, { query: {}, body })).body;
};

it.each([
  ['unpaid', ['paid']],
  ['expired', ['paid']],
  ['pending', ['cancelled']],
  ['unpaid', ['paid', 'refunded']],
  ['pending', ['paid', 'cancelled']],
] as const)('orders that are %s and become %j', async (status, steps) => {
  const [batched, single] = [await newShop(status), await newShop(status)];
  // Newest first, as batches hold them; those with effects of their own come after the others.
  for (const step of steps) {
    await together(batched.orders, step);
    const alone = new Set([3, 4, 5, ...(status === 'expired' ? [0, 1, 2] : [])].map((at) => single.orders[at]!));
    const newestFirst = single.orders.toReversed();
    await oneByOne(newestFirst.filter((id) => !alone.has(id)).toReversed(), step);
    await oneByOne(
      newestFirst.filter((id) => alone.has(id)),
      step,
    );
    expect(await factsOf(batched)).toEqual(await factsOf(single));
  }
});

it.each([
  ['unpaid', 'paid'],
  ['expired', 'paid'],
  ['pending', 'cancelled'],
] as const)('the undo of %s orders that became %s leaves them as they were', async (status, to) => {
  const shop = await newShop(status);
  const before = await factsOf(shop);
  const { batchId } = await together(shop.orders, to);
  await admin.call(undoBatch, { params: { id: batchId } });
  expect(await factsOf(shop)).toEqual(before);
});

it('paid orders that are cancelled without removing access leave it open, and the undo adds nothing', async () => {
  const shop = await newShop('pending');
  await together(shop.orders, 'paid');
  const before = await factsOf(shop);
  const { batchId, title } = await together(shop.orders, 'cancelled', false);
  expect(title).toBe('Set the status to Dibatalkan, without removing access');
  const { orders: _, uses, ...access } = await factsOf(shop);
  expect(access).toEqual({
    items: before.items,
    courses: before.courses,
    paths: before.paths,
    subscriptions: before.subscriptions,
  });
  const statuses = await test.sql('select distinct status from "order" where id = any($1)', [shop.orders]);
  expect(statuses).toEqual([{ status: 'cancelled' }]);
  expect(uses.some(([, isHeld]) => isHeld)).toBe(false);
  await admin.call(undoBatch, { params: { id: batchId } });
  expect(await factsOf(shop)).toEqual(before);
});
