/** Tests the catalogue for programs: prices, changes since a cursor, withdrawals, pages and 304. */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readCatalogue } from '#contract/integration/catalogue.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { catalogueRoutes } from './routes.ts';

let test: TestApp;
let shop: TestCaller;
beforeAll(async () => {
  test = await testAppOf([catalogueRoutes]);
  shop = await test.asKey(['catalogue:read']);
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.sql(
    'delete from discount; delete from course; delete from learning_path; delete from subscription_plan; delete from product',
  );
});

const course = (over: object = {}) =>
  addRecord(test.sql, 'course', 'coding', { price: 200_000, is_published: true, ...over });
async function discount(courseId: string, over: object = {}) {
  const id = await addRecord(test.sql, 'discount', 'coding', { discount_type: 2, value: 10, is_active: true, ...over });
  await test.sql('insert into discount_course (tenant, discount_id, course_id) values ($1, $2, $3)', [
    'coding',
    id,
    courseId,
  ]);
  return id;
}
const read = async (since?: string, by = shop) => {
  const { status, body } = await by.call(readCatalogue, { query: { since } });
  expect([status, body]).toMatchObject([200, {}]);
  return body;
};
/** Cursor behind all changes: those of transactions that ran during the last read are read again. */
async function upToDate() {
  let { cursor } = await read();
  await expect
    .poll(
      async () => {
        const changes = await read(cursor);
        ({ cursor } = changes);
        return changes.items;
      },
      { timeout: 30_000 },
    )
    .toEqual([]);
  return cursor;
}
/** Final price by product; null: withdrawn. */
const pricesOf = ({ items }: Awaited<ReturnType<typeof read>>) =>
  Object.fromEntries(items.map(({ productId, finalPrice, withdrawn }) => [productId, withdrawn ? null : finalPrice]));

describe('the whole catalogue', () => {
  it('lists what is published, with its price now', async () => {
    const one = await course({ name: 'Dasar Go', slug: 'dasar-go' });
    await course({ is_published: false });
    await discount(one);
    await discount(one, { value: 50, start_date: '2096-01-01T00:00:00Z' });
    const plan = await addRecord(test.sql, 'plan', 'coding', {
      name: 'Bulanan',
      price: 99_000,
      is_published: true,
      duration_months: 1,
    });
    const path = await addRecord(test.sql, 'learning-path', 'coding', { price: 500_000, is_published: true });
    const product = await addRecord(test.sql, 'product', 'coding', { price: 25_000, is_published: true });
    const { items } = await read();
    expect(items[0]).toMatchObject({
      productType: 'courses',
      productId: one,
      name: 'Dasar Go',
      slug: 'dasar-go',
      price: 200_000,
      finalPrice: 180_000,
    });
    expect(items.map(({ productId }) => productId)).toEqual([one, path, plan, product]);
    expect(items.every((item) => !('withdrawn' in item))).toBe(true);
    expect((await read(undefined, await test.asKey(['catalogue:read'], { tenant: 'cyber' }))).items).toEqual([]);
  });

  it('comes in pages, and the last cursor leads to the changes since the first page', async () => {
    await test.sql(`insert into product (tenant, name, price, is_published)
      select 'coding', 'Produk ' || n, 1000, true from generate_series(1, 2500) n`);
    const first = await read();
    const late = await addRecord(test.sql, 'product', 'coding', { price: 1, is_published: true });
    const second = await read(first.cursor);
    const third = await read(second.cursor);
    const listed = [first, second, third].flatMap(({ items }) => items.map(({ productId }) => productId));
    expect([first.items.length, second.items.length, new Set(listed).size, listed.length]).toEqual([
      1000, 1000, 2501, 2501,
    ]);
    // Further pages: while a transaction runs elsewhere in the cluster, what changed since it began is read again.
    const prices: Record<string, number | null> = {};
    let page = third;
    do {
      page = await read(page.cursor);
      Object.assign(prices, pricesOf(page));
    } while (page.items.length === 1000);
    expect(prices).toMatchObject({ [late]: 1 });
  });

  it('returns 304 to the ETag of its items until one changes', async () => {
    const one = await course();
    const get = (etag: string) => shop.call(readCatalogue, {}, { headers: { 'if-none-match': etag } });
    const etag = String((await get('"other"')).headers['etag']);
    expect(await get(etag)).toMatchObject({ status: 304, body: undefined });
    expect((await get(`"x", W/${etag}`)).status).toBe(304);
    await test.sql('update course set price = 1 where id = $1', [one]);
    expect((await get(etag)).status).toBe(200);
  });
});

describe('since a cursor', () => {
  it('lists nothing without a change, and keeps the cursor', async () => {
    const one = await course();
    const cursor = await upToDate();
    await test.sql(`update course set description = 'Teks' where id = $1`, [one]);
    expect(await read(cursor)).toEqual({ items: [], cursor });
  });

  it('lists new prices, and what was withdrawn or deleted', async () => {
    const [dearer, hidden, gone] = [await course(), await course({ name: 'Rahasia' }), await course()];
    const cursor = await upToDate();
    await test.sql('update course set price = 300000 where id = $1', [dearer]);
    await test.sql('update course set is_published = false where id = $1', [hidden]);
    await test.sql('delete from course where id = $1', [gone]);
    const changes = await read(cursor);
    expect(pricesOf(changes)).toEqual({ [dearer]: 300_000, [hidden]: null, [gone]: null });
    expect(JSON.stringify(changes)).not.toContain('Rahasia');
  });

  it('lists prices that a discount changes: assigned, changed, taken away and deleted', async () => {
    const [one] = [await course(), await course()];
    let cursor = await upToDate();
    const changesTo = async (price: number) => {
      expect(pricesOf(await read(cursor))).toEqual({ [one]: price });
      cursor = await upToDate();
    };
    const id = await discount(one);
    await changesTo(180_000);
    await test.sql('update discount set value = 20 where id = $1', [id]);
    await changesTo(160_000);
    await test.sql('update discount set is_active = false where id = $1', [id]);
    await changesTo(200_000);
    await test.sql('update discount set is_active = true where id = $1', [id]);
    await changesTo(160_000);
    await test.sql('delete from discount_course where discount_id = $1', [id]);
    await changesTo(200_000);
    await discount(one, { name: 'Hapus' });
    await changesTo(180_000);
    await test.sql(`delete from discount where name = 'Hapus'`);
    await changesTo(200_000);
  });

  it.each([
    ['has begun', { start_date: '2026-01-01T00:00:00Z' }, 180_000],
    ['has ended', { end_date: '2026-01-01T00:00:00Z' }, 200_000],
  ])('lists a price when a discount %s by itself', async (_, period, price) => {
    const one = await course();
    await discount(one, period);
    const cursor = await upToDate();
    const [transaction] = cursor.split('-');
    expect(pricesOf(await read(`${transaction}-${Date.parse('2025-12-31T00:00:00Z')}`))).toEqual({ [one]: price });
    expect((await read(cursor)).items).toEqual([]);
  });

  it('lists a change that was committed after the cursor, though it was made before', async () => {
    const [one, other] = [await course(), await course()];
    const client = new pg.Client(test.ownerUrl);
    await client.connect();
    try {
      await client.query('begin');
      await client.query('update course set price = 111 where id = $1', [one]);
      await test.sql('update course set price = 222 where id = $1', [other]);
      const { cursor } = await read();
      await client.query('commit');
      expect(pricesOf(await read(cursor))[one]).toBe(111);
    } finally {
      await client.end();
    }
  });

  it.each(['', 'x', '1-2-3', '0-0.1-1.4.00000000-0000-0000-0000-000000000000', '999999999999999-1'])(
    'returns 400 for the cursor %j',
    async (since) => {
      expect(await shop.call(readCatalogue, { query: { since } })).toMatchObject({
        status: 400,
        problem: { errors: [{ path: 'since' }] },
      });
    },
  );
});
