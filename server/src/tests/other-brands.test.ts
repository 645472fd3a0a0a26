/** Tests that a brand with all connections blocked does not block other brands. */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '#platform/testing/app.ts';
import { testApp } from './app.ts';

let test: TestApp;
let owner: pg.Client;
beforeAll(async () => {
  test = await testApp();
  owner = new pg.Client(test.ownerUrl);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await test.close();
});

const waiters = async () =>
  (await test.sql(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`))
    .length;

it('only the brand with all connections blocked answers 503', async () => {
  const admin = await test.as('admin', 'coding');
  const readCourses = () =>
    test.app.inject({
      url: '/api/admin/course/type/flexy/',
      headers: { authorization: `Bearer ${admin.token}` },
    });
  // Connections of the brand: five in this process, ten of each server.
  const connections = process.env['SEVERAL'] ? 20 : 5;
  await owner.query('begin; lock table course in access exclusive mode');
  const held = Promise.all(Array.from({ length: 2 * connections }, readCourses));
  await expect.poll(waiters).toBe(connections);
  const signIn = await test.app.inject({
    method: 'POST',
    url: '/api/auth/login/',
    headers: { 'x-tenant': 'cyber' },
    payload: { email: 'nobody@example.com', password: 'wrong' },
  });
  expect(signIn.statusCode).toBe(401);
  expect((await test.app.inject('/api/ready')).statusCode).toBe(200);
  await owner.query('commit');
  await held;
});
