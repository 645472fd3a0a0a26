/** The build's requests of first rows against the list pages. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { firstRows } from '../../build/first-rows.ts';

const rowsOf = (page: string) => firstRows(join(import.meta.dirname, '../areas', page));

test('has the address of a list with its defaults, and the page size as a multiple of the setting', async () => {
  expect(await rowsOf('order/order-list-page.tsx')).toEqual(['/api/admin/orders?page=1&pageSize=2*&sort=-createdAt']);
});

test('has the page size of a list that no setting changes', async () => {
  expect(await rowsOf('exports/exports-page.tsx')).toEqual(['/api/admin/exports?page=1&pageSize=20']);
});

test('finds the list of a record kind', async () => {
  expect(await rowsOf('discount/discount-list-page.tsx')).toEqual([
    '/api/admin/discount?page=1&pageSize=2*&sort=-createdAt',
  ]);
});

test('has nothing for a page without rows', async () => {
  expect(await rowsOf('order/order-page.tsx')).toEqual([]);
});
