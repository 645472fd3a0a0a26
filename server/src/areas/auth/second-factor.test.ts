/** Tests signing in with an authenticator app and recovery codes, over HTTP. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { login } from '#contract/kernel/auth.ts';
import { getOwnFactors, makeRecoveryCodes, removeOwnFactor, type Factors } from '#contract/auth/second-factor.ts';
import { testAppOf } from '#platform/testing/app.ts';
import { testJwtSecret } from '#platform/testing/template.ts';
import { resealSecrets } from '#platform/session/second-factor.ts';
import { unseal } from '#platform/session/seal.ts';
import { codeOf, factorApp, stepOf } from './testing/factors.ts';
import { authRoutes } from './routes.ts';
import { changeOwnPassword } from '#contract/auth/sessions.ts';
import { type SignInApp, type SignInReply, password, signInApp } from './testing/sign-in.ts';

let one: SignInApp;
let factors: ReturnType<typeof factorApp>;
beforeAll(async () => {
  one = await signInApp(await testAppOf([authRoutes]));
  factors = factorApp(one);
});
afterAll(() => one.test.close());
beforeEach(async () => {
  await one.test.sql('delete from sign_in_failure');
  await factors.require();
});

/** New account with an app. */
async function withApp(role: 'admin' | 'instructor' = 'admin') {
  const email = await one.user(role);
  const signedIn = await one.signIn(email);
  return { email, signedIn, ...(await factors.addApp(signedIn)) };
}

const get = async (signedIn: SignInReply) =>
  (await one.test.app.inject({ url: `/api${getOwnFactors.url}`, headers: factors.bearer(signedIn) })).json<Factors>();
const remove = async (signedIn: SignInReply, query = '') =>
  (
    await one.test.app.inject({
      method: 'DELETE',
      url: `/api${removeOwnFactor.url}${query}`,
      headers: factors.bearer(signedIn),
    })
  ).json<Record<string, unknown>>();

const tokens = ['accessToken', 'refreshToken'];

describe('signing in to an account with an app', () => {
  it('answers the right password with 401, reason second-factor and a challenge, and no token or cookie', async () => {
    const { email } = await withApp();
    const answer = await one.signIn(email);
    expect(answer).toMatchObject({ status: 401, cookie: '', body: { reason: 'second-factor' } });
    expect(answer.message).toBe('This account has a second factor: sign in with an up-to-date browser to give it');
    for (const token of tokens) expect(answer.body).not.toHaveProperty(token);
    expect(stepOf(answer)).toMatchObject({ hasApp: true, enrolment: null });
  });

  it('answers a wrong password as that of any account', async () => {
    const { email } = await withApp();
    const { status, message, body } = await one.signIn(email, 'Bukan-Ini-77');
    expect([status, message, body['reason']]).toEqual([401, 'The e-mail or the password is not right', undefined]);
  });

  it('answers the code with the reply of a sign-in, and marks the session', async () => {
    const { email, secret } = await withApp();
    const { status, body, cookie } = await factors.signInWith(email, await codeOf(secret));
    expect(status).toBe(200);
    expect(cookie).toContain('device-');
    expect(Object.keys(body).toSorted()).toEqual(['accessToken', 'message', 'refreshToken', 'role', 'status']);
    const rows = await one.test.sql(
      `select second_factor from session join "user" on "user".id = user_id where email = $1 order by started_at`,
      [email],
    );
    expect(rows.map((row) => row['second_factor'])).toEqual(['app', 'app']);
  });

  it('refuses a code that was used, and one before it, within the time in which they are valid', async () => {
    const { email, secret } = await withApp();
    const [before, now] = [await codeOf(secret, -1), await codeOf(secret)];
    expect((await factors.signInWith(email, now)).status).toBe(200);
    for (const code of [now, before])
      expect(await factors.signInWith(email, code)).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'code', message: 'This code is not right, or was used already' }] },
      });
  });

  it('accepts one of two simultaneous sign-ins with the same code', async () => {
    const { email, secret } = await withApp();
    const steps = [stepOf(await one.signIn(email)), stepOf(await one.signIn(email))];
    const code = await codeOf(secret);
    const answers = await Promise.all(steps.map(({ challenge }) => factors.finish(challenge, { code })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  it('accepts a challenge once, keeps it after a wrong code, and refuses it when it is old', async () => {
    const { email, secret } = await withApp();
    const { challenge } = stepOf(await one.signIn(email));
    expect((await factors.finish(challenge, { code: '000000' })).status).toBe(400);
    expect((await factors.finish(challenge, { code: await codeOf(secret) })).status).toBe(200);
    expect((await factors.finish(challenge, { code: await codeOf(secret, 1) })).status).toBe(401);
    const old = stepOf(await one.signIn(email));
    await one.test.sql(`update auth_challenge set expires_at = now()`);
    expect((await factors.finish(old.challenge, { code: await codeOf(secret, 1) })).status).toBe(401);
  });

  it.each([
    ['was deactivated', `update "user" set status = 0 where email = $1`],
    ['became a member’s', `update "user" set role = 'member' where email = $1`],
  ])('refuses the code of a challenge when the account %s meanwhile', async (_, change) => {
    const { email, secret } = await withApp();
    const { challenge } = stepOf(await one.signIn(email));
    await one.test.sql(change, [email]);
    expect((await factors.finish(challenge, { code: await codeOf(secret) })).status).toBe(401);
  });

  it('refuses the code of a challenge when the password was changed meanwhile', async () => {
    const { email, secret, signedIn } = await withApp();
    const { challenge } = stepOf(await one.signIn(email));
    const change = await one.test.app.inject({
      method: 'PUT',
      url: `/api${changeOwnPassword.url}`,
      headers: factors.bearer(signedIn),
      payload: { currentPassword: password, password: 'Kelas-Malam-77' },
    });
    expect(change.statusCode).toBe(200);
    expect((await factors.finish(challenge, { code: await codeOf(secret) })).status).toBe(401);
  });

  it('is 429 after ten wrong codes, which further right passwords do not forget', async () => {
    const { email, secret } = await withApp();
    const statuses: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      const answer = await one.signIn(email);
      statuses.push(answer.status);
      if (answer.status !== 401) break;
      statuses.push((await factors.finish(stepOf(answer).challenge, { code: '000000' })).status);
    }
    expect(statuses).toEqual([401, 400, 401, 400, 401, 400, 401, 400, 401, 400, 429]);
    await one.test.sql('delete from sign_in_failure');
    expect((await factors.signInWith(email, await codeOf(secret))).status).toBe(200);
  });
});

describe('recovery codes', () => {
  it('sign in once each, in any writing', async () => {
    const { email, recoveryCodes } = await withApp();
    expect(recoveryCodes).toHaveLength(10);
    const [first = '', second = ''] = recoveryCodes;
    expect((await factors.signInWith(email, first)).status).toBe(200);
    expect((await factors.signInWith(email, first)).status).toBe(400);
    const signedIn = await factors.signInWith(email, second.toUpperCase().replaceAll('-', ' '));
    expect(signedIn.status).toBe(200);
    expect(await get(signedIn)).toMatchObject({ recoveryCodesLeft: 8 });
  });

  it('are kept as hashes, and the secret of the app encrypted', async () => {
    const { email, secret, recoveryCodes } = await withApp();
    const rows = await one.test.sql(
      `select to_jsonb(app) as app, (select jsonb_agg(to_jsonb(code)) from recovery_code code where code.user_id = app.user_id) as codes
        from authenticator_app app join "user" on "user".id = user_id where email = $1`,
      [email],
    );
    const text = JSON.stringify(rows);
    expect(text).not.toContain(secret);
    for (const code of recoveryCodes) expect(text).not.toContain(code.replaceAll('-', ''));
  });

  it('are replaced as a whole', async () => {
    const { email, signedIn, recoveryCodes } = await withApp();
    const { body } = await one.post(makeRecoveryCodes.url, {}, factors.bearer(signedIn));
    const fresh = body['recoveryCodes'] as unknown as string[];
    expect(fresh.filter((code) => recoveryCodes.includes(code))).toEqual([]);
    expect((await factors.signInWith(email, recoveryCodes[0] ?? '')).status).toBe(400);
    expect((await factors.signInWith(email, fresh[0] ?? '')).status).toBe(200);
  });
});

describe('a role that needs a second factor', () => {
  it('adds an app at the next sign-in, which gives recovery codes and a session', async () => {
    await factors.require('admin');
    const email = await one.user();
    const answer = await one.signIn(email);
    expect(answer).toMatchObject({ status: 401, body: { reason: 'second-factor' } });
    const { challenge, enrolment } = stepOf(answer);
    expect(enrolment?.uri).toContain('otpauth://totp/');
    expect((await factors.finish(challenge, { code: '000000' })).status).toBe(400);
    const done = await factors.finish(challenge, { code: await codeOf(enrolment?.secret ?? '') });
    expect(done.status).toBe(200);
    expect(done.body['recoveryCodes']).toHaveLength(10);
    expect(stepOf(await one.signIn(email))).toMatchObject({ enrolment: null, hasApp: true });
  });

  it('does not ask other roles, and ends sessions without a factor when they are renewed', async () => {
    const [admin, instructor] = [await one.signIn(await one.user()), await one.signIn(await one.user('instructor'))];
    const { signedIn } = await withApp();
    await factors.require('admin');
    expect((await one.signIn(await one.user('instructor'))).status).toBe(200);
    const renewed = [admin, instructor, signedIn].map(({ body }) => one.renew(body['refreshToken']));
    expect((await Promise.all(renewed)).map(({ status }) => status)).toEqual([401, 200, 200]);
  });

  it('keeps its last factor; another role removes it with the recovery codes', async () => {
    const { email, signedIn } = await withApp();
    await factors.require('admin');
    expect(await get(signedIn)).toMatchObject({ isRequired: true });
    expect(await remove(signedIn)).toMatchObject({ status: 409 });
    await factors.require();
    expect(await remove(signedIn)).toEqual({ changed: 1 });
    expect(await get(signedIn)).toEqual({ app: null, passkeys: [], recoveryCodesLeft: 0, isRequired: false });
    expect((await one.signIn(email)).status).toBe(200);
  });
});

it('a challenge to add a factor finishes no sign-in, and that of another user adds none', async () => {
  const { email, secret } = await withApp();
  const { challenge } = stepOf(await one.signIn(email));
  const other = await one.signIn(await one.user());
  const { body } = await one.post('/member/second-factor/begin/', {}, factors.bearer(other));
  expect((await factors.finish(String(body['challenge']), { code: '000000' })).status).toBe(401);
  const stolen = await one.post(
    '/member/second-factor/',
    { challenge, code: await codeOf(secret) },
    factors.bearer(other),
  );
  expect(stolen.status).toBe(409);
});

it('the secret of an app survives a rotation of JWT_SECRET', async () => {
  const { email, secret } = await withApp();
  const next = 'the next secret of all the servers';
  const secrets = { jwtSecret: next, acceptedSecrets: [next, testJwtSecret] };
  await resealSecrets(one.test.database.tenant('coding'), secrets);
  const [row] = await one.test.sql(
    `select user_id as id, secret from authenticator_app join "user" on "user".id = user_id where email = $1`,
    [email],
  );
  const { id, secret: sealed } = row as { id: string; secret: string };
  expect(unseal(sealed, id, { acceptedSecrets: [next] })).toBe(secret);
  expect(unseal(sealed, id, { acceptedSecrets: [testJwtSecret] })).toBeUndefined();
  expect((await one.post(login.url, { email, password: 'x' })).status).toBe(401);
});
