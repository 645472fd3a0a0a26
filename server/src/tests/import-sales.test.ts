/** Tests that imported past orders change the sales by the money that the preview showed, and the undo takes it back. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { undoBatch } from '#contract/batch/endpoints.ts';
import { readSales } from '#contract/order/sales.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { importRows, preview } from '../areas/user/import/testing/import-file.ts';
import { testApp } from './app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
  await addRecord(test.sql, 'course', 'coding', { name: 'Dasar Python' });
  await addRecord(test.sql, 'user', 'coding', { name: 'Siti Aminah', email: 'siti@lama.test', role: 'member' });
});
afterAll(() => test.close());

const query = { from: '2024-11-01', to: '2024-11-30' };
const sales = async (by: 'day' | 'product' = 'day') =>
  (await (await test.as('admin')).call(readSales, { query: { ...query, by } })).body;

it('changes the paid orders and their sum on their days by what the preview shows, and the undo takes both back', async () => {
  const kind = { kind: 'orders' };
  const rows = [
    ['No. Invoice', 'Email', 'Produk', 'Total', 'Status', 'Tanggal'],
    ['L-1', 'siti@lama.test', 'Dasar Python', 'Rp1.500.000', 'Lunas', '2024-11-01 00.00'],
    ['L-2', 'siti@lama.test', 'Dasar Python', '250000', 'Lunas', '2024-11-30 23.59'],
    ['L-3', 'siti@lama.test', 'Dasar Python', '70000', 'Kedaluwarsa', '2024-11-15'],
    ['L-4', 'siti@lama.test', 'Dasar Python', '90000', 'Lunas', '2024-10-31 23.59'],
  ];
  const before = await sales();
  expect(before.total).toMatchObject({ orders: 0, paid: 0 });
  const { effects } = (await preview(test, rows, kind)).body;
  expect(effects.money).toEqual([
    { status: 'paid', orders: 3, amount: 1_840_000 },
    { status: 'expired', orders: 1, amount: 70_000 },
  ]);
  const { body: batch } = await importRows(test, rows, kind);
  await expect.poll(async () => (await sales()).total).toMatchObject({ orders: 2, paid: 1_750_000, refunded: 0 });
  const after = await sales();
  const days = after.periods.filter(({ orders }) => orders > 0).map(({ from, paid }) => [from, paid]);
  expect(days).toEqual([
    ['2024-11-01', 1_500_000],
    ['2024-11-30', 250_000],
  ]);
  expect((await sales('product')).rows).toMatchObject([{ name: 'Dasar Python', orders: 2, paid: 1_750_000 }]);
  await (await test.as('admin')).call(undoBatch, { params: { id: batch.batchId } });
  await expect.poll(() => sales()).toEqual(before);
});
