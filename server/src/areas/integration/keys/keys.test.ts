/** Tests of creating, rotating, revoking and listing API keys over HTTP. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey, stateOfKey } from '#contract/integration/keys.ts';
import { products } from '#contract/product/endpoints.ts';
import type { Routes } from '#platform/http/server.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { serveList } from '#platform/http/serve.ts';
import { apiKeyRoutes } from './routes.ts';

let test: TestApp;
let superadmin: TestCaller;
beforeAll(async () => {
  // A call that keys may make, as other areas serve it.
  const productRoutes: Routes = (app) =>
    serveList(app, products.list, async () => ({ rows: [], head: { totalItems: 0, page: 1, pageSize: 10 } }));
  test = await testAppOf([apiKeyRoutes, productRoutes]);
  superadmin = await test.as('superadmin');
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.sql('delete from api_key');
  await test.sql('update session set confirmed_at = now()');
});

const draft = { name: 'Situs anggota', scopes: ['catalogue:read'] as const };
const create = (body: object = {}) => superadmin.call(createApiKey, { body: { ...draft, ...body } as never });
const list = async (as = superadmin) => (await as.call(listApiKeys, {})).body.apiKeys;
const use = async (key: string) => {
  const headers = { authorization: `Bearer ${key}`, 'x-tenant': 'coding' };
  return (await test.app.inject({ url: `/api${products.list.url}`, headers })).statusCode;
};

it('creates a key that works at once, is shown once, and is stored as a hash', async () => {
  const { status, body } = await create({ scopes: ['catalogue:read', 'catalogue:read'], addresses: ['127.0.0.0/8'] });
  expect(status).toBe(201);
  expect(body.key).toMatch(/^lk_[\w-]{43}$/);
  expect(await use(body.key)).toBe(200);
  const [row] = await list();
  expect(row).toMatchObject({
    apiKeyId: body.apiKeyId,
    ...draft,
    lastFour: body.key.slice(-4),
    addresses: ['127.0.0.0/8'],
    createdBy: 'Tester superadmin',
    lastUsedFrom: '127.0.0.1',
    lastUsedAt: expect.any(String),
  });
  expect(JSON.stringify(await test.sql('select * from api_key'))).not.toContain(body.key);
  expect(JSON.stringify(await test.sql('select * from audit'))).not.toContain(body.key);
});

it('honors no Idempotency-Key, which would keep the key', async () => {
  const options = { headers: { 'idempotency-key': 'satu' } };
  for (let n = 0; n < 2; n += 1)
    await superadmin.call(createApiKey, { body: { ...draft, scopes: [...draft.scopes] } }, options);
  expect(await list()).toHaveLength(2);
  expect(await test.sql('select from idempotency')).toEqual([]);
});

it('is for superadmins who gave their password again; a key manages no keys', async () => {
  const body = { ...draft, scopes: [...draft.scopes] };
  expect((await (await test.as('admin')).call(listApiKeys, {})).status).toBe(403);
  expect((await (await test.as('admin')).call(createApiKey, { body })).status).toBe(403);
  expect((await (await test.asKey(['catalogue:read'])).call(createApiKey, { body })).status).toBe(403);
  const { apiKeyId: id } = (await create()).body;
  await test.sql(`update session set confirmed_at = now() - interval '11 minutes'`);
  for (const refused of [
    await create(),
    await superadmin.call(rotateApiKey, { params: { id }, body: {} }),
    await superadmin.call(revokeApiKey, { params: { id } }),
  ])
    expect(refused.problem).toMatchObject({ status: 403, reason: 'step-up' });
});

it('rotates with an overlap: both keys work, the one before ends, and another rotation ends it at once', async () => {
  const { apiKeyId: id, key: first } = (await create()).body;
  const rotate = async (overlapHours?: number) =>
    (await superadmin.call(rotateApiKey, { params: { id }, body: { overlapHours } })).body.key;
  const second = await rotate(24);
  expect([await use(first), await use(second)]).toEqual([200, 200]);
  expect(Date.parse((await list())[0]!.previousUntil!)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  const third = await rotate(0);
  expect(await use(third)).toBe(200);
  await expect.poll(() => use(first)).toBe(401);
  await expect.poll(() => use(second)).toBe(401);
  expect(await list()).toMatchObject([{ apiKeyId: id, lastFour: third.slice(-4), previousUntil: null }]);
});

it('revokes both keys of a rotation, once; a key that has ended is not rotated', async () => {
  const { apiKeyId: id, key: first } = (await create()).body;
  const { key: second } = (await superadmin.call(rotateApiKey, { params: { id }, body: {} })).body;
  for (let n = 0; n < 2; n += 1) expect((await superadmin.call(revokeApiKey, { params: { id } })).status).toBe(200);
  for (const key of [first, second]) await expect.poll(() => use(key)).toBe(401);
  expect((await superadmin.call(rotateApiKey, { params: { id }, body: {} })).status).toBe(409);
  expect(
    await test.sql(
      `select action, actor_name from audit where record_id = $1 and after ? 'revoked_at' and action = 'update'`,
      [id],
    ),
  ).toEqual([{ action: 'update', actor_name: 'Tester superadmin' }]);
});

it('lists the valid keys first, and only those of the brand', async () => {
  const { apiKeyId: id } = (await create({ name: 'Awal' })).body;
  await create({ name: 'Budi' });
  await superadmin.call(revokeApiKey, { params: { id } });
  expect((await list()).map(({ name }) => name)).toEqual(['Budi', 'Awal']);
  expect(await list(await test.as('superadmin', 'cyber'))).toEqual([]);
});

it.each([
  ['no name', { name: ' ' }, 'name'],
  ['no scope', { scopes: [] }, 'scopes'],
  ['an unknown scope', { scopes: ['users:write'] }, 'scopes.0'],
  ['an end in the past', { expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
  ['a name as an address', { addresses: ['localhost'] }, 'addresses.0'],
  ['a network that is too long', { addresses: ['10.0.0.0/33'] }, 'addresses.0'],
  ['an address of three parts', { addresses: ['10.1.2'] }, 'addresses.0'],
])('refuses %s, and creates nothing', async (_, body, path) => {
  expect(await create(body)).toMatchObject({ status: 400, problem: { errors: [expect.objectContaining({ path })] } });
  expect(await list()).toEqual([]);
});

it('refuses the 101st valid key, also of keys that are created at once', async () => {
  for (let n = 0; n < 99; n += 1) await test.asKey(['catalogue:read'], { columns: { name: `Kunci ${n}` } });
  const atOnce = await Promise.all([create(), create(), create(), create()]);
  expect(atOnce.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
  await test.sql(`update api_key set expires_at = now() where name = 'Kunci 7'`);
  expect((await create()).status).toBe(201);
});

it('has a state at each moment', () => {
  const now = new Date('2026-11-26T00:00:00Z');
  const of = (expiresAt: string | null, revokedAt: string | null = null) => stateOfKey({ expiresAt, revokedAt }, now);
  expect(of(null)).toBe('active');
  expect(of('2026-12-25T00:00:00Z')).toBe('active');
  expect(of('2026-12-01T00:00:00Z')).toBe('expires soon');
  expect(of('2026-11-26T00:00:00Z')).toBe('expired');
  expect(of(null, '2026-11-25T00:00:00Z')).toBe('revoked');
});
