/** Tests that failed attempts by strangers lock out strangers only, not browsers that have signed in before. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { login } from '#contract/kernel/auth.ts';
import { testAppOf } from '#platform/testing/app.ts';
import { authRoutes } from './routes.ts';
import { type SignInApp, password, signInApp } from './testing/sign-in.ts';

let app: SignInApp;
beforeAll(async () => {
  app = await signInApp(await testAppOf([authRoutes]));
});
afterAll(() => app.test.close());
beforeEach(async () => {
  await app.test.sql('delete from sign_in_failure');
});

const home = '203.0.113.5';
const signIn = (email: string, cookie: string, from = home, word = password) =>
  app.post(login.url, { email, password: word }, { cookie }, from);
const guess = (email: string, from: string) => app.signIn(email, 'salah-sandi-1', from);
const failures = (count: number, row: Record<string, string | null>, minutesAgo = 1) => {
  const columns = Object.keys(row);
  return app.test.sql(
    `insert into sign_in_failure (tenant, ${columns.join(', ')}, at)
    select 'coding', ${columns.map((_, n) => `$${n + 1}`).join(', ')}, now() - make_interval(mins => ${minutesAgo}) from generate_series(1, ${count})`,
    Object.values(row),
  );
};
/** Creates a user; returns it with the cookie of the browser that signed in. */
async function owner() {
  const email = await app.user();
  const { cookie, status } = await signIn(email, '');
  expect(status).toBe(200);
  return { email, cookie };
}

describe('the cookie of a known browser', () => {
  it('is limited to this user and the sign-in, hidden from scripts, and secure on https', async () => {
    const email = await app.user();
    const answer = await app.test.app.inject({
      method: 'POST',
      url: `/api${login.url}`,
      payload: { email, password },
      headers: { 'x-forwarded-proto': 'https' },
    });
    expect(answer.cookies).toEqual([
      expect.objectContaining({ path: '/api/auth/', httpOnly: true, secure: true, sameSite: 'Strict' }),
    ]);
    expect(answer.cookies[0]?.maxAge).toBe(180 * 24 * 3600);
    expect((await owner()).cookie).not.toContain('ecure');
  });

  it('is not set on a refusal', async () => {
    expect((await guess(await app.user(), home)).cookie).toBe('');
    expect((await app.signIn(await app.user('member'))).cookie).toBe('');
  });

  it.each([
    ['is forged', (cookie: string) => `${cookie.slice(0, -4)}AAAA`],
    ['ran out', (cookie: string) => cookie.replace(/\.\d+\./, '.1700000000.')],
    ['is of another user', undefined],
  ])('is ignored when it %s', async (_, change) => {
    const { email, cookie } = await owner();
    const stranger = await owner();
    const id = (await app.test.sql('select id from "user" where email = $1', [email]))[0]?.['id'];
    const otherName = `device-${String(id).slice(-12)}`;
    const shown = change?.(cookie) ?? stranger.cookie.replace(/^[^=]+/, otherName);
    await failures(10, { email, address: '192.0.2.1' });
    expect((await signIn(email, shown)).status).toBe(429);
    expect((await signIn(email, cookie)).status).toBe(200);
  });
});

describe('a user whose password strangers guess', () => {
  it('can sign in from the usual browser, while strangers have to wait', async () => {
    const { email, cookie } = await owner();
    for (let n = 0; n < 10; n += 1) expect((await guess(email, `192.0.2.${n}`)).status).toBe(401);
    expect((await guess(email, '192.0.2.99')).status).toBe(429);
    expect((await signIn(email, '')).status).toBe(429);
    expect((await signIn(email, cookie)).status).toBe(200);
    // The owner's sign-in does not reset the strangers' failures.
    expect((await guess(email, '192.0.2.99')).status).toBe(429);
  });

  it('has to wait after ten failures in that browser, without locking out others', async () => {
    const { email, cookie } = await owner();
    for (let n = 0; n < 10; n += 1) expect((await signIn(email, cookie, home, 'salah-sandi-1')).status).toBe(401);
    expect((await signIn(email, cookie)).status).toBe(429);
    expect((await signIn(email, '', '192.0.2.50')).status).toBe(200);
    expect((await app.signIn(await app.user(), password, home)).status).toBe(200);
  });

  it('is notified once a day by mail and history; unknown users are not', async () => {
    const lines: string[] = [];
    const noisy = await signInApp(
      await testAppOf([authRoutes], { LOG_LEVEL: 'info' }, { write: (line) => lines.push(line) }),
    );
    const { sql } = noisy.test;
    const email = await noisy.user();
    for (let n = 0; n < 14; n += 1) {
      await noisy.signIn(email, 'salah-sandi-1', `192.0.2.${n}`);
      await noisy.signIn('tidak.ada@sample.test', 'salah-sandi-1', `198.51.100.${n}`);
    }
    const [owned] = await sql('select id from "user" where email = $1', [email]);
    // With a running worker, the e-mail job may already be in the queue.
    const letters = () =>
      sql(
        `select ids from outbox where job = 'send-mail' union all select data -> 'ids' from pgboss.job where name = 'send-mail'`,
      );
    await expect.poll(letters).toEqual([{ ids: { template: 'sign-in-alert', userId: owned?.['id'] } }]);
    // Logs of several processes are not readable here.
    if (!process.env['SEVERAL'])
      expect(lines.filter((line) => line.includes('owner-notified'))).toMatchObject([
        expect.stringContaining(String(owned?.['id'])),
      ]);
    expect(lines.join('')).not.toMatch(/sample\.test|198\.51\.100\.\d/);
    await noisy.test.close();
  });
});

describe('repeated strangers', () => {
  const minutesToWait = async (email: string) => Math.ceil(Number((await signIn(email, '')).retryAfter) / 60);

  it.each([
    [10, 5, 10],
    [20, 20, 40],
    [40, 70, 290],
    [60, 400, 1040],
  ])('wait longer: after %i failures %i minutes ago another %i', async (count, ago, minutes) => {
    await failures(count, { email: 'tidak.ada@sample.test', address: '192.0.2.1' }, ago);
    expect(await minutesToWait('tidak.ada@sample.test')).toBe(minutes);
  });

  it.each([
    ['56 bits', 90, (n: number) => `2001:db8:0:7${(n % 200).toString(16).padStart(2, '0')}::1`, '2001:db8:0:7ff::1'],
    ['48 bits', 270, (n: number) => `2001:db8:0:${n.toString(16)}00::1`, '2001:db8:0:ffff::1'],
  ])('are identified by their IPv6 network of %s', async (_, max, addressOf, another) => {
    // As many attempts as are allowed, each from its own /64 network.
    const first = await guess('coba@sample.test', addressOf(0));
    expect(first.status).toBe(401);
    await app.test.sql(
      `insert into sign_in_failure (tenant, email, address, network56, network48)
      select tenant, 'coba' || n, 'a network ' || n, network56, network48 from sign_in_failure, generate_series(2, $1::int) as n`,
      [max],
    );
    if (max === 270) await app.test.sql(`update sign_in_failure set network56 = 'of 56 bits ' || email`);
    expect((await guess('lain@sample.test', another)).status).toBe(429);
    expect((await guess('lain@sample.test', '2001:db8:1:ffff::1')).status).toBe(401);
  });
});

describe('an office', () => {
  it('with an attacker keeps its known browsers signed in', async () => {
    const { email, cookie } = await owner();
    await failures(30, { email: 'coba@sample.test', address: home });
    expect((await signIn(await app.user(), '')).status).toBe(429);
    expect((await signIn(email, cookie)).status).toBe(200);
  });
});

describe('problems of another brand', () => {
  it('delay no sign-in', async () => {
    const busy = Array.from({ length: 5 }, () => sql`select pg_sleep(3)`.execute(app.test.database.tenant('cyber')));
    // Waiting for one of their connections would fail after two seconds.
    expect((await signIn(await app.user(), '')).status).toBe(200);
    await Promise.all(busy);
  });
});
