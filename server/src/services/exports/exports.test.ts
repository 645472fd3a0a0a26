/** Tests the list of exports, and who may see it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listExports } from '#contract/exports/endpoints.ts';
import { type TestApp, testAppOf } from '#platform/testing/app.ts';
import { exportRoutes } from './routes.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testAppOf([exportRoutes]);
  for (const [name, tenant, daysAgo, rows, isDone] of [
    ['Rina Wati', 'coding', 3, 12, true],
    ['Budi Santoso', 'coding', 1, 400, false],
    ['Orang Lain', 'cyber', 2, 1, true],
  ])
    await test.sql(
      `insert into data_export (tenant, user_id, user_name, filter, names, total, rows, created_at, finished_at) values
         ($1, gen_random_uuid(), $2, '{"search": "putri", "status": "paid"}', '{"productId": "Kelas Python"}', $4::int + 100, $4,
          now() - make_interval(days => $3), case when $5 then now() end)`,
      [tenant, name, daysAgo, rows, isDone],
    );
});
afterAll(() => test.close());

it('lists the brand’s exports newest first, with the filter and the number of read rows', async () => {
  const admin = await test.as('admin');
  const { body } = await admin.call(listExports, { query: {} });
  expect(body).toMatchObject({ totalItems: 2, page: 1, pageSize: 20 });
  expect(
    body.exports.map(({ user, rows, total, finishedAt }) => [user.name, rows, total, finishedAt !== null]),
  ).toEqual([
    ['Budi Santoso', 400, 500, false],
    ['Rina Wati', 12, 112, true],
  ]);
  expect(body.exports[0]).toMatchObject({
    filter: { search: 'putri', status: 'paid' },
    names: { productId: 'Kelas Python' },
  });
});

it('can be searched by the name of the user who exported', async () => {
  const admin = await test.as('admin');
  const names = async (search: string) =>
    (await admin.call(listExports, { query: { search } })).body.exports.map(({ user }) => user.name);
  expect(await names('RINA')).toEqual(['Rina Wati']);
  expect(await names('%')).toEqual([]);
});

it('is limited to admins', async () => {
  for (const role of ['customer-service', 'instructor'] as const)
    expect((await (await test.as(role)).call(listExports, { query: {} })).status).toBe(403);
});
