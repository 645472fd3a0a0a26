/** Tests that connections whose packets were lost are closed and replaced. */
import type { FastifyInstance } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { readConfig } from '#platform/config.ts';
import { openDatabase, type Database } from '#platform/database/database.ts';
import { issueAccessToken } from '#platform/session/access-token.ts';
import { testDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { type LossyProxy, lossyProxy } from '#platform/testing/lossy-proxy.ts';
import { testJwtSecret } from '#platform/testing/template.ts';
import { buildTestApp } from './app.ts';

let upstream: TestDatabase;
let proxy: LossyProxy;
let database: Database;
let app: FastifyInstance;

beforeAll(async () => {
  upstream = await testDatabase();
  const { hostname, port } = new URL(upstream.ownerUrl);
  proxy = await lossyProxy({ host: hostname, port: Number(port) });
  database = openDatabase((tenant) => {
    const url = new URL(upstream.appUrl(tenant));
    url.port = String(proxy.port);
    return url.href;
  });
  app = await buildTestApp({
    config: readConfig({ JWT_SECRET: testJwtSecret }),
    database,
    jobs: upstream.jobs,
    logLevel: 'silent',
  });
});
afterAll(async () => {
  await app.close();
  proxy.close();
  await database.close();
  await upstream.drop();
});

async function read(tenant: Tenant): Promise<{ status: number; ms: number }> {
  const token = await issueAccessToken(
    {
      userId: '01890000-0000-7000-8000-000000000001',
      sessionId: '01890000-0000-7000-8000-000000000002',
      name: 'P',
      tenant,
      role: 'admin',
    },
    testJwtSecret,
  );
  const begun = performance.now();
  const { statusCode } = await app.inject({
    url: '/api/admin/discount',
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: statusCode, ms: performance.now() - begun };
}

test('recovers within seconds from a network that lost five seconds of packets with every connection in use', async () => {
  const many = (tenant: Tenant) => Array.from({ length: 10 }, () => read(tenant));
  expect(new Set((await Promise.all([...many('coding'), ...many('data')])).map(({ status }) => status))).toEqual(
    new Set([200]),
  );
  proxy.swallows = true;
  const lost = Promise.all([...many('coding'), ...many('data')]);
  // An earlier request would still get a connection and wait for its answer.
  await expect.poll(() => proxy.bereft, { timeout: 2_000 }).toBeGreaterThanOrEqual(20);
  // Later requests wait neither for those connections nor for a new one.
  for (const { status, ms } of await Promise.all([read('coding'), read('cyber')])) {
    expect(status).toBe(503);
    expect(ms).toBeLessThan(3_000);
  }
  await sleep(3_000);
  proxy.swallows = false;
  const flows = performance.now();
  expect((await read('cyber')).status).toBe(200);
  await expect.poll(async () => (await read('coding')).status, { timeout: 60_000 }).toBe(200);
  expect(performance.now() - flows).toBeLessThan(10_000);
  expect(new Set((await lost).map(({ status }) => status))).toEqual(new Set([503]));
  expect(new Set((await Promise.all([...many('coding'), ...many('data')])).map(({ status }) => status))).toEqual(
    new Set([200]),
  );
}, 120_000);
