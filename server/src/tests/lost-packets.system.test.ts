/** Proves that connections whose packets were swallowed are given up and replaced. */
import type { FastifyInstance } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tenant } from '#contract/kernel.ts';
import { readConfig } from '#platform/config.ts';
import { openDatabase, type Database } from '#platform/database/database.ts';
import { issueAccessToken } from '#platform/session/access-token.ts';
import { buildApp } from '../app.ts';
import { testDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { type LossyProxy, lossyProxy } from '#platform/testing/lossy-proxy.ts';
import { testJwtSecret } from '#platform/testing/template.ts';

let given: TestDatabase;
let proxy: LossyProxy;
let database: Database;
let app: FastifyInstance;

beforeAll(async () => {
  given = await testDatabase();
  const { hostname, port } = new URL(given.ownerUrl);
  proxy = await lossyProxy({ host: hostname, port: Number(port) });
  database = openDatabase((tenant) => {
    const url = new URL(given.appUrl(tenant));
    url.port = String(proxy.port);
    return url.href;
  });
  app = await buildApp({
    config: readConfig({ JWT_SECRET: testJwtSecret }),
    database,
    jobs: given.jobs,
    logLevel: 'silent',
  });
});
afterAll(async () => {
  await app.close();
  proxy.close();
  await database.close();
  await given.drop();
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

test('a network that swallowed five seconds of packets with every connection in use is survived within seconds', async () => {
  const many = (tenant: Tenant) => Array.from({ length: 10 }, () => read(tenant));
  expect(new Set((await Promise.all([...many('coding'), ...many('data')])).map(({ status }) => status))).toEqual(
    new Set([200]),
  );
  proxy.swallows = true;
  const lost = Promise.all([...many('coding'), ...many('data')]);
  // Who came before the last of them would have a connection, and wait for its answer.
  await expect.poll(() => proxy.bereft, { timeout: 2_000 }).toBeGreaterThanOrEqual(20);
  // Nobody waits for long behind those: neither for their connections nor for a new one.
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
