/** Tests work on one order in a single call, work on many orders, and the story of an order. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as desk from '#contract/order-tracking/desk.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addUser } from '#platform/testing/user.ts';
import { orderDeskRoutes } from './routes.ts';
import { storeDocument } from './testing/stored-document.ts';

let test: TestApp;
let admin: TestCaller;
let service: TestCaller;
beforeAll(async () => {
  test = await testAppOf([orderDeskRoutes]);
  [admin, service] = [await test.as('admin'), await test.as('customer-service')];
});
beforeEach(async () => {
  for (const table of ['desk_order', 'tracking_document']) await test.sql(`delete from ${table}`);
  for (const id of ['A', 'B', 'C', 'D']) await storeDocument(test.sql, id, { status: 'unpaid' });
});
afterAll(() => test.close());

const work = (who: TestCaller, id: string, body: desk.DeskWork) => who.call(desk.workOrder, { params: { id }, body });
type Planned = Parameters<typeof planned>[1];
const planned = async (
  who: TestCaller,
  orders: { id: string; version?: number; claim?: true; holder?: string | null; followUpAt?: string | null }[],
) => (await who.call(desk.workOrders, { body: { orders } })).body;
const stateOf = async (id: string) => (await admin.call(desk.readDesk, { query: { ids: id } })).body.orders[0];
const eventsOf = async (id: string) =>
  (await admin.call(desk.readStory, { params: { id }, query: {} })).body.events.map(({ kind }) => kind);
const holders = async () =>
  Promise.all(['A', 'B', 'C', 'D'].map(async (id) => (await stateOf(id))?.claimedBy?.userId ?? null));
const soon = '2096-01-01T03:00:00.000Z';
const later = '2096-02-01T03:00:00.000Z';

describe('work on an order', () => {
  it('stores claim, contact, follow-up and note together, with an event each', async () => {
    const [template] = await test.sql(`insert into desk_template (tenant, name, status, body, follow_up_hours)
      values ('coding', 'Cicilan', 'unpaid', 'Halo', 48) returning id`);
    const contact = { templateId: String(template?.['id']) };
    const { body } = await work(service, 'A', { claim: true, contact, followUpAt: soon, note: ' Minta cicilan ' });
    expect(body).toMatchObject({ contactedCount: 1, lastTemplate: 'Cicilan', followUpAt: soon, note: 'Minta cicilan' });
    expect(body.claimedBy?.userId).toBe(service.userId);
    expect(await eventsOf('A')).toEqual(['note', 'follow-up', 'contact', 'claim']);
  });

  it('keeps the next follow-up that is sent, or its removal, instead of the one of the template', async () => {
    const [template] = await test.sql(`insert into desk_template (tenant, name, status, body, follow_up_hours)
      values ('coding', 'Dua hari', 'unpaid', 'Halo', 48) returning id`);
    const contact = { templateId: String(template?.['id']) };
    await work(service, 'A', { followUpAt: soon });
    expect((await work(service, 'A', { contact, followUpAt: soon })).body.followUpAt).toBe(soon);
    expect((await work(service, 'B', { contact, followUpAt: null })).body.followUpAt).toBeNull();
    expect((await work(service, 'C', { contact })).body.followUpAt).toMatch(/^20/);
  });

  it('stores nothing when one part is refused', async () => {
    await work(admin, 'A', { claim: true });
    const refused = await work(service, 'A', { claim: true, followUpAt: soon, note: 'Minta cicilan' });
    expect(refused).toMatchObject({ status: 409, body: { message: 'Tester admin has this order' } });
    expect(await stateOf('A')).toMatchObject({ followUpAt: null, note: '' });
    expect(await eventsOf('A')).toEqual(['claim']);
    const unknown = { templateId: '01890000-0000-7000-8000-000000000001' };
    expect((await work(service, 'B', { note: 'Catatan', contact: unknown })).status).toBe(400);
    expect(await stateOf('B')).toBeUndefined();
  });
});

describe('work on many orders', () => {
  it('claims those that are free, and names why each of the others is refused', async () => {
    await work(admin, 'B', { claim: true });
    await storeDocument(test.sql, 'C', { status: 'paid' });
    await storeDocument(test.sql, 'foreign', { status: 'unpaid' }, 'cyber');
    const ids = ['A', 'B', 'C', 'D', 'foreign'];
    const { changed, refused } = await planned(
      service,
      ids.map((id) => ({ id, claim: true })),
    );
    expect(changed.map(({ order, before }) => [order.documentId, order.claimedBy?.userId, before.holder])).toEqual(
      expect.arrayContaining(['A', 'D'].map((id) => [id, service.userId, null])),
    );
    expect(refused).toMatchObject([
      { documentId: 'B', message: 'Tester admin has this order' },
      { documentId: 'C', message: 'This order is settled (Lunas): nobody has to follow it up' },
      { documentId: 'foreign', message: 'This order does not exist' },
    ]);
    expect(await holders()).toEqual([service.userId, admin.userId, null, service.userId]);
  });

  it('hands orders over, and the sender takes them back until something else is done with them', async () => {
    await work(service, 'A', { claim: true });
    const ids = ['A', 'B', 'C'];
    const { changed } = await planned(
      service,
      ids.map((id) => ({ id, holder: admin.userId })),
    );
    expect(await holders()).toEqual([admin.userId, admin.userId, admin.userId, null]);
    await work(admin, 'C', { note: 'Sudah saya telepon' });
    const undo: Planned = changed.map(({ order, before }) => ({
      id: order.documentId,
      version: order.version,
      holder: before.holder,
    }));
    const { refused } = await planned(service, undo);
    expect(refused).toMatchObject([
      { documentId: 'C', message: 'Somebody changed it meanwhile', order: { note: 'Sudah saya telepon' } },
    ]);
    expect(await holders()).toEqual([service.userId, null, admin.userId, null]);
    expect((await planned(service, [{ id: 'C', holder: null }])).refused).toMatchObject([{ documentId: 'C' }]);
  });

  it('sets the next follow-up; an undo restores the one of each order', async () => {
    await work(service, 'A', { followUpAt: soon });
    const set = await planned(
      service,
      ['A', 'B'].map((id) => ({ id, followUpAt: later })),
    );
    expect(set.changed.map(({ order, before }) => [order.documentId, before.followUpAt]).toSorted()).toEqual([
      ['A', soon],
      ['B', null],
    ]);
    expect(await planned(service, [{ id: 'A', followUpAt: later }])).toEqual({ changed: [], refused: [] });
    await planned(
      service,
      set.changed.map(({ order, before }) => ({ id: order.documentId, followUpAt: before.followUpAt })),
    );
    expect([(await stateOf('A'))?.followUpAt, (await stateOf('B'))?.followUpAt]).toEqual([soon, null]);
  });

  it('takes 100 orders at most', async () => {
    const orders = Array.from({ length: 101 }, (_, n) => ({ id: `D${n}`, claim: true as const }));
    expect((await service.call(desk.workOrders, { body: { orders } })).status).toBe(400);
    expect(await test.sql('select from desk_order')).toEqual([]);
  });
});

describe('the story of an order', () => {
  it('has the member by e-mail, and their order of the course placed nearest to it', async () => {
    const userId = await addUser(test.sql, 'coding', { name: 'Siti Rahma', email: 'siti@story.test' });
    const stranger = await addUser(test.sql, 'coding', { name: 'Budi', email: 'budi@story.test' });
    const [course] = await test.sql(
      `insert into course (tenant, name, slug, type, price) values ('coding', 'Go', 'go-story', 0, 500000) returning id`,
    );
    const courseId = String(course?.['id']);
    const order = async (buyer: string, invoice: string, at: string) => {
      const [row] = await test.sql(
        `insert into "order" (tenant, invoice_number, user_id, user_name, user_email, user_phone, subtotal, discount_amount, voucher_amount, total_amount, status, payment_provider,
          payment_method, created_at)
          values ('coding', $1, $2, 'Siti Rahma', 'siti@story.test', '', 500000, 100000, 0, 400123, 'unpaid', '', '', $3) returning id`,
        [invoice, buyer, at],
      );
      await test.sql(
        `insert into order_item (tenant, order_id, line, product_type, product_id, product_name, price, discount_amount)
          values ('coding', $1, 1, 'courses', $2, 'Go', 500000, 100000)`,
        [row?.['id'], courseId],
      );
    };
    await order(userId, 'INV/1', '2026-01-01T00:00:00Z');
    await order(userId, 'INV/2', '2026-10-01T00:00:00Z');
    await order(stranger, 'INV/3', '2026-09-20T00:00:00Z');
    const story = async (query: object) => (await service.call(desk.readStory, { params: { id: 'A' }, query })).body;
    const contents = { email: ' Siti@Story.test', courseId, placedAt: '2026-09-20T00:00:00Z' };
    expect(await story(contents)).toMatchObject({
      member: { userId, name: 'Siti Rahma' },
      order: { invoiceNumber: 'INV/2', subtotal: 500_000, discountAmount: 100_000, totalAmount: 400_123 },
      priceToday: 500_000,
    });
    expect((await story({ ...contents, placedAt: '2026-02-01T00:00:00Z' })).order?.invoiceNumber).toBe('INV/1');
    expect((await story({ email: contents.email, courseId })).order?.invoiceNumber).toBe('INV/2');
    expect(await story({ email: 'nobody@story.test', courseId: 'GO-101' })).toMatchObject({
      member: null,
      order: null,
      priceToday: null,
    });
  });
});
