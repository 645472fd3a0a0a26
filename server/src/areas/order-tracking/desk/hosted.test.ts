/** Tests the desk of a brand whose documents are in a Firestore project, with a local server instead of Google. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listChase, reportRecovery, takeInOrders } from '#contract/order-tracking/chase.ts';
import * as desk from '#contract/order-tracking/desk.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { orderDeskRoutes } from './routes.ts';
import { testFirestore } from './testing/hosted-firestore.ts';
import { storeDocument } from './testing/stored-document.ts';

let firestore: Awaited<ReturnType<typeof testFirestore>>;
let test: TestApp;
let service: TestCaller;
beforeAll(async () => {
  firestore = await testFirestore();
  test = await testAppOf([orderDeskRoutes], firestore.environment);
  service = await test.as('customer-service');
});
beforeEach(async () => {
  for (const table of ['desk_order', 'chase_document']) await test.sql(`delete from ${table}`);
  firestore.documents.clear();
  firestore.documents.set('D1', { status: 'unpaid', orderedAt: '2026-11-01T03:00:00Z', userEmail: 'siti@demo.test' });
  firestore.calls.length = 0;
  Object.assign(firestore.state, { status: 200, losesReply: false });
});
afterAll(async () => {
  await test.close();
  await firestore.close();
});

const contact = (id = 'D1') =>
  service.call(desk.workOrder, { params: { id }, body: { contact: { templateId: null } } });
const see = () => service.call(desk.seeOrder, { params: { id: 'D1' }, body: {} });
const takeIn = (ids: string[]) => service.call(takeInOrders, { body: { ids, readFrom: null } });
const recovered = async () => (await service.call(reportRecovery, { query: {} })).body.total;
const stored = () => test.sql('select id, status, user_email from desk_order');

it('reads the document from the project with one call, and stores its values', async () => {
  expect((await contact()).body).toMatchObject({ documentId: 'D1', status: 'unpaid', contactedCount: 1 });
  expect(firestore.calls).toEqual([['projects/hosted/databases/(default)/documents/order_staging/D1']]);
  expect(await stored()).toEqual([{ id: 'D1', status: 'unpaid', user_email: 'siti@demo.test' }]);
  firestore.documents.set('D1', { status: 'paid' });
  expect((await see()).status).toBe(200);
  expect(await recovered()).toMatchObject({ contacted: 1, recovered: 1 });
});

it('returns 404 for an order that the project does not have, even if this database has it', async () => {
  await storeDocument(test.sql, 'invented');
  expect(await contact('invented')).toMatchObject({ status: 404, body: { message: 'This order does not exist' } });
  expect(await stored()).toEqual([]);
});

it.each([
  ['is overloaded', { status: 500 }],
  ['refuses the service account', { status: 403 }],
  ['does not have the project', { status: 404 }],
  ['loses its reply', { losesReply: true }],
])('returns 503 and changes nothing while Firestore %s', async (_what, fault) => {
  Object.assign(firestore.state, fault);
  const refusal = {
    status: 503,
    body: { message: 'The orders in Firestore cannot be read at the moment; nothing was changed' },
  };
  expect(await contact()).toMatchObject(refusal);
  expect(await takeIn(['D1'])).toMatchObject(refusal);
  expect(await stored()).toEqual([]);
  expect(await test.sql('select 1 from chase_document')).toEqual([]);
  Object.assign(firestore.state, { status: 200, losesReply: false });
  expect((await contact()).status).toBe(200);
});

it('releases an order while Firestore is away', async () => {
  await contact();
  firestore.state.status = 500;
  const { body } = await service.call(desk.workOrder, { params: { id: 'D1' }, body: { holder: null } });
  expect(body.claimedBy).toBeNull();
});

it('gets a new access token when Google refuses the one it has', async () => {
  await contact();
  firestore.revoke();
  expect((await contact()).body.contactedCount).toBe(2);
});

it('reads many documents for the chase order with one call', async () => {
  const ids = Array.from({ length: 20 }, (_, n) => `order-${n}`);
  for (const id of ids.slice(1)) firestore.documents.set(id, { status: 'unpaid' });
  expect((await takeIn(ids)).status).toBe(200);
  expect(firestore.calls).toHaveLength(1);
  expect((await service.call(listChase, { query: {} })).body.totalItems).toBe(19);
});
