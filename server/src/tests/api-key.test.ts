/** Tests API keys over HTTP: who is admitted where, the end of a key, its limits and the trail. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { getOwnProfile } from '#contract/kernel/auth.ts';
import { endpoint } from '#contract/kernel/endpoint.ts';
import { getOrder, listOrders } from '#contract/order/endpoints.ts';
import { products } from '#contract/product/endpoints.ts';
import { getUserProfile, listUsers } from '#contract/user/endpoints.ts';
import { readConfig } from '#platform/config.ts';
import { insertRecord } from '#platform/records.ts';
import { serve } from '#platform/http/serve.ts';
import { maxKeyCalls } from '#platform/http/rate-limit.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { testJwtSecret } from '#platform/testing/template.ts';
import { routes } from '../app.ts';
import { buildTestApp } from './app.ts';

const ofKeys = { area: 'integration', method: 'POST', roles: 'key', scope: 'orders:write' } as const;
const name = z.object({ name: z.string() });
const write = endpoint({ ...ofKeys, url: '/integration/probe/', creates: true, body: name, reply: name });
const guarded = endpoint({ ...ofKeys, url: '/integration/guarded/', stepUp: true, reply: name });

function probes(app: FastifyInstance) {
  serve(app, write, async ({ body, db, caller }) => {
    await insertRecord(db, 'product', { name: body.name, price: 1 });
    return { name: caller.name };
  });
  serve(app, guarded, async () => ({ name: '' }));
}

let test: TestApp;
beforeAll(async () => {
  test = await testAppOf([...routes, probes]);
});
afterAll(() => test.close());
beforeEach(() => test.sql('delete from audit_record').then(() => test.sql('delete from audit')));

const none = '01890000-0000-7000-8000-000000000000';
const status = async (caller: TestCaller, headers: Record<string, string> = {}) =>
  (await caller.call(listOrders, {}, { headers })).status;
const update = (key: TestCaller, change: string) =>
  test.sql(`update api_key set ${change} where id = $1`, [key.userId]);
/** Status once it is no longer 200. */
async function ended(key: TestCaller): Promise<number> {
  const now = await status(key);
  return now === 200 ? ended(key) : now;
}

describe('admission', () => {
  it('opens the endpoints of its scopes, at once, and no other', async () => {
    const key = await test.asKey(['orders:read', 'catalogue:read']);
    expect(await status(key)).toBe(200);
    expect((await key.call(getOrder, { params: { id: none } })).status).toBe(404);
    expect((await key.call(products.list, {})).status).toBe(200);
    for (const refused of [
      await key.call(listUsers, {}),
      await key.call(getUserProfile, { params: { id: none } }),
      await key.call(products.create, { body: { name: 'Buku', price: 1 } }),
      await key.call(getOwnProfile, {}),
    ])
      expect(refused.status).toBe(403);
    expect((await key.call(listUsers, {})).problem.message).toBe('This API key has no scope members:read');
  });

  it('is refused where the password is asked for again, even with the scope', async () => {
    const key = await test.asKey(['orders:write']);
    expect((await key.call(guarded, {})).problem).toMatchObject({ status: 403, message: 'No API key may do this' });
  });

  it('alone opens endpoints of keys: no person does, not even a superadmin', async () => {
    const person = await test.as('superadmin');
    expect((await person.call(write, { body: { name: 'Buku' } })).status).toBe(403);
    const key = await test.asKey(['orders:write']);
    expect((await key.call(write, { body: { name: 'Buku' } })).status).toBe(200);
  });

  it('belongs to one brand, named by the header or the host', async () => {
    const key = await test.asKey(['orders:read'], { tenant: 'cyber' });
    expect(await status(key)).toBe(200);
    expect(await status(key, { 'x-tenant': 'coding' })).toBe(401);
    const at = async (host: string) => {
      const headers = { authorization: `Bearer ${key.token}`, host };
      return (await test.app.inject({ url: '/api/admin/orders', headers })).statusCode;
    };
    expect(await at('cyber.example.test')).toBe(200);
    expect(await at('data.example.test')).toBe(401);
  });

  it('is refused from an address that it does not name', async () => {
    const from = (...addresses: string[]) => test.asKey(['orders:read'], { columns: { addresses } });
    expect(await status(await from('203.0.113.7', '127.0.0.0/8'))).toBe(200);
    expect(await status(await from('127.0.0.1'))).toBe(200);
    const other = await from('203.0.113.0/24', '2001:db8::/32', '2001:db8::1');
    expect(await status(other)).toBe(403);
    expect(await status(other, { 'x-forwarded-for': '203.0.113.9' })).toBe(200);
    expect(await status(other, { 'x-forwarded-for': '2001:db8:7::1' })).toBe(200);
  });

  it('is refused if it is nothing that was created', async () => {
    const key = await test.asKey(['orders:read']);
    for (const token of ['lk_', 'lk_x', `${key.token}x`, key.token.toUpperCase(), key.token.slice(0, -1)])
      expect(await status(key, { authorization: `Bearer ${token}` })).toBe(401);
  });
});

describe('the end of a key', () => {
  it('takes effect in every process: revoked and expired', async () => {
    const { database, jobs } = test;
    const config = readConfig({ JWT_SECRET: testJwtSecret });
    const other = await buildTestApp({ config, database, jobs, logLevel: 'silent' });
    const elsewhere = async (key: TestCaller): Promise<number> => {
      const headers = { authorization: `Bearer ${key.token}`, 'x-tenant': 'coding' };
      return (await other.inject({ url: '/api/admin/orders', headers })).statusCode;
    };
    for (const change of ['revoked_at = now()', 'expires_at = now()']) {
      const key = await test.asKey(['orders:read']);
      expect([await status(key), await elsewhere(key)]).toEqual([200, 200]);
      await update(key, change);
      expect(await ended(key)).toBe(401);
      await expect.poll(() => elsewhere(key)).toBe(401);
    }
    await other.close();
  });

  it('refuses a write that was admitted before, and writes nothing', async () => {
    const key = await test.asKey(['orders:write']);
    expect((await key.call(write, { body: { name: 'Sebelum' } })).status).toBe(200);
    // The cached view of the process still has it.
    await update(key, 'revoked_at = now()');
    expect((await key.call(write, { body: { name: 'Sesudah' } })).status).toBe(401);
    expect(await test.sql(`select from product where name = 'Sesudah'`)).toEqual([]);
  });

  it('leaves a replaced key valid until its overlap ends', async () => {
    const [old, next] = [await test.asKey(['orders:read']), await test.asKey(['orders:read'])];
    const rotate = (until: string) =>
      test.sql(
        `with new as (delete from api_key where id = $2 returning key_hash, last_four)
          update api_key set key_hash = new.key_hash, last_four = new.last_four, previous_hash = api_key.key_hash,
            previous_four = api_key.last_four, previous_until = now() + $3::interval from new where id = $1`,
        [old.userId, next.userId, until],
      );
    await rotate('1 day');
    expect([await status(next), await status(old)]).toEqual([200, 200]);
    await update(old, 'previous_until = now()');
    expect(await ended(old)).toBe(401);
    expect(await status(next)).toBe(200);
  });
});

describe('limits', () => {
  it('counts calls a minute, with standard headers, and answers 429 beyond', async () => {
    const [key, other] = [await test.asKey(['orders:read']), await test.asKey(['orders:read'])];
    const { headers } = await key.call(getOrder, { params: { id: none } });
    expect(headers).toMatchObject({
      'ratelimit-limit': String(maxKeyCalls),
      'ratelimit-remaining': String(maxKeyCalls - 1),
      'ratelimit-reset': expect.stringMatching(/^\d+$/),
    });
    let answer = await key.call(getOrder, { params: { id: none } });
    for (let n = 2; n < maxKeyCalls; n += 1) answer = await key.call(getOrder, { params: { id: none } });
    expect([answer.status, answer.headers['ratelimit-remaining']]).toEqual([404, '0']);
    const refused = await key.call(getOrder, { params: { id: none } });
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } });
    expect((await other.call(getOrder, { params: { id: none } })).status).toBe(404);
  });

  it('counts Idempotency-Key per API key', async () => {
    const keys = [await test.asKey(['orders:write']), await test.asKey(['orders:write'])];
    const call = (key: TestCaller) =>
      key.call(write, { body: { name: 'Sekali' } }, { headers: { 'idempotency-key': 'one' } });
    for (const key of keys) {
      expect((await call(key)).headers['idempotent-replayed']).toBeUndefined();
      expect((await call(key)).headers['idempotent-replayed']).toBe('true');
    }
    expect(await test.sql(`select from product where name = 'Sekali'`)).toHaveLength(2);
  });
});

describe('the trail', () => {
  const entries = () => test.sql('select action, actor_name, actor_id, belongs_to from audit order by id');

  it('names the key as the actor of a change', async () => {
    const key = await test.asKey(['orders:write'], { columns: { name: 'Situs' } });
    expect((await key.call(write, { body: { name: 'Modul' } })).body).toEqual({ name: 'API key Situs' });
    expect(await entries()).toContainEqual(
      expect.objectContaining({ action: 'create', actor_name: 'API key Situs', actor_id: key.userId }),
    );
  });

  it('records refusals of a known key and of an unknown one', async () => {
    const key = await test.asKey(['catalogue:read'], { columns: { name: 'Situs' } });
    expect(await status(key)).toBe(403);
    expect(await status(key, { authorization: 'Bearer lk_x', 'x-forwarded-for': '198.51.100.7' })).toBe(401);
    expect(await entries()).toEqual([
      expect.objectContaining({ action: 'create', actor_name: 'system' }),
      { action: 'refused', actor_name: 'API key Situs', actor_id: key.userId, belongs_to: [] },
      { action: 'key-refused', actor_name: 'Somebody', actor_id: null, belongs_to: [] },
    ]);
  });

  it('never shows the hash of a key', async () => {
    await test.asKey(['catalogue:read']);
    const [entry] = await test.sql(`select after from audit where table_name = 'api_key'`);
    expect(Object.keys(entry?.['after'] as object)).not.toContain('key_hash');
  });
});

it('keeps time and address of the last use', async () => {
  const key = await test.asKey(['orders:read']);
  const uses = () => test.sql('select at, address from api_key_use where api_key_id = $1', [key.userId]);
  await status(key);
  const first = await uses();
  expect(first).toEqual([{ at: expect.any(Date), address: '127.0.0.1' }]);
  await status(key);
  expect(await uses()).toEqual(first);
});
