/** Tests the report of recovered payments over HTTP. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reportRecovery } from '#contract/order-tracking/chase.ts';
import type { CallInput } from '#contract/kernel/endpoint.ts';
import * as desk from '#contract/order-tracking/desk.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { orderDeskRoutes } from './routes.ts';
import { storeDocument } from './testing/stored-document.ts';

let test: TestApp;
let service: TestCaller;
let admin: TestCaller;
beforeAll(async () => {
  test = await testAppOf([orderDeskRoutes]);
  [admin, service] = [await test.as('admin'), await test.as('customer-service')];
});
beforeEach(async () => {
  for (const table of ['desk_order', 'tracking_document']) await test.sql(`delete from ${table}`);
});
afterAll(() => test.close());

/** An order with contacts, and paid days ago or never. Times are days before today at 10.00 WIB. */
async function addOrder(
  id: string,
  { paid, value = null, contacts }: { paid?: number; value?: number | null; contacts: readonly Contact[] },
): Promise<void> {
  await test.sql(
    `insert into desk_order (tenant, id, status, paid_at, paid_value) values ('coding', $1, $2, ${at('$3')}, $4)`,
    [id, paid === undefined ? 'unpaid' : 'paid', paid ?? null, value],
  );
  for (const [days, template, who] of contacts)
    await test.sql(
      `insert into desk_event (tenant, order_id, kind, at, template_name, user_id) values ('coding', $1, 'contact', ${at('$2')}, $3, $4)`,
      [id, days, template, who.userId],
    );
}
type Contact = readonly [days: number, template: string | null, who: TestCaller];
const at = (days: string) =>
  `(((now() at time zone 'Asia/Jakarta')::date + time '10:00') at time zone 'Asia/Jakarta' - ${days}::float8 * interval '1 day')`;

const report = async (query: CallInput<typeof reportRecovery>['query'] = {}) =>
  (await service.call(reportRecovery, { query })).body;

describe('a payment', () => {
  it('is attributed to the last contact before it', async () => {
    await addOrder('A', {
      paid: 3,
      value: 500_000,
      contacts: [
        [6, 'First', admin],
        [4, 'Second', service],
        [2, 'Thanks', admin],
      ],
    });
    const { total, byTemplate, byPerson, byHour } = await report();
    expect(total).toEqual({ contacted: 1, recovered: 1, value: 500_000 });
    expect(byTemplate).toEqual([
      { template: 'Second', contacted: 1, recovered: 1, value: 500_000 },
      { template: 'First', contacted: 1, recovered: 0, value: 0 },
      { template: 'Thanks', contacted: 1, recovered: 0, value: 0 },
    ]);
    expect(byPerson).toMatchObject([
      { userId: service.userId, name: 'Tester customer-service', contacted: 1, recovered: 1 },
      { userId: admin.userId, name: 'Tester admin', contacted: 1, recovered: 0 },
    ]);
    expect(byHour).toEqual([{ hour: 10, contacted: 1, recovered: 1, value: 500_000 }]);
  });

  it.each([
    ['1', 1, 0],
    ['3', 1, 1],
    ['7', 1, 1],
  ] as const)(
    'made 2 days after the contact, with a window of %s days: %s contacted, %s recovered',
    async (within, contacted, recovered) => {
      await addOrder('A', { paid: 2, contacts: [[4, 'T', service]] });
      expect((await report({ within })).total).toMatchObject({ contacted, recovered });
    },
  );

  it('is not counted if it precedes the contact, or if the contact precedes the period', async () => {
    await addOrder('before', { paid: 5, contacts: [[4, null, service]] });
    await addOrder('early', { paid: 2, contacts: [[8, null, service]] });
    expect((await report({ period: '7', within: '14' })).byTemplate).toEqual([
      { template: null, contacted: 1, recovered: 0, value: 0 },
    ]);
    expect((await report({ period: '30', within: '14' })).total).toMatchObject({ contacted: 2, recovered: 1 });
  });

  it('is counted under the Jakarta hour of its contact', async () => {
    await addOrder('A', { paid: 1, contacts: [[1.25, 'T', service]] });
    await addOrder('B', {
      contacts: [
        [2, 'T', service],
        [3, 'T', service],
      ],
    });
    expect((await report()).byHour).toEqual([
      { hour: 4, contacted: 1, recovered: 1, value: 0 },
      { hour: 10, contacted: 1, recovered: 0, value: 0 },
    ]);
  });
});

describe('the desk', () => {
  const params = { id: 'D1' };
  const contact = () => service.call(desk.workOrder, { params, body: { contact: { templateId: null } } });
  const setTo = async (status: 'paid' | 'unpaid', courseId = '') => {
    await storeDocument(test.sql, 'D1', { status, courseId });
    await service.call(desk.noteStatus, { params, body: {} });
  };
  beforeEach(() => storeDocument(test.sql, 'D1'));

  it('stores the course price with a payment, and clears both when the status returns to unpaid', async () => {
    const [course] = await test.sql(
      `insert into course (tenant, name, slug, type, price) values ('coding', 'Kursus', 'kursus-lunas', 0, 750000) returning id`,
    );
    await contact();
    await setTo('paid', String(course?.['id']));
    expect((await report()).total).toEqual({ contacted: 1, recovered: 1, value: 750_000 });
    await setTo('unpaid');
    expect((await report()).total).toEqual({ contacted: 1, recovered: 0, value: 0 });
  });

  it('counts a payment written by another system once the desk has read the document', async () => {
    await contact();
    await storeDocument(test.sql, 'D1', { status: 'paid' });
    await service.call(desk.seeOrder, { params, body: {} });
    expect((await report()).total).toMatchObject({ recovered: 1 });
  });

  it('does not count a payment before the contact, also if the desk knew the order as unpaid', async () => {
    await service.call(desk.workOrder, { params, body: { note: 'Tanya cicilan' } });
    await storeDocument(test.sql, 'D1', { status: 'paid' });
    await contact();
    expect((await report()).total).toMatchObject({ contacted: 1, recovered: 0 });
  });

  it('counts neither an invented order nor an invented payment', async () => {
    const snapshot = { status: 'paid', orderedAt: null, userEmail: '', servicePhone: '', courseId: '' };
    const invented = { id: 'invented' };
    await service.call(desk.workOrder, {
      params: invented,
      body: { contact: { templateId: null }, snapshot } as never,
    });
    await service.call(desk.noteStatus, { params: invented, body: { status: 'paid', snapshot } as never });
    expect((await report()).total).toEqual({ contacted: 0, recovered: 0, value: 0 });
    await contact();
    await service.call(desk.noteStatus, { params, body: { status: 'paid', snapshot } as never });
    await service.call(desk.seeOrder, { params, body: { snapshot } as never });
    expect((await report()).total).toEqual({ contacted: 1, recovered: 0, value: 0 });
  });
});

it('returns zero counts for another brand, and 403 for roles without order tracking', async () => {
  await addOrder('A', { contacts: [[1, 'T', service]] });
  const stranger = await test.as('admin', 'cyber');
  expect((await stranger.call(reportRecovery, {})).body.total).toEqual({ contacted: 0, recovered: 0, value: 0 });
  expect((await (await test.as('instructor')).call(reportRecovery, {})).status).toBe(403);
});
