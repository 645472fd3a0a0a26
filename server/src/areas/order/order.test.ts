/** Tests the list of orders, and the order detail. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getOrder, listOrders } from '#contract/order/endpoints.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { orderRoutes } from './routes.ts';

let test: TestApp;
let admin: TestCaller;

/** Inserts an order with two items; returns its id. */
async function order(
  invoice: string,
  createdAt: string,
  buyer = 'Sari Dewi',
  tenant = 'coding',
  status = 'paid',
): Promise<string> {
  const [row] = await test.sql(
    `with made as (
      insert into "order" (tenant, invoice_number, user_id, user_name, user_email, user_phone, subtotal, discount_amount, total_amount, status, payment_provider, payment_method, created_at)
      values ($1, $2, gen_random_uuid(), $3, lower(replace($3, ' ', '.')) || '@sample.test', '+6281200001111', 300000, 50000, 250000, $5, 'midtrans', 'qris', $4) returning tenant, id),
    lines as (insert into order_item (tenant, order_id, line, product_type, product_id, product_name, price, discount_amount)
      select tenant, id, line, 'courses', gen_random_uuid(), 'Kelas ' || line, 150000, 25000 from made, generate_series(1, 2) line)
    select id from made`,
    [tenant, invoice, buyer, createdAt, status],
  );
  return String(row?.['id']);
}

const invoices = async (query: object) =>
  (await admin.call(listOrders, { query })).body.data.map(({ invoiceNumber }) => invoiceNumber);

beforeAll(async () => {
  test = await testAppOf([orderRoutes]);
  admin = await test.as('admin');
  await order('INV-1', '2026-10-04T16:59:59Z');
  await order('INV-2', '2026-10-04T17:00:00Z', 'Budi Santoso');
  await order('INV-3', '2026-10-05T16:59:59Z', 'Rina 100% Wati');
  await order('INV-4', '2026-10-05T17:00:00Z');
  await order('INV-ASING', '2026-10-05T12:00:00Z', 'Sari Dewi', 'cyber');
});
afterAll(() => test.close());

describe('the list of orders', () => {
  it('is newest first, ten a page, with the total of this brand', async () => {
    const { body } = await admin.call(listOrders, { query: {} });
    expect(body).toMatchObject({ totalItems: 4, page: 1, pageSize: 10 });
    expect(body.data.map(({ invoiceNumber }) => invoiceNumber)).toEqual(['INV-4', 'INV-3', 'INV-2', 'INV-1']);
    expect(await invoices({ page: 2, pageSize: 3 })).toEqual(['INV-1']);
    expect((await admin.call(listOrders, { query: { page: 9 } })).body).toMatchObject({ totalItems: 4, data: [] });
  });

  it('filters by days in Jakarta, both inclusive', async () => {
    expect(await invoices({ startDate: '2026-10-05', endDate: '2026-10-05' })).toEqual(['INV-3', 'INV-2']);
    expect(await invoices({ startDate: '2026-10-06' })).toEqual(['INV-4']);
    expect(await invoices({ endDate: '2026-10-04' })).toEqual(['INV-1']);
  });

  it('filters by status, also with a search and days', async () => {
    const made = await Promise.all([
      order('ST-1', '2026-09-01T03:00:00Z', 'Tono', 'coding', 'unpaid'),
      order('ST-2', '2026-09-02T03:00:00Z', 'Tini', 'coding', 'unpaid'),
      order('ST-3', '2026-09-02T03:00:00Z', 'Tini', 'coding', 'refunded'),
      order('ST-4', '2026-09-02T03:00:00Z', 'Tini', 'cyber', 'unpaid'),
    ]);
    expect(await invoices({ status: 'unpaid' })).toEqual(['ST-2', 'ST-1']);
    expect(await invoices({ status: 'unpaid', pageSize: 1, page: 2 })).toEqual(['ST-1']);
    expect(await invoices({ status: 'unpaid', search: 'tono' })).toEqual(['ST-1']);
    expect(await invoices({ status: 'unpaid', startDate: '2026-09-02' })).toEqual(['ST-2']);
    expect(await invoices({ status: 'failed' })).toEqual([]);
    expect((await admin.call(listOrders, { query: { status: 'unpaid' } })).body.totalItems).toBe(2);
    // Forms send an empty value for an unselected filter.
    expect((await admin.call(listOrders, { query: { status: '' } })).body.totalItems).toBe(7);
    expect(await admin.call(listOrders, { query: { status: 'lunas' as 'paid' } })).toMatchObject({
      status: 400,
      body: { errors: [{ message: 'A status is unpaid, pending, paid, expired, cancelled, failed, refunded' }] },
    });
    await test.sql('delete from "order" where id = any($1)', [made]);
  });

  it.each([
    ['budi', ['INV-2']],
    ['SARI.DEWI@', ['INV-4', 'INV-1']],
    ['inv-3', ['INV-3']],
    ['100%', ['INV-3']],
    ['%', ['INV-3']],
    ['_', []],
  ])('finds %s', async (search, found) => {
    expect(await invoices({ search })).toEqual(found);
  });
});

describe('one order', () => {
  it('is equal to its row in the list', async () => {
    const {
      body: {
        data: [row],
      },
    } = await admin.call(listOrders, { query: { search: 'INV-2' } });
    const { body } = await admin.call(getOrder, { params: { id: row!.orderId } });
    const unknown = { discountName: null, access: 'none', otherGrants: [], tracked: null };
    const items = row!.items.map((item) => ({ ...item, ...unknown }));
    expect(body).toEqual({ ...row, items, voucherId: null, company: null, seatOf: null });
    expect(body).toMatchObject({
      invoiceNumber: 'INV-2',
      user: { name: 'Budi Santoso', phoneNumber: '+6281200001111' },
      subtotal: 300_000,
      discountAmount: 50_000,
      totalAmount: 250_000,
      status: 'paid',
      createdAt: '2026-10-04T17:00:00.000Z',
      items: [{ productName: 'Kelas 1', price: 150_000, discountAmount: 25_000 }, { productName: 'Kelas 2' }],
    });
  });

  it('returns 404 for another brand’s and an unknown order', async () => {
    const foreign = await order('INV-ASING-2', '2026-10-05T12:00:00Z', 'Sari Dewi', 'cyber');
    expect(await admin.call(getOrder, { params: { id: foreign } })).toMatchObject({
      status: 404,
      body: { message: 'This order does not exist' },
    });
  });

  it('is limited to admins and customer service', async () => {
    const {
      body: {
        data: [row],
      },
    } = await admin.call(listOrders, { query: {} });
    const statuses = await Promise.all(
      (['customer-service', 'instructor'] as const).map(
        async (role) => (await (await test.as(role)).call(getOrder, { params: { id: row!.orderId } })).status,
      ),
    );
    expect(statuses).toEqual([200, 403]);
  });
});
