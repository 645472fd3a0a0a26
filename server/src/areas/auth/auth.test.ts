/** Tests sign-in, token refresh, confirming the password, sign-out and demo accounts, over HTTP. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getOwnProfile, login, logout, refresh } from '#contract/kernel/auth.ts';
import { confirmPassword } from '#contract/kernel/auth.ts';
import { demoUsers, demoPassword } from '#contract/auth/demo-users.ts';
import { readAccessToken } from '#platform/session/access-token.ts';
import { hashPassword } from '#platform/session/password.ts';
import { type TestApp, testAppOf, testerPassword } from '#platform/testing/app.ts';
import { authRoutes } from './routes.ts';
import { type SignInApp, password, signInApp } from './testing/sign-in.ts';
import { testJwtSecret } from '#platform/testing/template.ts';

let test: SignInApp['test'];
let user: SignInApp['user'];
let post: SignInApp['post'];
let signIn: SignInApp['signIn'];
let renew: SignInApp['renew'];
beforeAll(async () => {
  ({ test, user, post, signIn, renew } = await signInApp(await testAppOf([authRoutes])));
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.sql('delete from sign_in_failure');
});

const ageTokens = (email: string) =>
  test.sql(
    `update refresh_token set used_at = used_at - interval '1 minute' where user_id = (select id from "user" where email = $1)`,
    [email],
  );

describe('signing in', () => {
  it('returns the specification’s reply, and records the time', async () => {
    const email = await user();
    const response = await signIn(email);
    expect(response.status).toBe(200);
    expect(Object.keys(response.body).toSorted()).toEqual(['accessToken', 'message', 'refreshToken', 'role', 'status']);
    expect(response.body).toMatchObject({ status: 200, role: 'admin' });
    const [row] = await test.sql(
      `select last_login_at > now() - interval '1 minute' as noted, version from "user" where email = $1`,
      [email],
    );
    expect(row).toEqual({ noted: true, version: 1 });
  });

  it('returns an access token for fifteen minutes with user, tenant and role', async () => {
    const email = await user('instructor', 'cyber');
    const { body } = await post(login.url, { email, password }, { 'x-tenant': 'cyber' });
    const [, claims = ''] = String(body['accessToken']).split('.');
    const { iat, exp, sub, ...rest } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<
      string,
      number
    >;
    expect(rest).toEqual({
      iss: 'lectern',
      aud: 'lectern-api',
      tenant: 'cyber',
      role: 'instructor',
      name: 'Sari Dewi',
      sid: expect.any(String) as string,
    });
    expect(Number(exp) - Number(iat)).toBe(15 * 60);
    expect(await test.sql('select email from "user" where id = $1', [sub])).toEqual([{ email }]);
    expect(await test.sql('select id from session where user_id = $1', [sub])).toEqual([{ id: rest['sid'] }]);
  });

  it('ignores the case of the e-mail, but not of the password', async () => {
    const email = await user();
    expect((await signIn(email.toUpperCase())).status).toBe(200);
    expect((await signIn(email, password.toUpperCase())).status).toBe(401);
  });

  it('refuses another tenant’s user', async () => {
    const email = await user('admin', 'data');
    expect((await signIn(email)).status).toBe(401);
  });

  it('stores no password and no refresh token in readable form', async () => {
    const email = await user();
    const { body } = await signIn(email);
    const rows = JSON.stringify(
      await test.sql(
        `select a.*, encode(t.token_hash, 'escape') as token from "user" a join refresh_token t on t.user_id = a.id where email = $1`,
        [email],
      ),
    );
    expect(rows).toContain('$argon2id$');
    for (const word of [password, String(body['refreshToken'])]) expect(rows).not.toContain(word);
  });

  it('shows the signed-in user at /member/profile/', async () => {
    const email = await user();
    const { body } = await signIn(email);
    const profile = await test.app.inject({
      url: `/api${getOwnProfile.url}`,
      headers: { authorization: `Bearer ${body['accessToken']}` },
    });
    expect(profile.json()).toMatchObject({ email, name: 'Sari Dewi', role: 'admin', tenant: 'coding' });
  });
});

describe('a refusal', () => {
  it('is equal for a wrong password, an unknown user and a member with a wrong password', async () => {
    const [known, member] = [await user(), await user('member')];
    const responses = [
      await signIn(known, 'salah-sandi-1'),
      await signIn('tidak.ada@sample.test'),
      await signIn(member, 'salah-sandi-1'),
    ];
    expect(responses.map(({ status, message }) => ({ status, message }))).toEqual(
      Array(3).fill({ status: 401, message: 'The e-mail or the password is not right' }),
    );
    expect(responses.map(({ body }) => Object.keys(body))).toEqual(Array(3).fill(['message', 'status', 'requestId']));
  });

  it('takes the same time whether or not the user exists', { tags: ['system'] }, async () => {
    const known = await user();
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    for (let round = 0; round < 10; round += 1) {
      for (const [kind, email] of [
        ['known', known],
        ['unknown', `tidak.ada${round}@sample.test`],
      ] as const) {
        const start = performance.now();
        await signIn(email, 'salah-sandi-1', `192.0.2.${round}`);
        times[kind].push(performance.now() - start);
      }
    }
    // Compares the fastest of each, which excludes the load of the machine but not what an attacker could measure.
    const ratio = Math.min(...times.known) / Math.min(...times.unknown);
    expect(ratio).toBeGreaterThan(0.4);
    expect(ratio).toBeLessThan(2.5);
  });

  it('of a member with the right password is 403 Unauthorized, without a token', async () => {
    const response = await signIn(await user('member'));
    expect(response).toMatchObject({ status: 403, message: 'Unauthorized' });
    expect(JSON.stringify(response.body)).not.toContain('oken');
  });

  it('of an access token in another tenant is 403, and reveals nothing', async () => {
    const { body } = await signIn(await user());
    const answer = await test.app.inject({
      url: `/api${getOwnProfile.url}`,
      headers: { authorization: `Bearer ${body['accessToken']}`, 'x-tenant': 'cyber' },
    });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ message: 'This user belongs to another brand' });
  });
});

describe('a refresh', () => {
  it('returns a new pair, and the old token cannot be used again', async () => {
    const email = await user();
    const first = (await signIn(email)).body['refreshToken'];
    const { status, body } = await renew(first);
    expect(status).toBe(200);
    expect(Object.keys(body).toSorted()).toEqual(['access', 'refresh']);
    expect(body['refresh']).not.toBe(first);
    expect(await readAccessToken(String(body['access']), [testJwtSecret])).toMatchObject({
      role: 'admin',
      tenant: 'coding',
    });
    expect((await renew(body['refresh'])).status).toBe(200);
  });

  it('with a used token ends the whole family: the thief’s and the owner’s session', async () => {
    const email = await user();
    const stolen = (await signIn(email)).body['refreshToken'];
    const newest = (await renew(stolen)).body['refresh'];
    const elsewhere = (await signIn(email)).body['refreshToken'];
    await ageTokens(email);
    expect(await renew(stolen)).toMatchObject({ status: 401, message: 'Please sign in again' });
    expect((await renew(newest)).status).toBe(401);
    expect((await renew(elsewhere)).status).toBe(200);
  });

  it('in two tabs at once keeps both signed in', async () => {
    const token = (await signIn(await user())).body['refreshToken'];
    const tabs = await Promise.all([renew(token), renew(token)]);
    expect(tabs.map(({ status }) => status)).toEqual([200, 200]);
    for (const tab of tabs) expect((await renew(tab.body['refresh'])).status).toBe(200);
  });

  it('with a token that is expired, unknown or another tenant’s is refused', async () => {
    const email = await user();
    const token = (await signIn(email)).body['refreshToken'];
    expect((await post(refresh.url, { refresh: token }, { 'x-tenant': 'cyber' })).status).toBe(401);
    await test.sql(
      `update refresh_token set expires_at = now() - interval '1 second' where user_id = (select id from "user" where email = $1)`,
      [email],
    );
    expect((await renew(token)).status).toBe(401);
    expect((await renew('no token of ours')).status).toBe(401);
  });

  it('applies a changed role, and is refused to a user who became a member', async () => {
    const email = await user('admin');
    const token = (await signIn(email)).body['refreshToken'];
    await test.sql(`update "user" set role = 'customer-service' where email = $1`, [email]);
    const { body } = await renew(token);
    expect(await readAccessToken(String(body['access']), [testJwtSecret])).toMatchObject({ role: 'customer-service' });
    await test.sql(`update "user" set role = 'member' where email = $1`, [email]);
    expect((await renew(body['refresh'])).status).toBe(401);
  });

  it('is possible for thirty days', async () => {
    const email = await user();
    await signIn(email);
    expect(
      await test.sql(
        `select round(extract(epoch from expires_at - now()) / 86400)::int as days from refresh_token t join "user" a on a.id = t.user_id where email = $1`,
        [email],
      ),
    ).toEqual([{ days: 30 }]);
  });
});

describe('confirming the password', () => {
  it('takes effect when it is right, from then on', async () => {
    const admin = await test.as('admin');
    await test.sql(`update session set confirmed_at = '2026-01-01' where id = $1`, [admin.sessionId]);
    const confirm = (word: string) => admin.call(confirmPassword, { body: { password: word } });
    const isConfirmed = async () =>
      (
        await test.sql(`select confirmed_at > now() - interval '1 minute' as yes from session where id = $1`, [
          admin.sessionId,
        ])
      )[0]?.['yes'];
    expect(await confirm('not-mine-77')).toMatchObject({ status: 400, body: { errors: [{ path: 'password' }] } });
    expect(await isConfirmed()).toBe(false);
    expect((await confirm(testerPassword)).status).toBe(200);
    expect(await isConfirmed()).toBe(true);
  });
});

describe('signing out', () => {
  it('ends the whole token family, and no other', async () => {
    const email = await user();
    const first = (await signIn(email)).body['refreshToken'];
    const second = (await renew(first)).body['refresh'];
    const elsewhere = (await signIn(email)).body['refreshToken'];
    expect((await post(logout.url, { refresh: second })).status).toBe(200);
    expect((await renew(second)).status).toBe(401);
    expect((await renew(first)).status).toBe(401);
    expect((await renew(elsewhere)).status).toBe(200);
  });

  it('with an unknown token succeeds without effect', async () => {
    expect(await post(logout.url, { refresh: 'no token of ours' })).toMatchObject({
      status: 200,
      message: 'Signed out',
    });
  });
});

describe('demo accounts', () => {
  const [{ email, role }] = demoUsers as [(typeof demoUsers)[number]];
  let closed: TestApp;
  beforeAll(async () => {
    closed = await testAppOf([authRoutes], { DEMO: '0' });
    for (const one of [test, closed]) {
      await one.sql(
        `insert into "user" (tenant, email, name, password_hash, role) values ('coding', $1, 'Demo', $2, $3)`,
        [email, await hashPassword(demoPassword), role],
      );
    }
  });
  afterAll(() => closed.close());

  it.skipIf(process.env['SEVERAL'])('sign in while demo mode is on', async () => {
    expect((await signIn(email, demoPassword)).status).toBe(200);
  });

  it.each(['to sign in', 'to stay signed in'])('are refused %s when it is off, like unknown users', async (what) => {
    const [row] = await closed.sql(`select id from "user" where email = $1`, [email]);
    await closed.sql(
      `with begun as (insert into session (tenant, user_id) values ('coding', $1) returning id)
        insert into refresh_token (tenant, token_hash, session_id, user_id, expires_at)
        select 'coding', sha256('demo'), id, $1, now() + interval '1 day' from begun on conflict do nothing`,
      [row?.['id']],
    );
    const response =
      what === 'to sign in'
        ? await post(login.url, { email, password: demoPassword }, {}, undefined, closed.app)
        : await post(refresh.url, { refresh: 'demo' }, {}, undefined, closed.app);
    expect(response.status).toBe(401);
  });
});
