/** Tests page sizes as settings (spec §9; domain.md) for every list and picker, doubled where specified. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addRecord } from '#shared/testing/sample.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { testApp } from './app.ts';

let test: TestApp;
let authorization: string;
const ids: Record<string, string> = {};

beforeAll(async () => {
  test = await testApp({ PAGE_SIZE: '7', ASSIGN_PAGE_SIZE: '60' });
  authorization = `Bearer ${(await test.as('admin')).token}`;
  for (const kind of ['discount', 'course', 'user', 'learning-path'] as const)
    ids[kind] = await addRecord(test.sql, kind, 'coding');
});
afterAll(() => test.close());

it.each([
  ['/admin/user', 7],
  ['/admin/course/type/flexy/', 7],
  ['/admin/course/type/fast-track/', 7],
  ['/admin/orders', 14],
  ['/admin/discount', 14],
  ['/admin/discount/{discount}/courses/', 60],
  // Twice 60 exceeds the maximum of a page.
  ['/admin/discount/{discount}/learning-path/', 100],
  ['/admin/learning-path/{learning-path}/courses/', 60],
  ['/admin/user/course/{course}/', 60],
  ['/admin/user/{user}/courses', 100],
])('a page of %s has %i rows', async (url, size) => {
  const filled = url.replace(/\{(.+)\}/, (_, name: string) => ids[name] ?? '');
  const answer = await test.app.inject({ url: `/api${filled}`, headers: { authorization } });
  expect(answer.json()).toMatchObject({ page: 1, pageSize: size });
});
