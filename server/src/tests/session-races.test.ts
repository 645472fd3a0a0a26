/** Tests that nothing issued while a session ends outlives it. */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { login, logout, refresh } from '#contract/kernel/auth.ts';
import { changeUserPassword } from '#contract/user/endpoints.ts';
import { hashPassword } from '#platform/session/password.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { testApp } from './app.ts';

const password = 'kuda-terbang-9';

let test: TestApp;
let hash: string;
let userId: string;
let email: string;
/** Second connection, which holds locks. */
let other: pg.Client;
let made = 0;

beforeAll(async () => {
  test = await testApp();
  hash = await hashPassword(password);
  other = new pg.Client(test.ownerUrl);
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await test.close();
});
beforeEach(async () => {
  email = `akun${(made += 1)}@sample.test`;
  const [row] = await test.sql(
    `insert into "user" (tenant, email, name, password_hash, role) values ('coding', $1, 'Sari', $2, 'admin') returning id`,
    [email, hash],
  );
  userId = String(row?.['id']);
});

async function post(url: string, payload: object) {
  const answer = await test.app.inject({ method: 'POST', url: `/api${url}`, payload });
  return { status: answer.statusCode, body: answer.json<Record<string, string>>() };
}
async function signIn(): Promise<string> {
  const { status, body } = await post(login.url, { email, password });
  expect(status).toBe(200);
  return String(body['refreshToken']);
}
const renew = (token: string) => post(refresh.url, { refresh: token });
const sessions = async () =>
  (await test.sql('select count(*)::int as n from refresh_token where user_id = $1', [userId]))[0]?.['n'];

/** Locks the user until `release`, so that even inserts that reference it wait. */
async function holdUser() {
  await other.query('begin');
  await other.query('select from "user" where id = $1 for update', [userId]);
}
const release = () => other.query('commit');
const waiting = (calls: number) =>
  expect
    .poll(
      async () =>
        (
          await test.sql(
            `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
        )[0]?.['n'],
    )
    .toBe(calls);

it('signing out during a refresh ends the refreshed session', async () => {
  const token = await signIn();
  await holdUser();
  const renewing = renew(token);
  await waiting(1);
  const leaving = post(logout.url, { refresh: token });
  await waiting(2);
  await release();
  await renewing;
  expect((await leaving).status).toBe(200);
  expect(await sessions()).toBe(0);
});

it('detecting a reuse during a renewal ends the renewed session', async () => {
  const stolen = await signIn();
  const { body } = await renew(stolen);
  await test.sql(`update refresh_token set used_at = used_at - interval '1 minute' where user_id = $1`, [userId]);
  await holdUser();
  const renewing = renew(String(body['refresh']));
  await waiting(1);
  const reusing = renew(stolen);
  await waiting(2);
  await release();
  await renewing;
  expect((await reusing).status).toBe(401);
  expect(await sessions()).toBe(0);
});

it('a sign-in with a password that is changed meanwhile begins no session', async () => {
  await holdUser();
  const signingIn = post(login.url, { email, password });
  await waiting(1);
  await other.query(`update "user" set password_hash = 'another' where id = $1`, [userId]);
  await release();
  expect(await signingIn).toMatchObject({ status: 401, body: { message: 'The e-mail or the password is not right' } });
  expect(await sessions()).toBe(0);
});

it('changing the password ends sessions of concurrent refreshes and sign-ins', async () => {
  const { call } = await test.as('superadmin');
  const token = await signIn();
  await holdUser();
  const renewing = renew(token);
  await waiting(1);
  const changing = call(changeUserPassword, { params: { id: userId }, body: { password: 'burung-hantu-7' } });
  await waiting(2);
  await release();
  await renewing;
  expect((await changing).status).toBe(200);
  expect(await sessions()).toBe(0);
});

it('concurrent refreshes, reuses and sign-outs of one user never deadlock', { tags: ['system'] }, async () => {
  const tokens = await Promise.all(Array.from({ length: 4 }, signIn));
  const answers = await Promise.all(
    tokens.flatMap((token) => [renew(token), renew(token), post(logout.url, { refresh: token }), renew(token)]),
  );
  for (const { status } of answers) expect([200, 401]).toContain(status);
  expect(await sessions()).toBe(0);
});
