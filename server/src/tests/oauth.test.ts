/**
 * Tests that agents work for a person who allowed it, by OAuth over HTTP with the client of the official SDK: from
 * discovery to a tool call, and what is refused.
 */
import { createHash, randomBytes } from 'node:crypto';
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerAgentRequest, readAgentRequest } from '#contract/auth/agents.ts';
import { changeOwnPassword, endOwnSessions, listOwnSessions } from '#contract/auth/sessions.ts';
import { listAgents, revokeAgent } from '#contract/integration/agents.ts';
import { getOwnProfile } from '#contract/kernel/auth.ts';
import type { Role } from '#contract/kernel/endpoint.ts';
import { issueAccessToken } from '#platform/session/access-token.ts';
import { type TestApp, type TestCaller, testerPassword } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { addressOf, toolsOf } from './agent.ts';
import { testApp } from './app.ts';

let test: TestApp;
let site: string;
beforeAll(async () => {
  test = await testApp();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  site = addressOf(test).origin;
});
afterAll(() => test.close());

const redirect = 'http://127.0.0.1:7777/callback';

/** Agent that keeps what it gets in memory; `opened` is the page that it opened for its person. */
class Provider implements OAuthClientProvider {
  readonly redirectUrl = redirect;
  readonly clientMetadata = { client_name: 'Penguji', redirect_uris: [redirect], token_endpoint_auth_method: 'none' };
  client: StoredOAuthClientInformation | undefined;
  kept: StoredOAuthTokens | undefined;
  verifier = '';
  opened: URL | undefined;
  /** Where it began to ask, kept with the verifier. */
  discovery: OAuthDiscoveryState | undefined;
  saveDiscoveryState = (found: OAuthDiscoveryState) => void (this.discovery = found);
  discoveryState = () => this.discovery;
  state = () => 'keadaan';
  clientInformation = () => this.client;
  saveClientInformation = (client: StoredOAuthClientInformation) => void (this.client = client);
  tokens = () => this.kept;
  saveTokens = (tokens: StoredOAuthTokens) => void (this.kept = tokens);
  redirectToAuthorization = (url: URL) => void (this.opened = url);
  saveCodeVerifier = (verifier: string) => void (this.verifier = verifier);
  codeVerifier = () => this.verifier;
}

const askedOf = (url: URL) => Object.fromEntries(url.searchParams) as never;

/** Lets the SDK's client connect for a person, who allows it. */
async function connected(person: TestCaller, mayPropose = false) {
  const provider = new Provider();
  const open = () => new StreamableHTTPClientTransport(new URL(`${site}/mcp`), { authProvider: provider });
  const first = open();
  await expect(new Client({ name: 'Penguji', version: '1' }).connect(first)).rejects.toThrow(UnauthorizedError);
  const body = { ...(askedOf(provider.opened!) as object), allow: true, mayPropose } as never;
  const headers = { host: new URL(site).host };
  const { body: answer } = await person.call(answerAgentRequest, { body }, { headers });
  await first.finishAuth(new URL(answer.redirectTo).searchParams);
  const client = new Client({ name: 'Penguji', version: '1' });
  await client.connect(open());
  return { client, provider, use: toolsOf(client), redirectTo: answer.redirectTo };
}

const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(site + path, { method: 'POST', body: new URLSearchParams(fields), headers });
const json = async (answer: Response) => ({ status: answer.status, ...((await answer.json()) as object) });
let registrations = 0;
/** Each from an address of its own, since they are limited. */
const register = (body: object, from = `198.51.100.${(registrations += 1)}`) =>
  fetch(`${site}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  });

/** Registers an agent by hand, whose request a person may answer. */
async function asking(change: object = {}) {
  const { client_id } = (await (await register({ client_name: 'Tangan', redirect_uris: [redirect] })).json()) as {
    client_id: string;
  };
  const verifier = randomBytes(32).toString('base64url');
  const request = {
    client_id,
    redirect_uri: redirect,
    response_type: 'code' as const,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256' as const,
    ...change,
  };
  return { client_id, verifier, request };
}

/** A code that a person gave, with what the agent sends for it. */
async function granted(person: TestCaller) {
  const { client_id, verifier, request } = await asking();
  const { body } = await person.call(answerAgentRequest, { body: { ...request, allow: true } });
  const code = new URL(body.redirectTo).searchParams.get('code')!;
  const fields = { grant_type: 'authorization_code', client_id, redirect_uri: redirect, code, code_verifier: verifier };
  return {
    client_id,
    fields,
    exchange: (change: object = {}) => post('/oauth/token', { ...fields, ...change }).then(json),
  };
}
type Tokens = { access_token: string; refresh_token: string };

const statusOf = async (token: string, headers: Record<string, string> = {}) =>
  (
    await fetch(`${site}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
  ).status;

/** A person with a session of their own, so that ending it disturbs no other test. */
async function newcomer(role: Role): Promise<TestCaller> {
  const { userId } = await test.as(role);
  const rows = await test.sql(
    `with person as (insert into "user" (tenant, email, name, password_hash, role)
       select tenant, new_id() || '@tests.test', 'Orang baru', password_hash, role from "user" where id = $1 returning *)
     insert into session (tenant, user_id) select 'coding', id from person returning id, user_id`,
    [userId],
  );
  const [{ id, user_id }] = rows as [{ id: string; user_id: string }];
  const caller = { userId: user_id, sessionId: id, name: 'Orang baru', tenant: 'coding', role } as const;
  const token = await issueAccessToken(caller, test.app.deps.config.jwtSecret);
  const as = await test.as(role);
  const call: TestCaller['call'] = (entry, input, options = {}) =>
    as.call(entry, input, { ...options, headers: { ...options.headers, authorization: `Bearer ${token}` } });
  return { ...caller, token, call };
}

describe('an agent', () => {
  it('finds its way from the address alone, is allowed by a person, and reads as that person', async () => {
    await test.sql(`insert into product (tenant, name, price) values ('coding', 'Buku OAuth', 90000)`);
    const { client, use, provider, redirectTo } = await connected(await test.as('admin'));
    expect(new URL(redirectTo).searchParams.get('iss')).toBe(site);
    expect(provider.kept).toMatchObject({ token_type: 'Bearer', expires_in: 900, scope: 'read' });
    expect(provider.kept?.access_token).toMatch(/^la_[\w-]{43}$/);
    expect((await use('list_products', { search: 'Buku OAuth' })).reply).toMatchObject({ totalItems: 1 });
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toContain('list_orders');
    expect(names.filter((name) => name.startsWith('propose_'))).toEqual([]);
    // What superadmins alone may read.
    expect(names).not.toContain('list_api_keys');
  });

  it('proposes changes if that was ticked, and the trail says for whom', async () => {
    const admin = await test.as('admin');
    const { client, use, provider } = await connected(admin, true);
    expect(provider.kept?.scope).toBe('read proposals:write');
    const order = await addRecord(test.sql, 'order', 'coding', { status: 'unpaid' });
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain('propose_start_order_status_batch');
    const body = { ids: [order], expected: 1, value: 'cancelled' };
    const { isError, reply } = await use('propose_start_order_status_batch', { reason: 'Lama', body });
    expect([isError, reply['affected']], JSON.stringify(reply)).toEqual([false, expect.any(Number)]);
    const [row] = await test.sql(
      `select agent_name, proposal.user_id, audit.actor_name, audit.actor_id from proposal
       join audit on record_id = proposal.id::text and action = 'create' where proposal.id = $1`,
      [reply['proposalId']],
    );
    const name = 'Penguji for Tester admin';
    expect(row).toEqual({ agent_name: name, user_id: admin.userId, actor_name: name, actor_id: admin.userId });
  });

  it('of an instructor sees only the courses that name them', async () => {
    await test.sql(`update brand_setting set instructor_courses = 'named' where tenant = 'coding'`);
    const person = await newcomer('instructor');
    const own = await addRecord(test.sql, 'course', 'coding', { type: 0 });
    const other = await addRecord(test.sql, 'course', 'coding', { type: 0 });
    await test.sql(
      `update course set instructors = jsonb_build_array(jsonb_build_object('name', 'Orang baru', 'job', '',
      'company', '', 'bio', '', 'image', null, 'userId', $2::text)) where id = $1`,
      [own, person.userId],
    );
    const { use } = await connected(person);
    const { isError, reply } = await use('list_courses', { type: 'flexy', pageSize: 100 });
    expect(isError, JSON.stringify(reply)).toBe(false);
    const { courses } = reply as { courses: { id: string }[] };
    expect(courses.map(({ id }) => id)).toEqual([own]);
    expect((await use('get_course', { id: other })).reply).toMatchObject({ status: 404 });
    await test.sql(`update brand_setting set instructor_courses = 'all' where tenant = 'coding'`);
  });

  it('works on with a refresh token that is used once; a second use ends it', async () => {
    const { exchange, client_id } = await granted(await newcomer('admin'));
    const first = (await exchange()) as unknown as Tokens;
    const refresh = (refresh_token: string, change: object = {}) =>
      post('/oauth/token', { grant_type: 'refresh_token', client_id, refresh_token, ...change }).then(json);
    const stranger = (await asking()).client_id;
    expect(await refresh(first.refresh_token, { client_id: stranger })).toMatchObject({ error: 'invalid_grant' });
    const second = (await refresh(first.refresh_token)) as unknown as Tokens;
    expect(await statusOf(second.access_token)).toBe(200);
    expect(await refresh(first.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect(await refresh(second.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect(await statusOf(second.access_token)).toBe(401);
  });
});

describe('a token', () => {
  it('is refused at the API, by another brand, and when it is a token of another kind', async () => {
    const { exchange } = await granted(await test.as('superadmin'));
    const { access_token, refresh_token } = (await exchange()) as unknown as Tokens;
    expect(await statusOf(access_token)).toBe(200);
    const headers = { authorization: `Bearer ${access_token}` };
    expect((await fetch(`${site}/api/admin/orders`, { headers })).status).toBe(401);
    expect(await statusOf(access_token, { 'x-tenant': 'cyber' })).toBe(401);
    expect(await statusOf(refresh_token)).toBe(401);
    const renewal = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const body = JSON.stringify({ refresh: refresh_token });
    expect((await fetch(`${site}/api/auth/refresh/`, { ...renewal, body })).status).toBe(401);
    expect(await statusOf(access_token)).toBe(200);
  });

  it('is kept as a hash, and expires', async () => {
    const { exchange } = await granted(await test.as('superadmin'));
    const { access_token } = (await exchange()) as unknown as Tokens;
    const hash = createHash('sha256').update(access_token).digest();
    expect(
      await test.sql('update agent_token set expires_at = now() where token_hash = $1 returning 1', [hash]),
    ).toHaveLength(1);
    expect(await statusOf(access_token)).toBe(401);
  });

  it('says at 401 where the resource is described', async () => {
    const answer = await fetch(`${site}/mcp`, { method: 'POST', headers: { authorization: 'Bearer la_x' } });
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${site}/.well-known/oauth-protected-resource/mcp", error="invalid_token"`,
    );
  });

  const ends: [string, (person: TestCaller, token: string, clientId: string) => Promise<unknown>][] = [
    [
      'its person ends it',
      async (person) => {
        const { sessions } = (await person.call(listOwnSessions, {})).body;
        const agent = sessions.find(({ isAgent }) => isAgent)!;
        expect(agent).toMatchObject({ device: 'Tangan', mayPropose: false });
        expect((await person.call(endOwnSessions, { query: { sessionId: agent.id } })).body.changed).toBe(1);
      },
    ],
    ['its person signs out everywhere', (person) => person.call(endOwnSessions, {})],
    [
      'the password changes',
      async (person) => {
        const body = { currentPassword: testerPassword, password: 'burung-terbang-8' };
        expect((await person.call(changeOwnPassword, { body })).status).toBe(200);
      },
    ],
    ['the account is deactivated', ({ userId }) => test.sql('update "user" set status = 0 where id = $1', [userId])],
    [
      'the person is a member by now',
      ({ userId }) => test.sql(`update "user" set role = 'member' where id = $1`, [userId]),
    ],
    [
      'the agent revokes it',
      async (_, token, client_id) => {
        expect((await post('/oauth/revoke', { token, client_id })).status).toBe(200);
      },
    ],
    [
      'a superadmin disconnects it',
      async (person) => {
        const superadmin = await test.as('superadmin');
        const { agents } = (await superadmin.call(listAgents, {})).body;
        const agent = agents.find(({ userId }) => userId === person.userId)!;
        expect(agent).toMatchObject({ name: 'Tangan', userName: 'Orang baru', mayPropose: false });
        const query = { agentId: agent.agentId };
        expect((await superadmin.call(revokeAgent, { query })).body).toEqual({ changed: 1 });
        expect((await superadmin.call(revokeAgent, { query })).body).toEqual({ changed: 0 });
      },
    ],
  ];
  it.each(ends)('ends at once when %s', async (_, end) => {
    const person = await newcomer('admin');
    const { exchange, client_id } = await granted(person);
    const { access_token, refresh_token } = (await exchange()) as unknown as Tokens;
    expect(await statusOf(access_token)).toBe(200);
    await end(person, access_token, client_id);
    expect(await statusOf(access_token)).toBe(401);
    const fields = { grant_type: 'refresh_token', client_id, refresh_token };
    expect(await json(await post('/oauth/token', fields))).toMatchObject({ error: 'invalid_grant' });
  });

  it('has the rights of the role that its person has by now', async () => {
    const person = await newcomer('admin');
    const { use, client } = await connected(person);
    await test.sql(`update "user" set role = 'customer-service' where id = $1`, [person.userId]);
    await expect(client.callTool({ name: 'list_audit', arguments: {} })).rejects.toThrow('no tool list_audit');
    expect((await use('get_own_profile')).reply).toMatchObject({ role: 'customer-service' });
  });

  it('is not revoked by another agent', async () => {
    const { exchange } = await granted(await test.as('admin'));
    const { access_token } = (await exchange()) as unknown as Tokens;
    const { client_id } = await asking();
    expect((await post('/oauth/revoke', { token: access_token, client_id })).status).toBe(200);
    expect(await statusOf(access_token)).toBe(200);
    expect(await json(await post('/oauth/revoke', { token: access_token }))).toMatchObject({ error: 'invalid_client' });
  });
});

describe('a code', () => {
  it('is used once; a second use ends what the first one gave', async () => {
    const { exchange } = await granted(await newcomer('admin'));
    const { access_token } = (await exchange()) as unknown as Tokens;
    expect(await statusOf(access_token)).toBe(200);
    expect(await exchange()).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect(await statusOf(access_token)).toBe(401);
  });

  it('gives one session to uses at once, and none in the end', async () => {
    const person = await newcomer('admin');
    const { exchange } = await granted(person);
    const answers = await Promise.all([exchange(), exchange(), exchange()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    expect((await person.call(listOwnSessions, {})).body.sessions.some(({ isAgent }) => isAgent)).toBe(false);
  });

  it.each([
    ['another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
    ['a verifier that is too short', { code_verifier: 'x' }, 'invalid_grant'],
    ['another address', { redirect_uri: 'http://127.0.0.1:7778/callback' }, 'invalid_grant'],
    ['another resource', { resource: 'https://evil.test/mcp' }, 'invalid_target'],
    ['another code', { code: 'x' }, 'invalid_grant'],
    ['an unknown agent', { client_id: 'x' }, 'invalid_client'],
    ['another grant', { grant_type: 'password' }, 'invalid_request'],
  ])('is refused with %s', async (_, change, error) => {
    const { exchange } = await granted(await test.as('admin'));
    expect(await exchange(change)).toMatchObject({ error });
    expect(await exchange()).toMatchObject({ status: 200 });
  });

  it('expires, and ends with the session in which it was given', async () => {
    const late = await granted(await test.as('admin'));
    await test.sql(`update agent_code set expires_at = now() - interval '1 second' where session_id is null`);
    expect(await late.exchange()).toMatchObject({ error: 'invalid_grant' });
    const person = await newcomer('admin');
    const { exchange } = await granted(person);
    await test.sql('delete from session where id = $1', [person.sessionId]);
    expect(await exchange()).toMatchObject({ error: 'invalid_grant' });
  });
});

describe('the consent', () => {
  it('says who asks, and sends a refusal back', async () => {
    const person = await test.as('customer-service');
    const { request } = await asking({ state: 'a b&c' });
    expect((await person.call(readAgentRequest, { query: request })).body).toEqual({
      name: 'Tangan',
      host: '127.0.0.1:7777',
    });
    const { body } = await person.call(answerAgentRequest, { body: { ...request, allow: false } });
    const { searchParams } = new URL(body.redirectTo);
    expect(searchParams.get('error')).toBe('access_denied');
    expect(searchParams.get('state')).toBe('a b&c');
    expect(searchParams.has('code')).toBe(false);
  });

  it.each([
    ['another address', { redirect_uri: 'https://evil.test/callback' }],
    ['another path of the same host', { redirect_uri: 'http://127.0.0.1:7777/other' }],
    ['no proof of the key', { code_challenge: undefined }],
    ['a plain challenge', { code_challenge_method: 'plain' }],
    ['an unknown agent', { client_id: '01890000-0000-7000-8000-000000000000' }],
    ['another resource', { resource: 'https://evil.test/mcp' }],
    ['a token in the address', { response_type: 'token' }],
  ])('is not asked for with %s', async (_, change) => {
    const person = await test.as('admin');
    const { request } = await asking(change);
    expect((await person.call(readAgentRequest, { query: request })).status).toBe(400);
    const body = { ...request, allow: true } as never;
    expect((await person.call(answerAgentRequest, { body })).status).toBe(400);
  });

  it('takes any port on the same computer, where agents listen on one that is free', async () => {
    const { request } = await asking({ redirect_uri: 'http://127.0.0.1:9999/callback' });
    expect((await (await test.as('admin')).call(readAgentRequest, { query: request })).status).toBe(200);
  });

  it('needs a session of the same brand, and no agent gives it to itself', async () => {
    const { request } = await asking();
    const other = await test.as('admin', 'cyber');
    expect((await other.call(readAgentRequest, { query: request })).status).toBe(400);
    const { exchange } = await granted(await test.as('admin'));
    const { access_token } = (await exchange()) as unknown as Tokens;
    const answer = await fetch(`${site}/api/member/agent-request/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...request, allow: true }),
    });
    expect(answer.status).toBe(401);
  });

  it('is a security event of the person', async () => {
    const person = await newcomer('admin');
    await granted(person);
    const rows = await test.sql(
      `select actor_name, after from audit where action = 'agent-connected' and actor_id = $1`,
      [person.userId],
    );
    expect(rows).toEqual([
      { actor_name: 'Orang baru', after: expect.objectContaining({ agent: 'Tangan', host: '127.0.0.1:7777' }) },
    ]);
  });
});

describe('the registration', () => {
  it.each([
    'http://example.com/callback',
    'javascript:alert(1)',
    'https://user:secret@example.com/',
    'https://example.com/#part',
    'cursor://callback',
    'not an address',
  ])('refuses to send answers to %s', async (uri) => {
    expect(await json(await register({ redirect_uris: [uri] }))).toMatchObject({
      status: 400,
      error: 'invalid_redirect_uri',
    });
  });

  it.each([{}, { redirect_uris: [] }, { redirect_uris: 'https://a.test/' }, { redirect_uris: [1] }])(
    'refuses %j',
    async (body) => {
      expect((await register(body)).status).toBe(400);
    },
  );

  it('shows no name with invisible characters', async () => {
    const body = { client_name: 'Claude\u202E', redirect_uris: ['https://agen.test/callback'] };
    expect(await json(await register(body))).toMatchObject({
      status: 201,
      client_name: 'agen.test',
      token_endpoint_auth_method: 'none',
    });
  });

  it('is limited by address', async () => {
    const statuses = [];
    for (let n = 0; n < 21; n += 1) statuses.push((await register({}, '198.51.100.200')).status);
    expect(statuses).toEqual([...Array(20).fill(400), 429]);
  });
});

it('describes itself for other origins of the brand, and answers broken requests with an error', async () => {
  expect(await json(await fetch(`${site}/.well-known/oauth-authorization-server`))).toMatchObject({
    issuer: site,
    code_challenge_methods_supported: ['S256'],
  });
  for (const body of ['', 'a=%', 'grant_type=refresh_token', '{}'])
    expect(
      (
        await fetch(`${site}/oauth/token`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body,
        })
      ).status,
    ).toBe(401);
  expect((await (await test.as('admin')).call(getOwnProfile, {})).status).toBe(200);
});
