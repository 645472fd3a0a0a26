/** Tests the limit of rows that a user reads from lists of personal data within an hour, over several servers. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listOrders } from '#contract/order/endpoints.ts';
import { listSubscribers } from '#contract/subscription/endpoints.ts';
import { listUsers } from '#contract/user/endpoints.ts';
import { readConfig } from '#platform/config.ts';
import { maxRowsPerHour } from '#platform/session/read-budget.ts';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { testJwtSecret } from '#platform/testing/template.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { buildTestApp, testApp } from './app.ts';

const pageSize = 100;
const pages = maxRowsPerHour / pageSize;

let test: TestApp;
let other: TestApp['app'];
let admin: TestCaller;
beforeAll(async () => {
  test = await testApp();
  const { database, jobs } = test;
  other = await buildTestApp({ config: readConfig({ JWT_SECRET: testJwtSecret }), database, jobs, logLevel: 'silent' });
  admin = await test.as('admin');
  await test.sql(
    `insert into "order" (tenant, invoice_number, user_id, user_name, user_email, user_phone, subtotal, total_amount, status, payment_provider, payment_method)
      select 'coding', 'INV-' || n, gen_random_uuid(), 'Sari', 'sari@sample.test', '0812', 1, 1, 'paid', 'midtrans', 'qris'
      from generate_series(1, $1::int) n`,
    [maxRowsPerHour + pageSize],
  );
  await addRecord(test.sql, 'subscription', 'coding', { user_id: admin.userId });
});
afterAll(async () => {
  await other.close();
  await test.close();
});
beforeEach(() => test.sql('delete from list_read'));

const read = (page: number) => admin.call(listOrders, { query: { page, pageSize } });
const readAll = async () => {
  for (let page = 1; page <= pages; page += 1) expect((await read(page)).status).toBe(200);
};

it('ends paging through all orders with 429, also at another server and in the lists of users and subscribers', async () => {
  await readAll();
  const refused = await read(pages + 1);
  expect(refused).toMatchObject({ status: 429, body: { message: expect.stringContaining('very many rows') } });
  const wait = Number(refused.headers['retry-after']);
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(3600);
  const elsewhere = await other.inject({
    url: `/api/admin/orders?page=${pages + 1}&pageSize=${pageSize}`,
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(elsewhere.statusCode).toBe(429);
  expect((await admin.call(listUsers, {})).status).toBe(429);
  expect((await admin.call(listSubscribers, {})).status).toBe(429);
  expect(
    await test.sql(`select after ->> 'route' as route from audit where action = 'refused' and actor_id = $1`, [
      admin.userId,
    ]),
  ).toContainEqual({ route: '/api/admin/orders' });
});

it('does not count a page that is read again, and leaves pages that were read readable', async () => {
  for (let time = 0; time < 3; time += 1) await readAll();
  expect((await read(1)).body.data).toHaveLength(pageSize);
  expect((await read(pages + 1)).status).toBe(429);
});

it('is per user and forgets after an hour', async () => {
  await readAll();
  const service = await test.as('customer-service');
  expect((await service.call(listOrders, { query: { page: pages + 1, pageSize } })).status).toBe(200);
  await test.sql(`update list_read set at = now() - interval '61 minutes' where user_id = $1`, [admin.userId]);
  expect((await read(pages + 1)).status).toBe(200);
});
