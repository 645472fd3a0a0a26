/** Proves that each link of the specification is a row of one table, over tables that do not exist yet. */
import { roleName } from '#platform/database/app-role.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Assignment, assignment } from '#contract/assignment-row.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { serveAssignment } from './assignment.ts';

/** The rest of the spec's links, over tables that there are not yet: each is a row and nothing else. */
const roles = ['admin'] as const;
const voucher = {
  area: 'voucher',
  owner: 'voucher',
  roles,
  takes: 'many',
  listFailure: 'Failed to get voucher courses, paths, subs or assigned voucher products',
} as const;
const messages = {
  ok: 'Courses, Paths and Subs assigned to voucher successfully',
  fail: 'Failed to assign or unassign to voucher',
};
const at = (url: `/${string}`) => ({ list: url, assign: { url, messages }, unassign: { url, messages } });

interface Case {
  name: string;
  row: Assignment;
  table: string;
  wireKey: string;
  /** What is listed, and the row that an item makes. */
  rows: string;
  shown: object;
}

const cases: Case[] = [
  {
    name: 'voucher × courses',
    row: assignment({
      ...voucher,
      item: 'course',
      rows: 'courses',
      wireKeys: ['courseIds'],
      ...at('/admin/voucher/:id/courses/'),
    }),
    table: 'voucher_course',
    wireKey: 'courseIds',
    rows: 'courses',
    shown: { price: 150_000, finalPrice: 150_000, category: null, thumbnail: null, discountedBy: null },
  },
  {
    name: 'voucher × paths',
    row: assignment({
      ...voucher,
      item: 'path',
      rows: 'paths',
      wireKeys: ['pathIds'],
      ...at('/admin/voucher/:id/learning-path/'),
    }),
    table: 'voucher_path',
    wireKey: 'pathIds',
    rows: 'paths',
    shown: { price: 400_000, finalPrice: 400_000 },
  },
  {
    name: 'voucher × plans',
    row: assignment({
      ...voucher,
      item: 'plan',
      rows: 'subscriptions',
      wireKeys: ['subscriptionIds'],
      ...at('/admin/voucher/:id/subscriptions/'),
    }),
    table: 'voucher_plan',
    wireKey: 'subscriptionIds',
    rows: 'subscriptions',
    shown: { price: 90_000, finalPrice: 81_000, durationMonths: 3, discountedBy: { name: 'Promo Langganan' } },
  },
  {
    name: 'voucher × products',
    row: assignment({
      ...voucher,
      item: 'product',
      rows: 'products',
      wireKeys: ['productIds'],
      ...at('/admin/voucher/:id/products/'),
    }),
    table: 'voucher_product',
    wireKey: 'productIds',
    rows: 'products',
    shown: { price: 50_000, finalPrice: 50_000, category: null, thumbnail: null, isPublished: true },
  },
  {
    name: 'discount × plans',
    row: assignment({
      ...voucher,
      area: 'discount',
      owner: 'discount',
      item: 'plan',
      rows: 'subscriptions',
      wireKeys: ['subscription_ids'],
      ...at('/admin/discount/:id/subscriptions/'),
    }),
    table: 'discount_plan',
    wireKey: 'subscription_ids',
    rows: 'subscriptions',
    shown: { price: 90_000, finalPrice: 81_000, durationMonths: 3 },
  },
  {
    name: 'discount × products',
    row: assignment({
      ...voucher,
      area: 'discount',
      owner: 'discount',
      item: 'product',
      rows: 'products',
      wireKeys: ['product_ids'],
      ...at('/admin/discount/:id/products/'),
    }),
    table: 'discount_product',
    wireKey: 'product_ids',
    rows: 'products',
    shown: { price: 50_000, finalPrice: 50_000 },
  },
];

const priced = 'price int not null, is_published boolean not null default true';
const scratch = `
  call record_table('voucher', 'code text not null');
  call record_table('product', '${priced}');
  call link_table('voucher', 'course');
  call link_table('voucher', 'learning_path', 'path');
  call link_table('voucher', 'subscription_plan', 'plan');
  call link_table('voucher', 'product');
  call link_table('discount', 'subscription_plan', 'plan');
  call link_table('discount', 'product');`;

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testAppOf([(app) => cases.forEach(({ row }) => serveAssignment(app, row))]);
  await test.sql(`set app.role = '${roleName(test.name, 'app')}'; ${scratch}`);
  admin = await test.as('admin');
});
afterAll(() => test.close());

const insert = async (text: string, values: unknown[] = []) =>
  String((await test.sql(`${text} returning id`, values))[0]?.['id']);
let made = 0;

/** A new item that the case links to, and its name. */
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
    return { id: await insert(`insert into product (tenant, name, price) values ('coding', $1, 50000)`, [name]), name };
  const id = await (record === 'course'
    ? addRecord(test.sql, 'course', 'coding', { name, price: 150_000 })
    : addRecord(test.sql, 'learning-path', 'coding', { name, price: 400_000 }));
  return { id, name };
}
const anOwner = ({ row: { owner } }: Case) =>
  owner === 'voucher'
    ? insert(`insert into voucher (tenant, name, code) values ('coding', 'Voucher', 'HEMAT')`)
    : addRecord(test.sql, 'discount', 'coding');

describe.each(cases)('$name', (one) => {
  const { row, rows, wireKey, shown } = one;

  it('lists, assigns and unassigns, with the keys of the spec', async () => {
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

  it('takes all or nothing, and finds nothing of an owner that there is not', async () => {
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
