/** Tests each endpoint of the contract by role, tenant, token and reply. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { SignJWT } from 'jose';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Endpoint, type Role, mayCall, roles } from '#contract/kernel/endpoint.ts';
import { type ApiScope, scopeNames } from '#contract/kernel/scopes.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { testApp } from './app.ts';
import { allEndpoints } from '#contract/operations.ts';
import { everyEndpoint } from './endpoints.ts';
import { Probe, type Request, faultOf } from './probe.ts';
import { fillTenants } from '#shared/testing/sample.ts';
import type { WireInput } from './valid-input.ts';

const endpoints = await everyEndpoint();
const guarded = endpoints.filter(({ entry }) => entry.roles !== 'public');

let test: TestApp;
let probe: Probe;
let badTokens: ReturnType<typeof makeBadTokens>;
/** Authorization headers of API keys. */
let keys: Record<'whole' | 'revoked' | 'ofCyber', string> & { without: Map<ApiScope | undefined, string> };
const served: string[] = [];

/** Collects routes as they are registered. */
const listen = (message: unknown) =>
  (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }: RouteOptions) => {
    for (const one of [method].flat()) served.push(`${one} ${url}`);
  });

beforeAll(async () => {
  subscribe('fastify.initialization', listen);
  test = await testApp();
  unsubscribe('fastify.initialization', listen);
  await fillTenants(test.sql);
  probe = new Probe(test);
  for (const role of roles) await test.as(role);
  badTokens = makeBadTokens();
  keys = await makeKeys();
});
afterAll(() => test.close());

const routeOf = (entry: Endpoint) => `${entry.method} /api${entry.url}`;

/** Sends requests that must be refused with `status`, one after the other. */
async function refuses(
  entry: Endpoint,
  input: WireInput,
  status: number,
  requests: Record<string, Request>,
  as?: Role,
): Promise<void> {
  for (const [what, request] of Object.entries(requests)) {
    const answer = await probe.send(entry, input, request, as);
    expect({ what, status: answer.status, fault: faultOf(entry, answer) }).toEqual({ what, status, fault: undefined });
    if (as === 'member') expect(answer.body).toMatchObject({ message: 'Unauthorized' });
  }
}

describe('the contract', () => {
  it('has endpoints, including those in tables', () => {
    expect(endpoints.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'kernel/auth.login',
        'user.listUsers',
        'assignment/table.assignments.discountCourses.assign',
      ]),
    );
  });

  it('reports failures of sign-in, orders, tracking, submissions and users as 500, and of no other area (spec §8)', () => {
    const areas = new Set(['order', 'order-tracking', 'submission', 'user']);
    const namesOf = (some: typeof endpoints) => some.map(({ name }) => name);
    const meant = endpoints.filter(({ name, entry }) => name === 'kernel/auth.login' || areas.has(entry.area));
    expect(meant.length).toBeGreaterThan(10);
    expect(namesOf(endpoints.filter(({ entry }) => entry.failsAs === 500))).toEqual(namesOf(meant));
  });

  // Separate server processes do not expose their routes to the test.
  it.skipIf(process.env['SEVERAL'])('is served whole', () => {
    expect(endpoints.map(({ entry }) => routeOf(entry)).filter((route) => !served.includes(route))).toEqual([]);
  });

  it.skipIf(process.env['SEVERAL'])(
    'is everything that is served under /api, except for routes of operators, developers and WhatsApp',
    async () => {
      const beside =
        /^(GET|HEAD|OPTIONS) \/api\/(health|ready|metrics|openapi\.json|docs)(\/|$)|^(GET|HEAD|POST) \/api\/webhooks\/whatsapp\//;
      const known = new Set((await allEndpoints()).map(({ entry }) => routeOf(entry)));
      const head = (route: string) => route.replace(/^HEAD/, 'GET');
      expect(
        served.filter((route) => route.includes(' /api') && !known.has(head(route)) && !beside.test(route)),
      ).toEqual([]);
    },
  );
});

describe.each(endpoints)('$name', ({ entry }) => {
  it('answers valid input according to the contract, with and without the trailing slash', async () => {
    for (const slash of [true, false]) {
      const answer = await probe.send(entry, await probe.prepare(entry), { slash });
      expect({ status: answer.status, fault: faultOf(entry, answer) }).toEqual({
        status: entry.success ?? 200,
        fault: undefined,
      });
      if (entry.versioned && entry.method === 'GET') expect(answer.headers['etag']).toMatch(/^"v\d+"$/);
    }
  });

  it('refuses an unknown tenant', async () => {
    const input = await probe.prepare(entry);
    await probe.changedTables();
    await refuses(entry, input, 403, {
      finance: { headers: { 'x-tenant': 'finance' } },
      none: { headers: { 'x-tenant': '' } },
    });
    expect(await probe.changedTables()).toEqual([]);
  });
});

describe.each(guarded)('$name', ({ entry }) => {
  let input: WireInput;
  beforeAll(async () => {
    input = await probe.prepare(entry);
    await probe.changedTables();
  });

  it.each(roles.filter((role) => !mayCall(entry, role)))('refuses the role %s', async (role) => {
    await refuses(entry, input, 403, { role: {} }, role);
  });

  it('refuses every invalid token', async () => {
    const tokens = Object.entries(await badTokens).map(
      ([what, authorization]) => [what, { headers: { authorization } }] as const,
    );
    await refuses(entry, input, 401, Object.fromEntries(tokens));
  });

  it('refuses API keys that are revoked, of another brand, or without its scope', async () => {
    await refuses(entry, input, 401, {
      revoked: { headers: { authorization: keys.revoked } },
      'of cyber': { headers: { authorization: keys.ofCyber, 'x-tenant': 'coding' } },
    });
    const isOpen = entry.scope !== undefined && !entry.stepUp;
    const other = isOpen ? keys.without.get(entry.scope) : keys.whole;
    await refuses(entry, input, 403, { 'without the scope': { headers: { authorization: other } } });
  });

  it('refuses the header of another tenant', async () => {
    // A key of another brand is unknown.
    await refuses(entry, input, entry.roles === 'key' ? 401 : 403, { cyber: { headers: { 'x-tenant': 'cyber' } } });
  });

  // Counting the rows of every table takes longer than a call, so it is done once for all refusals.
  it('changes no row in refused calls', async () => {
    expect(await probe.changedTables()).toEqual([]);
  });

  it.each(roles.filter((role) => mayCall(entry, role)))('admits the role %s', async (role) => {
    expect((await probe.send(entry, await probe.prepare(entry, 'coding', role), {}, role)).status).toBe(
      entry.success ?? 200,
    );
  });

  it.runIf(entry.scope && !entry.stepUp)('admits an API key with its scope', async () => {
    expect((await probe.send(entry, await probe.prepare(entry), {}, 'key')).status).toBe(entry.success ?? 200);
  });
});

async function makeKeys(): Promise<typeof keys> {
  const headerOf = async (...input: Parameters<TestApp['asKey']>) => `Bearer ${(await test.asKey(...input)).token}`;
  const without = new Map<ApiScope | undefined, string>();
  for (const scope of scopeNames) without.set(scope, await headerOf(scopeNames.filter((one) => one !== scope)));
  return {
    whole: await headerOf(scopeNames),
    revoked: await headerOf(scopeNames, { columns: { revoked_at: new Date() } }),
    ofCyber: await headerOf(scopeNames, { tenant: 'cyber' }),
    without,
  };
}

/** Invalid Authorization headers; undefined: none. */
async function makeBadTokens(): Promise<Record<string, string | undefined>> {
  const { userId, sessionId } = await test.as('superadmin');
  const claims = { tenant: 'coding', role: 'superadmin', name: 'Forger', sid: sessionId };
  const secret = new TextEncoder().encode('a secret for tests alone, and long enough');
  const token = (alg: string, key: Uint8Array, extra: object = {}, expires: string | number = '15m', typ = 'at+jwt') =>
    new SignJWT({ iss: 'lectern', aud: 'lectern-api', ...claims, ...extra })
      .setProtectedHeader({ alg, typ })
      .setSubject(userId)
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(key);
  const good = await token('HS256', secret);
  const unsigned = [
    { alg: 'none', typ: 'JWT' },
    { ...claims, sub: userId, exp: 4_000_000_000 },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return {
    none: undefined,
    'an empty one': 'Bearer ',
    'another scheme': `Basic ${good}`,
    'no token': 'Bearer undefined',
    'an unsigned one': `Bearer ${unsigned}.`,
    'one signed with another key': `Bearer ${await token('HS256', new TextEncoder().encode('another secret that is as long as ours is'))}`,
    'one signed in another way': `Bearer ${await token('HS512', secret)}`,
    'an expired one': `Bearer ${await token('HS256', secret, {}, 1_700_000_000)}`,
    'one of a role that there is not': `Bearer ${await token('HS256', secret, { role: 'owner' })}`,
    'one of a tenant that there is not': `Bearer ${await token('HS256', secret, { tenant: 'finance' })}`,
    'one of another type': `Bearer ${await token('HS256', secret, {}, '15m', 'JWT')}`,
    'one of another issuer': `Bearer ${await token('HS256', secret, { iss: 'another service' })}`,
    'one for another audience': `Bearer ${await token('HS256', secret, { aud: 'another service' })}`,
    'one without a session': `Bearer ${await token('HS256', secret, { sid: undefined })}`,
    'one that was changed': `Bearer ${good.slice(0, -2)}${good.endsWith('AA') ? 'BB' : 'AA'}`,
  };
}
