/**
 * Tests that the end of a session takes effect in every process: two servers on one database, called like from
 * browsers. Also changed roles, the list of sessions, changing one's own password, and caching.
 */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getOwnProfile, login, logout, refresh } from '#contract/kernel/auth.ts';
import { discounts } from '#contract/discount/endpoints.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { changeOwnPassword, endOwnSessions, endUserSessions, listOwnSessions } from '#contract/auth/sessions.ts';
import { changeUserPassword } from '#contract/user/endpoints.ts';
import { readConfig } from '#platform/config.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { type SignInApp, password, signInApp } from '../areas/auth/testing/sign-in.ts';
import { buildTestApp, testApp } from './app.ts';
import { testJwtSecret } from '#platform/testing/template.ts';

let one: SignInApp;
let database: Database;
let other: FastifyInstance;
beforeAll(async () => {
  one = await signInApp(await testApp());
  database = openDatabase(one.test.appUrl, { poolSize: 5 });
  other = await buildTestApp({
    config: readConfig({ JWT_SECRET: testJwtSecret }),
    database,
    jobs: one.test.jobs,
    logLevel: 'fatal',
  });
});
afterAll(async () => {
  await other.close();
  await database.close();
  await one.test.close();
});

let email: string;
let access: string;
let refreshToken: string;
beforeEach(async () => {
  await one.test.sql('delete from sign_in_failure');
  email = await one.user('instructor');
  const { body } = await one.post(login.url, { email, password });
  [access, refreshToken] = [String(body['accessToken']), String(body['refreshToken'])];
});

const servers = () => [one.test.app, other];
const idOf = async () => (await one.test.sql('select id from "user" where email = $1', [email]))[0]?.['id'];
const ask = async (app: FastifyInstance, entry: Pick<Endpoint, 'method' | 'url'>, payload?: object, token = access) =>
  app.inject({
    method: entry.method,
    url: `/api${entry.url}`,
    headers: { authorization: `Bearer ${token}` },
    ...(payload && { payload }),
  });
const read = async (app: FastifyInstance) => (await ask(app, getOwnProfile)).statusCode;
const write = async (app: FastifyInstance) =>
  (await ask(app, { method: 'DELETE', url: endOwnSessions.url })).statusCode;

/** Ways to end a session, on the first server or in the database. */
const ends: Record<string, () => Promise<unknown>> = {
  'signing out': () => one.post(logout.url, { refresh: refreshToken }),
  'a refresh token that is used twice': async () => {
    await one.renew(refreshToken);
    await one.test.sql(`update refresh_token set used_at = used_at - interval '1 minute'`);
    expect((await one.renew(refreshToken)).status).toBe(401);
  },
  'a password that an admin sets': async () => {
    const { call } = await one.test.as('admin');
    const set = await call(changeUserPassword, {
      params: { id: String(await idOf()) },
      body: { password: 'burung-hantu-7' },
    });
    expect(set.status).toBe(200);
  },
  'an admin who ends it': async () => {
    const { call } = await one.test.as('admin');
    expect((await call(endUserSessions, { params: { id: String(await idOf()) } })).body).toEqual({ changed: 1 });
  },
  'the person, from another browser': async () => {
    const { body } = await one.post(login.url, { email, password });
    const ended = await ask(one.test.app, endOwnSessions, undefined, body['accessToken']);
    expect(ended.json()).toEqual({ changed: 1 });
  },
  'the person’s own new password, from another browser': async () => {
    const { body } = await one.post(login.url, { email, password });
    const changed = await ask(
      one.test.app,
      changeOwnPassword,
      { currentPassword: password, password: 'burung-hantu-7' },
      body['accessToken'],
    );
    expect(changed.statusCode).toBe(200);
  },
  'another role': async () => one.test.sql(`update "user" set role = 'customer-service' where email = $1`, [email]),
  'becoming a member': async () => one.test.sql(`update "user" set role = 'member' where email = $1`, [email]),
  'being deleted': async () => one.test.sql('delete from "user" where email = $1', [email]),
};

describe.each(Object.entries(ends))('%s', (_, end) => {
  it('refuses every write at once, and every read soon after, on both servers', async () => {
    // Both servers know the session, and have just checked it.
    for (const app of servers()) expect(await read(app)).toBe(200);
    await end();
    for (const app of servers()) expect(await write(app)).toBe(401);
    for (const app of servers()) await expect.poll(() => read(app), { interval: 20 }).toBe(401);
  });
});

describe('a changed role', () => {
  it('is in the next access token, and that token works', async () => {
    await one.test.sql(`update "user" set role = 'customer-service' where email = $1`, [email]);
    await expect.poll(() => read(other), { interval: 20 }).toBe(401);
    access = String((await one.renew(refreshToken)).body['access']);
    for (const app of servers()) expect([await read(app), await write(app)]).toEqual([200, 200]);
  });

  it('makes the old token valid again when it is changed back', async () => {
    await one.test.sql(`update "user" set role = 'member' where email = $1`, [email]);
    await expect.poll(() => read(other), { interval: 20 }).toBe(401);
    await one.test.sql(`update "user" set role = 'instructor' where email = $1`, [email]);
    await expect.poll(() => read(other), { interval: 20 }).toBe(200);
  });
});

describe('a server that cannot read revocations', () => {
  it('trusts no token, and answers with an internal error', async () => {
    expect(await read(other)).toBe(200);
    await one.test.sql('alter table revocation rename to revocation_away');
    try {
      await expect.poll(() => read(other), { interval: 50, timeout: 5_000 }).not.toBe(200);
      expect(await read(other)).toBeGreaterThanOrEqual(500);
    } finally {
      await one.test.sql('alter table revocation_away rename to revocation');
    }
    expect(await read(other)).toBe(200);
  });
});

describe('a session', () => {
  it.each([
    ['last_used_at', 14],
    ['started_at', 90],
  ])('is over when %s is %i days ago, and not an hour before', async (column, days) => {
    const setAge = (hours: number) =>
      one.test.sql(
        `update session set ${column} = now() - make_interval(hours => $1) where user_id = (select id from "user" where email = $2)`,
        [hours, email],
      );
    await setAge(days * 24 - 1);
    const { status, body } = await one.renew(refreshToken);
    expect(status).toBe(200);
    await setAge(days * 24 + 1);
    expect((await one.renew(body['refresh'])).status).toBe(401);
  });

  it('is listed with its device, a shortened address and its last use, and the current one is marked', async () => {
    const windows =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
    const phone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
    await one.post(login.url, { email, password }, { 'user-agent': phone }, '2001:db8:7:8:9::1');
    const { body } = await one.post(login.url, { email, password }, { 'user-agent': windows }, '203.0.113.77');
    access = String(body['accessToken']);
    const { sessions } = (await ask(other, listOwnSessions)).json<{ sessions: Record<string, unknown>[] }>();
    expect(sessions.map(({ device, address, isCurrent }) => [device, address, isCurrent])).toEqual([
      ['Chrome on Windows', '203.0.113.x', true],
      ['Safari on iPhone', '2001:db8:7::/48', false],
      ['Another program', '192.0.2.x', false],
    ]);
    await one.post(refresh.url, { refresh: body['refreshToken'] }, { 'user-agent': windows }, '198.51.100.7');
    const moved = (await ask(other, listOwnSessions)).json<{ sessions: Record<string, unknown>[] }>();
    expect(moved.sessions[0]).toMatchObject({ address: '198.51.100.x', isCurrent: true });
  });

  it('cannot be ended by another user who knows its id', async () => {
    const [row] = await one.test.sql('select id from session where user_id = $1', [await idOf()]);
    const { call } = await one.test.as('admin');
    expect((await call(endOwnSessions, { query: { sessionId: String(row?.['id']) } })).body).toEqual({ changed: 0 });
    expect(await read(other)).toBe(200);
  });
});

describe('changing one’s own password', () => {
  const change = (currentPassword: string, next: string) =>
    ask(one.test.app, changeOwnPassword, { currentPassword, password: next });

  it('requires the current one, and keeps this session and the rules', async () => {
    expect((await change('not-mine-77', 'burung-hantu-7')).json()).toMatchObject({
      status: 400,
      errors: [{ path: 'currentPassword', message: 'This is not your password' }],
    });
    expect((await change(password, 'Password1!')).json()).toMatchObject({ message: 'This password is too common' });
    expect((await one.signIn(email)).status).toBe(200);
    expect((await change(password, 'burung-hantu-7')).statusCode).toBe(200);
    expect((await one.signIn(email)).status).toBe(401);
    expect((await one.signIn(email, 'burung-hantu-7')).status).toBe(200);
    expect((await one.renew(refreshToken)).status).toBe(200);
  });

  it('allows ten tries, and then locks only this session', async () => {
    for (let n = 0; n < 10; n += 1) expect((await change('not-mine-77', 'burung-hantu-7')).statusCode).toBe(400);
    const stopped = await change(password, 'burung-hantu-7');
    expect(stopped.statusCode).toBe(429);
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(14 * 60);
    expect((await one.signIn(email)).status).toBe(200);
  });
});

describe('restricted replies and tokens', () => {
  it('are not cacheable', async () => {
    const answers = [
      await ask(other, getOwnProfile),
      await ask(other, { method: 'GET', url: '/admin/user' }),
      await ask(other, { ...discounts.create, method: 'POST' }, {}),
      await other.inject({ method: 'POST', url: `/api${login.url}`, payload: { email, password } }),
      await other.inject({ method: 'POST', url: `/api${refresh.url}`, payload: { refresh: refreshToken } }),
      await other.inject({
        method: 'POST',
        url: '/firestore/v1/projects/coding/databases/(default)/documents:runQuery',
      }),
    ];
    expect(answers.map(({ headers }) => headers['cache-control'])).toEqual(answers.map(() => 'no-store'));
  });
});
