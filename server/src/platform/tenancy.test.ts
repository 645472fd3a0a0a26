/** Proves which tenant a host and a request belong to. */
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { endpoint, type Tenant, tenants } from '#contract/kernel.ts';
import { type TestApp, testAppOf } from '#platform/testing/app.ts';
import { addUser } from '#platform/testing/user.ts';
import { serve } from './http/serve.ts';
import { tenantOfHost } from './tenancy.ts';

test.each<[host: string, tenant: Tenant]>([
  ['cyber.example.com', 'cyber'],
  ['data.example.com', 'data'],
  ['coding.example.com', 'coding'],
  ['learn-cyber.example.com', 'cyber'],
  ['admin.mydata.example.com', 'data'],
  ['CYBER.Example.Com', 'cyber'],
  ['cyber.localhost:4000', 'cyber'],
  ['example.com', 'coding'],
  ['localhost:4000', 'coding'],
  ['127.0.0.1', 'coding'],
  ['[::1]:4000', 'coding'],
  ['', 'coding'],
  ['cyb.er.example.com', 'coding'],
])('the host %s is of %s', (host, tenant) => {
  expect(tenantOfHost(host, new Map())).toBe(tenant);
});

test('a host that is mapped exactly goes before its labels, whatever its case and port', () => {
  const mapped = new Map<string, Tenant>([
    ['academy.example.com', 'data'],
    ['cyber.example.com', 'coding'],
  ]);
  expect(tenantOfHost('Academy.example.com:8443', mapped)).toBe('data');
  expect(tenantOfHost('cyber.example.com', mapped)).toBe('coding');
  expect(tenantOfHost('www.academy.example.com', mapped)).toBe('coding');
});

describe('a request without a token', () => {
  /** Whom the tenant has: in each one user, who is called like it. */
  const whoIsThere = endpoint({
    area: 'user',
    method: 'GET',
    url: '/who-is-there',
    roles: 'public',
    reply: z.object({ names: z.array(z.string()) }),
    messages: { fail: '' },
  });
  let server: TestApp;
  beforeAll(async () => {
    server = await testAppOf(
      [
        (app) =>
          serve(app, whoIsThere, async ({ db }) => ({
            names: (await db.selectFrom('user').select('name').execute()).map(({ name }) => name),
          })),
      ],
      { TENANT_HOSTS: 'academy.example.com=data' },
    );
    for (const tenant of tenants) await addUser(server.sql, tenant, { name: tenant });
  });
  afterAll(() => server.close());

  const tenantOf = async (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    (await server.app.inject({ url: `/api${whoIsThere.url}`, headers, remoteAddress })).json<{ names: string[] }>()
      .names;

  it.each([
    [{ host: 'cyber.example.com' }, 'cyber'],
    [{ host: 'academy.example.com' }, 'data'],
    [{ host: 'localhost' }, 'coding'],
    [{ host: 'cyber.example.com', 'x-tenant': 'data' }, 'data'],
  ] as [Record<string, string>, Tenant][])('with %j is of %s', async (headers, tenant) => {
    expect(await tenantOf(headers)).toEqual([tenant]);
  });

  it('is of the host that a proxy on this machine names, and nobody else may name one', async () => {
    const headers = { host: 'localhost', 'x-forwarded-host': 'cyber.example.com' };
    expect(await tenantOf(headers)).toEqual(['cyber']);
    expect(await tenantOf(headers, '203.0.113.9')).toEqual(['coding']);
  });
});
