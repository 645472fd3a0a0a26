/** Tests every link of vouchers and discounts: its URLs, the spec's keys, its link table, and all-or-nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Assignment } from '#contract/kernel/assignment-row.ts';
import { assignments } from '#contract/assignment/table.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addRecord } from '../testing/sample.ts';
import { serveAssignment } from './assign.ts';

interface Case {
  name: string;
  row: Assignment;
  table: string;
  /** Wire key and path in the spec. */
  wireKey: string;
  url: string;
  /** Key of the list, and the expected row of an item. */
  rows: string;
  shown: object;
}

const cases: Case[] = [
  {
    name: 'voucher × courses',
    row: assignments.voucherCourses,
    table: 'voucher_course',
    wireKey: 'courseIds',
    url: '/admin/voucher/:id/courses/',
    rows: 'courses',
    shown: { price: 150_000, finalPrice: 150_000, category: null, thumbnail: null, discountedBy: null },
  },
  {
    name: 'voucher × paths',
    row: assignments.voucherPaths,
    table: 'voucher_path',
    wireKey: 'pathIds',
    url: '/admin/voucher/:id/learning-path/',
    rows: 'paths',
    shown: { price: 400_000, finalPrice: 400_000 },
  },
  {
    name: 'voucher × plans',
    row: assignments.voucherPlans,
    table: 'voucher_plan',
    wireKey: 'subscriptionIds',
    url: '/admin/voucher/:id/subscriptions/',
    rows: 'subscriptions',
    shown: { price: 90_000, finalPrice: 81_000, durationMonths: 3, discountedBy: { name: 'Promo Langganan' } },
  },
  {
    name: 'voucher × products',
    row: assignments.voucherProducts,
    table: 'voucher_product',
    wireKey: 'productIds',
    url: '/admin/voucher/:id/products/',
    rows: 'products',
    shown: { price: 50_000, finalPrice: 50_000, category: null, thumbnail: null, isPublished: true },
  },
  {
    name: 'discount × courses',
    row: assignments.discountCourses,
    table: 'discount_course',
    wireKey: 'course_ids',
    url: '/admin/discount/:id/courses/',
    rows: 'courses',
    shown: { price: 150_000, finalPrice: 150_000 },
  },
  {
    name: 'discount × paths',
    row: assignments.discountPaths,
    table: 'discount_path',
    wireKey: 'path_ids',
    url: '/admin/discount/:id/learning-path/',
    rows: 'paths',
    shown: { price: 400_000, finalPrice: 400_000 },
  },
  {
    name: 'discount × plans',
    row: assignments.discountPlans,
    table: 'discount_plan',
    wireKey: 'subscription_ids',
    url: '/admin/discount/:id/subscriptions/',
    rows: 'subscriptions',
    shown: { price: 90_000, finalPrice: 81_000, durationMonths: 3 },
  },
  {
    name: 'discount × products',
    row: assignments.discountProducts,
    table: 'discount_product',
    wireKey: 'product_ids',
    url: '/admin/discount/:id/products/',
    rows: 'products',
    shown: { price: 50_000, finalPrice: 50_000 },
  },
];

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testAppOf([(app) => cases.forEach(({ row }) => serveAssignment(app, row))]);
  admin = await test.as('admin');
});
afterAll(() => test.close());

const insert = async (text: string, values: unknown[] = []) =>
  String((await test.sql(`${text} returning id`, values))[0]?.['id']);
let made = 0;

/** Creates an item that the case links to. */
async function anItem({ row: { record } }: Case): Promise<{ id: string; name: string }> {
  made += 1;
  const name = `Barang ${made} .`;
  if (record === 'plan') {
    const id = await insert(
      `insert into subscription_plan (tenant, name, price, duration_months, is_published) values ('coding', $1, 90000, 3, true)`,
      [name],
    );
    const discount = await insert(
      `insert into discount (tenant, name, value, discount_type, product_type, is_active) values ('coding', 'Promo Langganan', 10, 2, 'subscriptions', true)`,
    );
    await test.sql(`insert into discount_plan (tenant, discount_id, plan_id) values ('coding', $1, $2)`, [
      discount,
      id,
    ]);
    return { id, name };
  }
  if (record === 'product')
    return {
      id: await insert(`insert into product (tenant, name, price, is_published) values ('coding', $1, 50000, true)`, [
        name,
      ]),
      name,
    };
  const id = await (record === 'course'
    ? addRecord(test.sql, 'course', 'coding', { name, price: 150_000 })
    : addRecord(test.sql, 'learning-path', 'coding', { name, price: 400_000 }));
  return { id, name };
}
const anOwner = ({ row: { owner } }: Case) => addRecord(test.sql, owner, 'coding');

describe.each(cases)('$name', (one) => {
  const { row, rows, wireKey, url, shown } = one;

  it('lists, assigns and unassigns with the keys of the spec', async () => {
    const id = await anOwner(one);
    const [item, other] = [await anItem(one), await anItem(one)];
    const list = async (isAssigned: boolean, search: string) => {
      const { status, body } = await admin.call(row.list, {
        params: { id },
        query: { search, isAssigned: String(isAssigned) } as object,
      });
      expect(status).toBe(200);
      return body[rows] as { id: string }[];
    };
    expect(await list(false, item.name)).toMatchObject([{ ...shown, ...item, isAssigned: false, conflict: null }]);
    const input = { params: { id }, body: { [wireKey]: [item.id, item.id] } };
    expect((await admin.call(row.assign, input)).body).toEqual({ changed: 1 });
    expect((await admin.call(row.assign, input)).body).toEqual({ changed: 0 });
    expect(await list(true, '')).toMatchObject([{ ...shown, ...item, isAssigned: true }]);
    expect((await list(false, 'barang')).map((found) => found.id)).not.toContain(item.id);
    expect((await list(false, other.name)).map((found) => found.id)).toEqual([other.id]);
    expect((await admin.call(row.unassign, input)).body).toEqual({ changed: 1 });
    expect(await list(true, '')).toEqual([]);
  });

  it('uses the URLs of the specification', () =>
    expect([row.list, row.assign, row.unassign].map(({ method, url: at }) => `${method} ${at}`)).toEqual([
      `GET ${url}`,
      `PUT ${url}`,
      `DELETE ${url}`,
    ]));

  it('assigns all or nothing, and returns 404 for an unknown owner', async () => {
    const id = await anOwner(one);
    const item = await anItem(one);
    const nothing = '01890000-0000-7000-8000-00000000dead';
    const refused = await admin.call(row.assign, { params: { id }, body: { [wireKey]: [item.id, nothing] } });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: wireKey }] } });
    expect(await test.sql(`select 1 from ${one.table} where ${row.owner}_id = $1`, [id])).toEqual([]);
    const absent = { params: { id: nothing }, body: { [wireKey]: [item.id] } };
    expect((await admin.call(row.list, { params: { id: nothing }, query: {} })).status).toBe(404);
    expect((await admin.call(row.assign, absent)).status).toBe(404);
  });
});
