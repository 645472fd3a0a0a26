/** Tests the tenant of requests without a token, by signing in. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { login } from '#contract/kernel/auth.ts';
import { type Tenant, tenants } from '#contract/kernel/endpoint.ts';
import { readAccessToken } from '#platform/session/access-token.ts';
import { hashPassword } from '#platform/session/password.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { testJwtSecret } from '#platform/testing/template.ts';
import { testApp } from './app.ts';

describe('a request without a token', () => {
  const password = 'kuda-terbang-9';
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp({ TENANT_HOSTS: 'academy.example.com=data' });
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
    const caller = await readAccessToken(answer.json<{ accessToken: string }>().accessToken, [testJwtSecret]);
    return `${caller?.tenant} ${caller?.name}`;
  };

  it.each([
    [{ host: 'cyber.example.com' }, 'cyber'],
    [{ host: 'academy.example.com' }, 'data'],
    [{ host: 'localhost' }, 'coding'],
    [{ host: 'cyber.example.com', 'x-tenant': 'data' }, 'data'],
  ] as [Record<string, string>, Tenant][])('with %j belongs to %s', async (headers, tenant) => {
    expect(await tenantSignedIn(headers)).toBe(`${tenant} ${tenant}`);
  });

  // Several processes are behind a proxy on this machine, so that other client addresses cannot be simulated.
  it.skipIf(process.env['SEVERAL'])(
    'takes its host from a proxy on this machine, and from no other client',
    async () => {
      const headers = { host: 'localhost', 'x-forwarded-host': 'cyber.example.com' };
      expect(await tenantSignedIn(headers)).toBe('cyber cyber');
      expect(await tenantSignedIn(headers, '203.0.113.9')).toBe('coding coding');
    },
  );
});
