/** Tests the list of exports, who may see it, and the limit of an export. */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listExports, maxExported, orderExport } from '#contract/exports/endpoints.ts';
import { serve } from '#platform/http/serve.ts';
import { type TestApp, testAppOf } from '#platform/testing/app.ts';
import { beginExport } from './exporting.ts';
import { exportRoutes } from './routes.ts';

/** Number of rows that match in the next export. */
let matches = 0;
const countedRoutes = (app: FastifyInstance): void =>
  serve(app, orderExport.begin, (context) =>
    beginExport(context, {
      kind: 'orders',
      event: 'order-export-begun',
      named: {},
      matching: async (db) => db.selectFrom(sql`generate_series(1, ${matches}::int)`.as('row')),
    }),
  );

let test: TestApp;
beforeAll(async () => {
  test = await testAppOf([exportRoutes, countedRoutes]);
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

it('has no more rows than a sheet of Excel holds', async () => {
  const admin = await test.as('admin');
  await test.sql('update session set confirmed_at = now()');
  matches = maxExported + 1;
  expect(await admin.call(orderExport.begin, { query: {} })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('narrow the filter') },
  });
  expect(await test.sql(`select from data_export where filter = '{}'`)).toEqual([]);
  matches = maxExported;
  expect((await admin.call(orderExport.begin, { query: {} })).body.total).toBe(maxExported);
});
