/** Tests the lists that people choose from: published first, newest first, with a filter by publication. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assignments } from '#contract/assignment/table.ts';
import { listSaleable } from '#contract/order/new-order.ts';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { testApp } from './app.ts';

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testApp();
  admin = await test.as('admin');
});
afterAll(() => test.close());

const pickers = Object.entries(assignments).filter(([, { isSold }]) => isSold);
const published = [false, true, false, true];

it('covers every assignment of something that is sold', () => {
  expect(pickers.map(([name]) => name)).toEqual([
    'discountCourses',
    'discountPaths',
    'discountPlans',
    'discountProducts',
    'voucherCourses',
    'voucherPaths',
    'voucherPlans',
    'voucherProducts',
    'pathCourses',
    'userPaths',
    'userCourses',
  ]);
});

it.each(pickers)('%s: published ones come first, and the filter leaves one kind', async (name, link) => {
  const ownerId = await addRecord(test.sql, link.owner, 'coding', {});
  const ids: string[] = [];
  for (const [n, is_published] of published.entries())
    ids.push(await addRecord(test.sql, link.record, 'coding', { name: `${name} ${n}`, is_published }));
  const listed = async (more: object) => {
    const query = { search: name, ...link.sideQuery(false), ...more };
    const { body } = await admin.call(link.list, { params: { id: ownerId }, query });
    return link.rowsOf(body).map(({ id }) => ids.indexOf(id));
  };
  expect(await listed({})).toEqual([3, 1, 2, 0]);
  expect(await listed({ page: 2, pageSize: 3 })).toEqual([0]);
  expect(await listed({ isPublished: 'true' })).toEqual([3, 1]);
  expect(await listed({ isPublished: 'false' })).toEqual([2, 0]);
  expect(await listed({ isPublished: '' })).toEqual([3, 1, 2, 0]);
});

it('products of an order are listed by name across all kinds, published ones first', async () => {
  const add = (kind: 'course' | 'product' | 'plan' | 'learning-path', name: string, is_published: boolean) =>
    addRecord(test.sql, kind, 'coding', { name, is_published });
  await add('course', 'Jual B', true);
  await add('product', 'Jual A', false);
  await add('plan', 'Jual C', true);
  await add('learning-path', 'Jual D', false);
  await add('product', 'Jual a', true);
  const names = async (query: object) => {
    const { items } = (await admin.call(listSaleable, { query: { search: 'jual', ...query } })).body;
    return items.map(({ name, isPublished }) => `${name} ${isPublished}`);
  };
  expect(await names({ isPublished: 'true' })).toEqual(['Jual a true', 'Jual B true', 'Jual C true']);
  expect(await names({ isPublished: 'false' })).toEqual(['Jual A false', 'Jual D false']);
  expect(await names({})).toEqual(['Jual a true', 'Jual B true', 'Jual C true', 'Jual A false', 'Jual D false']);
  expect(await names({ page: 2, pageSize: 3 })).toEqual(['Jual A false', 'Jual D false']);
});
