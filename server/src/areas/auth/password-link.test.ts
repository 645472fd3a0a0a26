/** Tests forgotten passwords and links that set a password: who gets one, how often, and that each works once. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { forgotPassword, openPasswordLink, resetPassword } from '#contract/auth/password-link.ts';
import type { Role } from '#contract/kernel/endpoint.ts';
import { type TestApp, testAppOf } from '#platform/testing/app.ts';
import { type Mailbox, openMailbox } from '#shared/mail/testing/mailbox.ts';
import { authRoutes } from './routes.ts';
import { type SignInApp, signInApp } from './testing/sign-in.ts';

vi.setConfig({ testTimeout: 60_000 });

let test: TestApp;
let auth: SignInApp;
let mailbox: Mailbox;
beforeAll(async () => {
  test = await testAppOf([authRoutes]);
  auth = await signInApp(test);
  mailbox = await openMailbox(test);
});
afterAll(async () => {
  await mailbox.close();
  await test.close();
});

const next = 'burung-hantu-7';
let network = 0;
/** Each call comes from another address, so that only the limits under test apply. */
const newAddress = () => `198.51.100.${(network += 1)}`;
const forgot = (email: string, from = newAddress(), tenant = 'coding') =>
  auth.post(forgotPassword.url, { email }, { 'x-tenant': tenant }, from);
const open = (token: string, tenant = 'coding') => auth.post(openPasswordLink.url, { token }, { 'x-tenant': tenant });
const reset = (token: string, password = next) => auth.post(resetPassword.url, { token, password });
/** Creates a user who forgot the password; returns the e-mail and the link's token. */
async function forgetful(role: Role = 'admin') {
  const email = await auth.user(role);
  await forgot(email);
  return { email, token: await mailbox.tokenTo(email) };
}

describe('a forgotten password', () => {
  it('is answered alike whether or not the account exists, and mails a link only to an account', async () => {
    const email = await auth.user();
    const known = await forgot(email.toUpperCase());
    const unknown = await forgot('tidakada@sample.test');
    expect(known.status).toBe(202);
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    const [mail] = await mailbox.mailsTo(email);
    expect(mail?.text).toContain('Subject: Atur ulang kata sandi Anda di Coding Studio');
    expect(await mailbox.mailsTo('tidakada@sample.test')).toEqual([]);
  });

  it('executes the same statements whether or not the account exists', async () => {
    const email = await auth.user();
    const rows = () =>
      test.sql(`select count(*)::int as n from account_mail where email in ($1, 'kosong@sample.test')`, [email]);
    await Promise.all([forgot(email), forgot('kosong@sample.test')]);
    expect(await rows()).toEqual([{ n: 2 }]);
  });

  it('mails at most three links an hour to an account, also when asked at once, with the same answer', async () => {
    const email = await auth.user();
    const answers = await Promise.all(Array.from({ length: 8 }, () => forgot(email)));
    expect(new Set(answers.map(({ status, message }) => `${status} ${message}`)).size).toBe(1);
    expect(await mailbox.mailsTo(email)).toHaveLength(3);
    await test.sql(`update account_mail set at = at - interval '61 minutes' where email = $1`, [email]);
    await forgot(email);
    expect(await mailbox.mailsTo(email)).toHaveLength(4);
  });

  it('mails at most thirty links an hour from one network', async () => {
    const from = '203.0.113.9';
    for (let n = 0; n < 32; n += 1) expect((await forgot(`banyak${n}@sample.test`, from)).status).toBe(202);
    expect(await test.sql(`select count(*)::int as n from account_mail where network = $1`, [from])).toEqual([
      { n: 30 },
    ]);
  });

  it('mails nothing to a deactivated account', async () => {
    const email = await auth.user();
    await test.sql('update "user" set status = 0 where email = $1', [email]);
    expect((await forgot(email)).status).toBe(202);
    expect(await mailbox.mailsTo(email)).toEqual([]);
  });

  it('takes the address of the link from the configuration, not from the Host header', async () => {
    const email = await auth.user();
    await auth.post(
      forgotPassword.url,
      { email },
      { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
      newAddress(),
    );
    const [mail] = await mailbox.mailsTo(email);
    expect(mail?.text).toContain('https://belajar.test/password/reset?token=');
    expect(mail?.text).not.toContain('evil.example');
  });

  it('returns 400 for what is no e-mail', async () => {
    expect((await forgot('budi')).status).toBe(400);
  });
});

describe('a link', () => {
  it('sets the password once, ends sessions and the other links, and lifts the lock of many failed tries', async () => {
    const { email, token } = await forgetful();
    expect((await open(token)).body).toMatchObject({ name: 'Sari Dewi', email, isStaff: true });
    const session = await auth.signIn(email);
    await test.sql(
      `insert into sign_in_failure (tenant, email, address) select 'coding', $1, '192.0.2.77' from generate_series(1, 12)`,
      [email],
    );
    expect((await auth.signIn(email, next)).status).toBe(429);
    expect((await reset(token)).status).toBe(200);
    expect((await auth.renew(session.body['refreshToken'])).status).toBe(401);
    expect((await auth.signIn(email, next)).status).toBe(200);
    expect((await reset(token, 'gajah-kecil-8')).status).toBe(410);
    expect((await open(token)).status).toBe(410);
    expect((await auth.signIn(email, next)).status).toBe(200);
  });

  it('sets one password when it is used twice at once', async () => {
    const { token } = await forgetful();
    const answers = await Promise.all([reset(token), reset(token, 'gajah-kecil-8'), reset(token, 'kucing-putih-5')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410, 410]);
  });

  it('works for members too, who still cannot sign in here', async () => {
    const { email, token } = await forgetful('member');
    expect((await open(token)).body).toMatchObject({ isStaff: false });
    expect((await reset(token)).status).toBe(200);
    expect((await auth.signIn(email, next)).status).toBe(403);
  });

  it('asked for again ends the one before', async () => {
    const { email, token } = await forgetful();
    await forgot(email);
    const second = await mailbox.tokenTo(email);
    expect(second).not.toBe(token);
    expect((await reset(token)).status).toBe(410);
    expect((await reset(second)).status).toBe(200);
  });

  it.each([
    [
      '72 hours have passed',
      `update account_mail set expires_at = now() where token_hash = sha256(convert_to($1, 'UTF8'))`,
    ],
    ['it was revoked', `update account_mail set revoked_at = now() where token_hash = sha256(convert_to($1, 'UTF8'))`],
    [
      'the account was deactivated',
      `update "user" set status = 0 where id = (select user_id from account_mail where token_hash = sha256(convert_to($1, 'UTF8')))`,
    ],
  ])('returns 410 when %s', async (_, change) => {
    const { email, token } = await forgetful();
    await test.sql(change, [token]);
    expect((await reset(token)).status).toBe(410);
    await test.sql('update "user" set status = 1 where email = $1', [email]);
    expect((await auth.signIn(email, next)).status).toBe(401);
  });

  it('returns 410 at another brand, and for a token that nobody got', async () => {
    const { token } = await forgetful();
    expect((await open(token, 'cyber')).status).toBe(410);
    expect((await open('x'.repeat(43))).status).toBe(410);
    expect((await open(token)).status).toBe(200);
  });

  it('is still open after a password that is too weak', async () => {
    const { token } = await forgetful();
    expect(await reset(token, 'Sari-Dewi-2026')).toMatchObject({ status: 400 });
    expect((await reset(token, 'password')).status).toBe(400);
    expect((await reset(token)).status).toBe(200);
  });

  it('is valid for 72 hours', async () => {
    const { token } = await forgetful();
    expect(
      await test.sql(
        `select extract(epoch from expires_at - at)::int / 3600 as hours from account_mail where token_hash = sha256(convert_to($1, 'UTF8'))`,
        [token],
      ),
    ).toEqual([{ hours: 72 }]);
  });
});

describe('a deactivated account', () => {
  it('cannot sign in nor refresh, and can again once it is reactivated', async () => {
    const email = await auth.user();
    const session = await auth.signIn(email);
    await test.sql('update "user" set status = 0 where email = $1', [email]);
    expect((await auth.renew(session.body['refreshToken'])).status).toBe(401);
    expect(await auth.signIn(email)).toMatchObject({ status: 403, message: expect.stringContaining('deactivated') });
    expect(await auth.signIn(email, 'salah-sekali-1')).toMatchObject({
      status: 401,
      message: 'The e-mail or the password is not right',
    });
    await test.sql('update "user" set status = 1 where email = $1', [email]);
    expect((await auth.signIn(email)).status).toBe(200);
  });
});
