/** Tests the MCP server over HTTP with the client of the official SDK: tools, rights, resources and hostile input. */
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '#contract/operations.ts';
import type { ApiScope } from '#contract/kernel/scopes.ts';
import { scopeNames } from '#contract/kernel/scopes.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { maxReply } from '../areas/integration/agents/server.ts';
import { addressOf, connectedTo, toolsOf } from './agent.ts';
import { testApp } from './app.ts';

let test: TestApp;
let address: URL;
beforeAll(async () => {
  test = await testApp();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  address = addressOf(test);
});
afterAll(() => test.close());

const connected = (token: string, mode?: 'auto' | 'legacy') => connectedTo(test, token, mode);
const asKey = async (scopes: readonly ApiScope[], options = {}) => connected((await test.asKey(scopes, options)).token);
const use = (client: Client, name: string, input: Record<string, unknown> = {}) => toolsOf(client)(name, input);
const none = '01890000-0000-7000-8000-000000000000';
const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe('tools', () => {
  it.each(['auto', 'legacy'] as const)('answer calls of both protocol eras: %s', async (mode) => {
    await test.sql(`insert into product (tenant, name, price) values ('coding', 'Buku ${mode}', 90000)`);
    const client = await connected((await test.asKey(['catalogue:read'])).token, mode);
    expect(await use(client, 'list_products', { search: `buku ${mode}`, pageSize: 5 })).toMatchObject({
      isError: false,
      reply: { totalItems: 1, pageSize: 5, products: [{ name: `Buku ${mode}`, price: 90000 }] },
    });
  });

  it('are the reading endpoints that the scopes of the key open, each with a description and one call that answers', async () => {
    const { tools } = await (await asKey(scopeNames)).listTools();
    const endpoints = (await allEndpoints()).filter(({ entry }) => mayCall(entry, 'key', scopeNames));
    const calls = new Set(
      endpoints.filter(({ entry }) => entry.method === 'GET' && entry.roles !== 'public').map(({ entry }) => entry.url),
    );
    const readers = tools.filter(({ name }) => !name.startsWith('propose_'));
    expect(readers).toHaveLength(calls.size);
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
    const client = await asKey(scopeNames);
    for (const { name, description, annotations, inputSchema } of readers) {
      expect(name).toMatch(/^[a-z_]{3,64}$/);
      expect(description?.length).toBeGreaterThan(5);
      expect(annotations?.readOnlyHint).toBe(true);
      const input = Object.fromEntries((inputSchema.required ?? []).map((key) => [key, key === 'type' ? 'ACT' : none]));
      const { isError, reply } = await use(client, name, input);
      if (isError) expect([400, 404], `${name}: ${JSON.stringify(reply)}`).toContain(reply['status']);
    }
  });

  it('without their scope are neither listed nor called', async () => {
    const client = await asKey(['catalogue:read']);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('list_orders');
    await expect(client.callTool({ name: 'list_orders', arguments: {} })).rejects.toThrow('no tool list_orders');
  });

  it('say what is wrong with their arguments', async () => {
    const client = await asKey(['orders:read']);
    expect(await use(client, 'get_order', { id: "'; drop table" })).toMatchObject({
      isError: true,
      reply: { status: 400 },
    });
    expect(await use(client, 'get_order', { id: none })).toMatchObject({ isError: true, reply: { status: 404 } });
    expect(await use(client, 'list_orders', { page: -1 })).toMatchObject({ isError: true, reply: { status: 400 } });
    for (const [key, value] of [
      ['authorization', 'x'],
      ['__proto__x', 1],
      ['body', {}],
      ['toString', 1],
    ] as const)
      expect((await use(client, 'list_orders', { [key]: value })).reply['text']).toMatch(
        /^list_orders takes only: page, /,
      );
    expect(await use(client, 'get_order', { id: '../../user' })).toMatchObject({
      isError: true,
      reply: { status: 400 },
    });
  });

  it('refuse replies that are longer than an agent can use', async () => {
    await test.sql(
      `insert into product (tenant, name, price) select 'cyber', repeat(md5(n::text), 40), 1 from generate_series(1, 100) n`,
    );
    const client = await asKey(['catalogue:read'], { tenant: 'cyber' });
    expect((await use(client, 'list_products', { pageSize: 100 })).reply['text']).toMatch(/too long .*at most 100000/);
    expect((await use(client, 'list_products', { pageSize: 10 })).isError).toBe(false);
    expect(maxReply).toBe(100_000);
  });
});

describe('admission', () => {
  it('takes the brand from the key, unless the request names another', async () => {
    await test.sql(`insert into product (tenant, name, price) values ('data', 'Hanya data', 1)`);
    const { token } = await test.asKey(['catalogue:read'], { tenant: 'data' });
    expect((await use(await connected(token), 'list_products')).reply).toMatchObject({
      products: [{ name: 'Hanya data' }],
    });
    const headers = { authorization: `Bearer ${token}`, 'x-tenant': 'coding' };
    expect((await post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers)).status).toBe(401);
  });

  it('refuses no key, a wrong one, a session, a revoked key, and scripts of other sites', async () => {
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const key = await test.asKey(['catalogue:read']);
    const authorization = `Bearer ${key.token}`;
    expect((await post(list)).status).toBe(401);
    expect((await post(list)).headers.get('www-authenticate')).toMatch(/^Bearer/);
    expect((await post(list, { authorization: `Bearer lk_${'x'.repeat(43)}` })).status).toBe(401);
    expect((await post(list, { authorization: `Bearer ${(await test.as('superadmin')).token}` })).status).toBe(401);
    expect((await post(list, { authorization, origin: 'https://evil.test' })).status).toBe(403);
    expect((await post(list, { authorization, origin: 'null' })).status).toBe(403);
    expect((await post(list, { authorization })).status).toBe(200);
    await test.sql('update api_key set revoked_at = now() where id = $1', [key.userId]);
    await expect.poll(async () => (await post(list, { authorization })).status).toBe(401);
  });

  it('answers hostile messages with a client error', async () => {
    const headers = { authorization: `Bearer ${(await test.asKey(['catalogue:read'])).token}` };
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    for (const body of [
      '',
      '{',
      'null',
      '1',
      '{}',
      [list, list],
      { ...list, jsonrpc: '3' },
      `"${'x'.repeat(2_000_000)}"`,
    ]) {
      const { status } = await post(body, headers);
      expect([400, 413], JSON.stringify(body).slice(0, 50)).toContain(status);
    }
    for (const method of ['GET', 'DELETE'])
      expect((await fetch(address, { method, headers: { ...headers, accept: 'text/event-stream' } })).status).toBe(405);
    const listen = { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: { notifications: {} } };
    expect((await (await post(listen, headers)).text()).length).toBeLessThan(1_000);
  });
});

it('offers the guide as resources', async () => {
  const client = await asKey(['catalogue:read']);
  const { resources } = await client.listResources();
  expect(resources).toContainEqual(expect.objectContaining({ uri: 'lectern://guide/orders', title: 'Orders' }));
  for (const { uri } of resources)
    expect((await client.readResource({ uri })).contents).toMatchObject([{ uri, text: expect.stringMatching(/^# /) }]);
  for (const uri of ['lectern://guide/../decisions/0001', 'file:///etc/passwd'])
    await expect(client.readResource({ uri })).rejects.toThrow('no such page');
});
