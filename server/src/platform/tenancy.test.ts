import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { login } from '#contract/auth.ts';
import { type Tenant, tenants } from '#contract/kernel.ts';
import { hashPassword } from './session/password.ts';
import { readAccessToken } from './session/access-token.ts';
import { type TestApp, testApp } from '../testing/app.ts';
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
  const password = 'kuda-terbang-9';
  const secret = 'a secret for tests alone, and long enough';
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp({ TENANT_HOSTS: 'academy.example.com=data', JWT_SECRET: secret });
    const hash = await hashPassword(password);
    for (const tenant of tenants) {
      await app.sql(
        `insert into "user" (tenant, email, name, password_hash, role) values ($1, 'sari@sample.test', $1, $2, 'admin')`,
        [tenant, hash],
      );
    }
  });
  afterAll(() => app.close());

  const tenantSignedIn = async (headers: Record<string, string>, remoteAddress = '127.0.0.1') => {
    const answer = await app.app.inject({
      method: 'POST',
      url: `/api${login.url}`,
      headers,
      remoteAddress,
      payload: { email: 'sari@sample.test', password },
    });
    const caller = await readAccessToken(answer.json<{ accessToken: string }>().accessToken, secret);
    return `${caller?.tenant} ${caller?.name}`;
  };

  it.each([
    [{ host: 'cyber.example.com' }, 'cyber'],
    [{ host: 'academy.example.com' }, 'data'],
    [{ host: 'localhost' }, 'coding'],
    [{ host: 'cyber.example.com', 'x-tenant': 'data' }, 'data'],
  ] as [Record<string, string>, Tenant][])('with %j is of %s', async (headers, tenant) => {
    expect(await tenantSignedIn(headers)).toBe(`${tenant} ${tenant}`);
  });

  // Before several processes stands a proxy of this machine: no address but its own can be acted.
  it.skipIf(process.env['SEVERAL'])(
    'is of the host that a proxy on this machine names, and nobody else may name one',
    async () => {
      const headers = { host: 'localhost', 'x-forwarded-host': 'cyber.example.com' };
      expect(await tenantSignedIn(headers)).toBe('cyber cyber');
      expect(await tenantSignedIn(headers, '203.0.113.9')).toBe('coding coding');
    },
  );
});
