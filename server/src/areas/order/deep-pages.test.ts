/** Tests that deep pages of the order list contain the same rows as a scan from the start, after inserts and deletes. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listOrders } from '#contract/order/endpoints.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { orderRoutes } from './routes.ts';

let test: TestApp;
let admin: TestCaller;

beforeAll(async () => {
  test = await testAppOf([orderRoutes]);
  admin = await test.as('admin');
  for (const [tenant, count] of [
    ['coding', 3000],
    ['cyber', 700],
  ] as const) {
    await test.sql(
      `insert into "order" (tenant, invoice_number, user_id, user_name, user_email, user_phone, subtotal, total_amount, status, payment_provider, payment_method, created_at)
      select $1, 'INV-' || n, gen_random_uuid(), 'Sari', 'sari@sample.test', '0812', 1, 1, 'paid', 'midtrans', 'qris',
        timestamptz '2026-11-02 00:00:00+00' - (n * n % 1000) * interval '7 hours' from generate_series(1, $2::int) n`,
      [tenant, count],
    );
  }
});
afterAll(() => test.close());

/** Compares a page with the expected rows, read as the database owner. */
async function compare(page: number, pageSize = 10) {
  const { body } = await admin.call(listOrders, { query: { page, pageSize } });
  const expected = await test.sql(
    `select invoice_number from "order" where tenant = 'coding' order by created_at desc, id desc limit $1 offset $2`,
    [pageSize, (page - 1) * pageSize],
  );
  expect(body.data.map(({ invoiceNumber }) => invoiceNumber)).toEqual(
    expected.map(({ invoice_number }) => invoice_number),
  );
  return body;
}

it('deep pages have the same rows as paging, at every depth', async () => {
  for (const page of [1, 50, 51, 52, 137, 200, 299, 300]) expect((await compare(page)).data).toHaveLength(10);
  expect(await compare(301)).toMatchObject({ totalItems: 3000, data: [] });
  await compare(7, 97);
});

it('deep pages stay correct after rows were added, deleted and moved to another week', async () => {
  await test.sql(`delete from "order" where tenant = 'coding' and right(invoice_number, 1) = '7'`);
  await test.sql(
    `update "order" set created_at = created_at - interval '40 days' where tenant = 'coding' and invoice_number like 'INV-1%'`,
  );
  await test.sql(
    `insert into "order" (tenant, invoice_number, user_id, user_name, user_email, user_phone, subtotal, total_amount, status, payment_provider, payment_method, created_at)
    select 'coding', 'NEW-' || n, gen_random_uuid(), 'Sari', 'sari@sample.test', '0812', 1, 1, 'paid', 'midtrans', 'qris', now() from generate_series(1, 30) n`,
  );
  for (const page of [1, 51, 60, 150, 273]) await compare(page);
  expect(await test.sql(`select sum(n)::int as n from week_count where tenant = 'coding'`)).toEqual(
    await test.sql(`select count(*)::int as n from "order" where tenant = 'coding'`),
  );
});

it('only triggers can write the counts by week', async () => {
  await expect(test.database.tenant('coding').deleteFrom('weekCount').execute()).rejects.toThrow(
    'permission denied for table week_count',
  );
});
