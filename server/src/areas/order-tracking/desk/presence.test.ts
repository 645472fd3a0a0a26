/** Tests the presence at the desk: who sees whom, for how long, and who may report. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readDesk, reportPresence } from '#contract/order-tracking/desk.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { orderDeskRoutes } from './routes.ts';

let test: TestApp;
let admin: TestCaller;
let service: TestCaller;
beforeAll(async () => {
  test = await testAppOf([orderDeskRoutes]);
  [admin, service] = [await test.as('admin'), await test.as('customer-service')];
});
beforeEach(() => test.sql('delete from desk_presence'));
afterAll(() => test.close());

const report = async (who: TestCaller, id = 'D1') =>
  (await who.call(reportPresence, { params: { id }, body: {} })).status;
const present = async (who: TestCaller, ids = 'D1/D2') => (await who.call(readDesk, { query: { ids } })).body.present;
const rowOf = (who: TestCaller, name: string, documentId = 'D1') => ({ documentId, userId: who.userId, name });

it('is shown to others who read the order, and not to the user', async () => {
  expect(await report(service)).toBe(200);
  expect(await report(admin)).toBe(200);
  expect(await present(admin)).toEqual([rowOf(service, 'Tester customer-service')]);
  expect(await present(service)).toEqual([rowOf(admin, 'Tester admin')]);
  expect(await present(admin, 'D2')).toEqual([]);
});

it('moves with the user to the next order, without an order of the desk or an entry in the trail', async () => {
  const entries = () => test.sql('select count(*) from audit');
  const before = await entries();
  await report(service);
  await report(service, 'D2');
  expect(await present(admin)).toEqual([rowOf(service, 'Tester customer-service', 'D2')]);
  expect(await test.sql('select document_id from desk_presence')).toEqual([{ document_id: 'D2' }]);
  expect(await test.sql('select id from desk_order')).toEqual([]);
  expect(await entries()).toEqual(before);
});

it('ends 15 seconds after the last report', async () => {
  const reportedAgo = (ago: string) => test.sql(`update desk_presence set seen_at = now() - $1::interval`, [ago]);
  await report(service);
  await reportedAgo('10 seconds');
  expect(await present(admin)).toHaveLength(1);
  await reportedAgo('15 seconds');
  expect(await present(admin)).toEqual([]);
  await report(service);
  expect(await present(admin)).toHaveLength(1);
});

it('is invisible to another brand', async () => {
  const stranger = await test.as('admin', 'cyber');
  await report(service);
  expect(await present(stranger)).toEqual([]);
  await report(stranger);
  expect(await present(admin)).toEqual([rowOf(service, 'Tester customer-service')]);
});

it.each(['instructor', 'member'] as const)('cannot be reported by the role %s', async (role) => {
  expect(await report(await test.as(role))).toBe(403);
  expect(await test.sql('select 1 from desk_presence')).toEqual([]);
});

it('is refused for an invalid document id', async () => {
  expect(await report(service, '__id7__')).toBe(400);
});
