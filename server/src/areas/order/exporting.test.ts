/** Tests the totals of orders, and the records of exports. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exportPart, orderExport } from '#contract/exports/endpoints.ts';
import { listOrders } from '#contract/order/endpoints.ts';
import { sumOrders } from '#contract/order/sums.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { orderRoutes } from './routes.ts';

let test: TestApp;
let admin: TestCaller;
let service: TestCaller;

beforeAll(async () => {
  test = await testAppOf([orderRoutes]);
  admin = await test.as('admin');
  service = await test.as('customer-service');
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.sql('delete from "order"');
  // The password was just confirmed.
  await test.sql('update session set confirmed_at = now()');
});

/** Inserts `many` orders, one second apart. */
const orders = (many: number, columns: Record<string, unknown> = {}) => {
  const order: Record<string, unknown> = {
    status: 'paid',
    total_amount: 100_000,
    user_name: 'Sari Dewi',
    created_at: '2026-10-05T05:00:00Z',
    ...columns,
  };
  return test.sql(
    `insert into "order" (tenant, invoice_number, user_id, user_name, user_email, user_phone, subtotal, total_amount, status, payment_provider, payment_method, created_at)
     select $1, gen_random_uuid(), gen_random_uuid(), $2, 'ada@sample.test', $3, 0, $4, $5, 'midtrans', 'qris', $6::timestamptz + n * interval '1 second'
     from generate_series(1, $7::int) n returning id`,
    [
      order['tenant'] ?? 'coding',
      order.user_name,
      order['user_phone'] ?? '0812',
      order.total_amount,
      order.status,
      order.created_at,
      many,
    ],
  );
};
const sums = async (query: object = {}) => (await admin.call(sumOrders, { query })).body.sums;
const of = (count: number, amount: number) => ({ count, amount });

describe('the totals of orders', () => {
  it('are those of all, of paid, and of open orders of this brand', async () => {
    await orders(3);
    await orders(2, { status: 'unpaid', total_amount: 70_001 });
    await orders(1, { status: 'pending', total_amount: 5 });
    await orders(1, { status: 'refunded', total_amount: 30_000 });
    await orders(4, { tenant: 'cyber' });
    expect(await sums()).toEqual({ all: of(7, 470_007), paid: of(3, 300_000), unpaid: of(3, 140_007) });
    expect(await sums({ status: 'unpaid' })).toEqual({ all: of(2, 140_002), paid: of(0, 0), unpaid: of(2, 140_002) });
  });

  it('follow changes of an order, and deletions', async () => {
    const [first, second] = await orders(2, { status: 'unpaid' });
    await test.sql(`update "order" set status = 'paid' where id = $1`, [first!['id']]);
    await test.sql(`update "order" set total_amount = 90000 where id = $1`, [second!['id']]);
    expect(await sums()).toEqual({ all: of(2, 190_000), paid: of(1, 100_000), unpaid: of(1, 90_000) });
    await test.sql('delete from "order" where id = $1', [first!['id']]);
    expect(await sums()).toEqual({ all: of(1, 90_000), paid: of(0, 0), unpaid: of(1, 90_000) });
  });

  it('use days in Jakarta, like the list', async () => {
    await orders(1, { created_at: '2026-10-04T16:59:58Z' });
    await orders(1, { created_at: '2026-10-04T16:59:59Z', total_amount: 7 });
    expect((await sums({ endDate: '2026-10-04' }))?.all).toEqual(of(1, 100_000));
    expect((await sums({ startDate: '2026-10-05' }))?.all).toEqual(of(1, 7));
  });

  it('apply the search, member and product filters', async () => {
    const [one] = await orders(1, { user_name: 'Budi Santoso', total_amount: 12_000 });
    const product = await addRecord(test.sql, 'course', 'coding');
    await test.sql(
      `insert into order_item (tenant, order_id, line, product_type, product_id, product_name, price) values ('coding', $1, 1, 'courses', $2, 'Kelas', 1)`,
      [one!['id'], product],
    );
    await orders(3);
    expect((await sums({ search: 'budi' }))?.all).toEqual(of(1, 12_000));
    expect((await sums({ productId: product }))?.all).toEqual(of(1, 12_000));
    expect((await sums({ search: 'sari', status: 'unpaid' }))?.all).toEqual(of(0, 0));
  });

  it('are null when too many orders match; filters by status and days alone have no limit', async () => {
    await orders(10_001);
    expect(await sums({ search: 'sari' })).toBeNull();
    expect((await sums({ status: 'paid' }))?.all.count).toBe(10_001);
  });
});

describe('orders', () => {
  it('are found by phone in any format, and by product', async () => {
    const [one] = await orders(1, { user_phone: '+62 812-9999-001' });
    await orders(2);
    const found = async (query: object) =>
      (await admin.call(listOrders, { query })).body.data.map(({ orderId }) => orderId);
    for (const search of ['08129999001', '62812 9999 001', '9999-001'])
      expect(await found({ search })).toEqual([one!['id']]);
    const product = await addRecord(test.sql, 'product', 'coding');
    await test.sql(
      `insert into order_item (tenant, order_id, line, product_type, product_id, product_name, price) values ('coding', $1, 1, 'products', $2, 'Kaus', 1)`,
      [one!['id'], product],
    );
    expect(await found({ productId: product })).toEqual([one!['id']]);
    expect(await found({ productId: product, status: 'unpaid' })).toEqual([]);
  });
});

describe('an export of orders', () => {
  const begin = async (query: object = {}, by = service) => (await by.call(orderExport.begin, { query })).body;
  const read = (id: string, part: number, by = service) =>
    by.call(orderExport.read, { params: { id }, body: { part } });
  const exportRow = async (id: string) => (await test.sql('select * from data_export where id = $1', [id]))[0]!;
  const begun = async () => (await test.sql('select 1 from data_export')).length;

  it('returns all matching orders, newest first, in parts, and records who read how many', async () => {
    await orders(exportPart + 5);
    await orders(3, { status: 'unpaid' });
    const { exportId, total } = await begin({ status: 'paid', startDate: '2026-10-01' });
    expect(total).toBe(exportPart + 5);
    // Orders created meanwhile are not part of the export.
    await orders(2, { created_at: '2030-01-01T00:00:00Z' });
    const first = (await read(exportId, 0)).body;
    expect(first).toMatchObject({ isLast: false });
    expect(first.rows).toHaveLength(exportPart);
    expect(await exportRow(exportId)).toMatchObject({ rows: exportPart, finished_at: null });
    const second = (await read(exportId, 1)).body;
    expect(second).toMatchObject({ isLast: true });
    const all = [...first.rows, ...second.rows];
    expect(new Set(all.map(({ orderId }) => orderId)).size).toBe(exportPart + 5);
    expect(all.map(({ createdAt }) => createdAt)).toEqual(
      all
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .toReversed(),
    );
    expect(await exportRow(exportId)).toMatchObject({
      user_id: service.userId,
      user_name: 'Tester customer-service',
      filter: { search: '', status: 'paid', startDate: '2026-10-01' },
      total: exportPart + 5,
      rows: exportPart + 5,
      finished_at: expect.any(Date),
    });
  });

  it('repeats a part whose response was lost, and counts it once', async () => {
    await orders(exportPart + 5);
    const { exportId } = await begin();
    const first = (await read(exportId, 0)).body.rows;
    const again = (await read(exportId, 0)).body.rows;
    expect(again).toEqual(first);
    expect((await exportRow(exportId)).rows).toBe(exportPart);
    expect((await read(exportId, 1)).body.rows).toEqual((await read(exportId, 1)).body.rows);
    expect((await exportRow(exportId)).rows).toBe(exportPart + 5);
    expect((await read(exportId, 0)).status).toBe(409);
    expect((await read(exportId, 3)).status).toBe(409);
  });

  it('belongs to its user, and expires', async () => {
    await orders(2);
    const { exportId } = await begin();
    expect((await read(exportId, 0, admin)).status).toBe(404);
    await test.sql(`update data_export set created_at = now() - interval '3 hours' where id = $1`, [exportId]);
    expect((await read(exportId, 0)).status).toBe(409);
    const editor = await test.as('instructor');
    expect((await editor.call(orderExport.begin, { query: {} })).status).toBe(403);
  });

  it('stores the names of the filtered member and product', async () => {
    const product = await addRecord(test.sql, 'product', 'coding', { name: 'Kaus Lectern' });
    const { exportId } = await begin({ productId: product, userId: service.userId });
    expect((await exportRow(exportId)).names).toEqual({
      userId: 'Tester customer-service',
      productId: 'Kaus Lectern',
    });
  });

  it('is empty without matching orders', async () => {
    const { exportId, total } = await begin({ status: 'failed' });
    expect(total).toBe(0);
    expect((await read(exportId, 0)).body).toEqual({ rows: [], isLast: true });
    expect((await read(exportId, 0)).body).toEqual({ rows: [], isLast: true });
  });

  it('requires a recent confirmation of the password', async () => {
    await test.sql(`update session set confirmed_at = now() - interval '1 day'`);
    const before = await begun();
    expect(await service.call(orderExport.begin, { query: {} })).toMatchObject({
      status: 403,
      body: { reason: 'step-up' },
    });
    expect(await begun()).toBe(before);
  });
});
