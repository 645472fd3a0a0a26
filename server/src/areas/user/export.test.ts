/** Tests the export of people: the filter and its segment, the parts, the record, and who may do it. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { exportPart, listExports, orderExport, peopleExport } from '#contract/exports/endpoints.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { exportRoutes } from '../../services/exports/routes.ts';
import { userRoutes } from './routes.ts';

let test: TestApp;
let service: TestCaller;
beforeAll(async () => {
  test = await testAppOf([userRoutes, exportRoutes]);
  service = await test.as('customer-service');
});
afterAll(() => test.close());
beforeEach(() => test.sql('update session set confirmed_at = now()'));

/** Inserts members named `word` and a number, each joined a second after the other. */
const people = (word: string, many: number) =>
  test.sql(
    `insert into "user" (tenant, role, password_hash, name, email, job, joined_at)
       select 'coding', 'member', '', $1 || ' ' || n, $1 || n || '@export.test', 'Guru', '2026-01-01'::timestamptz + n * interval '1 second'
       from generate_series(1, $2::int) n`,
    [word, many],
  );
const begin = async (query: object) => (await service.call(peopleExport.begin, { query })).body;
const read = (id: string, part: number, by = service) => by.call(peopleExport.read, { params: { id }, body: { part } });

it('returns everybody who matches a segment and the other filters, newest first, in parts', async () => {
  await people('Segmen', exportPart + 2);
  const tagId = await addRecord(test.sql, 'tag', 'coding', { name: 'Alumni' });
  await test.sql(
    `insert into tag_user (tenant, tag_id, user_id) select 'coding', $1, id from "user" where name like 'Segmen %'`,
    [tagId],
  );
  const segment = await addRecord(test.sql, 'saved-view', 'coding', {
    user_id: service.userId,
    list: '/user',
    name: 'Lulusan',
    query: `tagId=${tagId}&hasCourse=false`,
  });
  const { exportId, total } = await begin({ segment, status: 'active', hasSignedIn: 'false' });
  expect(total).toBe(exportPart + 2);
  await people('Nanti', 1);
  const first = (await read(exportId, 0)).body;
  const last = (await read(exportId, 1)).body;
  expect([first.isLast, last.isLast]).toEqual([false, true]);
  const all = [...first.rows, ...last.rows];
  expect(all.map(({ name }) => name)).toEqual(
    Array.from({ length: exportPart + 2 }, (_, index) => `Segmen ${exportPart + 2 - index}`),
  );
  expect(all[0]).toMatchObject({ job: 'Guru', role: 'member', status: 1, tags: [{ name: 'Alumni' }] });
  const { body } = await (await test.as('admin')).call(listExports, { query: {} });
  expect(body.exports[0]).toMatchObject({
    kind: 'people',
    user: { name: 'Tester customer-service' },
    filter: { segment, status: 'active', hasSignedIn: 'false' },
    names: { segment: 'Lulusan' },
    total: exportPart + 2,
    rows: exportPart + 2,
    finishedAt: expect.any(String),
  });
});

it('repeats the last part when it is read again, and belongs to its owner and to people', async () => {
  await people('Ulang', 3);
  const { exportId } = await begin({ search: 'Ulang' });
  const first = (await read(exportId, 0)).body;
  expect((await read(exportId, 0)).body).toEqual(first);
  expect(await test.sql('select rows from data_export where id = $1', [exportId])).toEqual([{ rows: 3 }]);
  expect((await read(exportId, 2)).status).toBe(409);
  expect((await read(exportId, 0, await test.as('admin'))).status).toBe(404);
  const ofOrders = await addRecord(test.sql, 'export', 'coding', { user_id: service.userId, kind: 'orders' });
  expect((await read(ofOrders, 0)).status).toBe(404);
});

it('is refused for a segment that does not exist, for instructors, and without the password', async () => {
  const begun = async () => (await test.sql('select 1 from data_export')).length;
  const before = await begun();
  const segment = '01890000-0000-7000-8000-0000000000aa';
  expect(await service.call(peopleExport.begin, { query: { segment } })).toMatchObject({ status: 400 });
  const instructor = await test.as('instructor');
  expect((await instructor.call(peopleExport.begin, { query: {} })).status).toBe(403);
  await test.sql(`update session set confirmed_at = now() - interval '1 day'`);
  expect(await service.call(peopleExport.begin, { query: {} })).toMatchObject({
    status: 403,
    body: { reason: 'step-up' },
  });
  expect(await begun()).toBe(before);
});

it('is a security event of the person who exports', async () => {
  await begin({});
  const events = await test.sql(`select actor_id from audit where action = 'people-export-begun' limit 1`);
  expect(events).toEqual([{ actor_id: service.userId }]);
  expect(orderExport.begin.roles).toEqual(peopleExport.begin.roles);
});
