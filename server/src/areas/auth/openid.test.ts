/** Tests signing in with an OpenID provider over HTTP, with oidc-provider as the other side. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { beginOpenId, finishOpenId } from '#contract/auth/openid.ts';
import { testAppOf } from '#platform/testing/app.ts';
import { authRoutes } from './routes.ts';
import { codeOf, factorApp, stepOf } from './testing/factors.ts';
import { openIdProvider } from './testing/openid-provider.ts';
import { type SignInApp, type SignInReply, signInApp } from './testing/sign-in.ts';

let provider: Awaited<ReturnType<typeof openIdProvider>>;
let one: SignInApp;
let factors: ReturnType<typeof factorApp>;
beforeAll(async () => {
  provider = await openIdProvider(['http://localhost/']);
  one = await signInApp(await testAppOf([authRoutes], provider.environment('CODING')));
  factors = factorApp(one);
});
afterAll(async () => {
  await one.test.close();
  await provider.close();
});
beforeEach(async () => {
  await factors.require();
});

/** Signs in at the provider as somebody with an e-mail; returns the answer that comes back, and the cookie. */
async function begun(email: string, isVerified = true) {
  provider.signIn({ sub: `sub-${email}`, email, email_verified: isVerified });
  const { body, cookie } = await one.post(beginOpenId.url, {});
  return { answer: await provider.follow(String(body['url'])), cookie, url: new URL(String(body['url'])) };
}
const finish = ({ answer, cookie }: { answer: string; cookie: string }): Promise<SignInReply> =>
  one.post(finishOpenId.url, { answer }, { cookie });
const signIn = async (email: string, isVerified?: boolean) => finish(await begun(email, isVerified));

const users = async () => (await one.test.sql('select count(*)::int as n from "user"'))[0]?.['n'];

it('opens the account of staff with the verified e-mail, whatever its case, and answers as a sign-in', async () => {
  const email = await one.user('instructor');
  const done = await signIn(email.toUpperCase());
  expect(done).toMatchObject({ status: 200, body: { role: 'instructor' } });
  expect(Object.keys(done.body).toSorted()).toEqual(['accessToken', 'message', 'refreshToken', 'role', 'status']);
  expect((await one.renew(done.body['refreshToken'])).status).toBe(200);
});

it('asks the provider with state, nonce and PKCE, and keeps none of them readable in the cookie', async () => {
  const { url, cookie } = await begun('x@sample.test');
  expect(url.searchParams.get('code_challenge_method')).toBe('S256');
  expect(url.searchParams.get('redirect_uri')).toBe('http://localhost/');
  for (const name of ['state', 'nonce', 'code_challenge']) {
    const value = url.searchParams.get(name) ?? '';
    expect(value.length).toBeGreaterThan(20);
    expect(cookie).not.toContain(value);
  }
});

it.each([
  ['an unverified e-mail', 'instructor', false, 'Studio ID has not verified your e-mail'],
  ['the e-mail of a member', 'member', true, /^No account of staff has the e-mail/],
] as const)('refuses %s, and creates no account', async (_, role, isVerified, message) => {
  const email = await one.user(role);
  const before = await users();
  const refused = await signIn(email, isVerified);
  expect(refused).toMatchObject({ status: 403, message: expect.stringMatching(message) as string });
  expect(await users()).toBe(before);
});

it('refuses an unknown e-mail, that of another brand and that of a deactivated account', async () => {
  const [theirs, former] = [await one.user('admin', 'cyber'), await one.user()];
  await one.test.sql('update "user" set status = 0 where email = $1', [former]);
  const before = await users();
  for (const email of ['nobody@sample.test', theirs, former]) expect((await signIn(email)).status).toBe(403);
  expect(await users()).toBe(before);
});

it('refuses an answer in another browser, with another state, a second time, and of an error', async () => {
  const email = await one.user();
  const [mine, theirs] = [await begun(email), await begun(email)];
  const statuses = [
    await finish({ ...mine, cookie: '' }),
    await finish({ ...mine, cookie: theirs.cookie }),
    await finish({ ...mine, cookie: mine.cookie.replace(/.$/, 'x') }),
    await finish({ ...mine, answer: 'error=access_denied&state=x' }),
    await finish({ ...mine, answer: mine.answer.replace(/state=[^&]+/, 'state=other') }),
    await finish(mine),
    await finish(mine),
  ];
  expect(statuses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 200, 401]);
});

it('asks for the second factor of the account, and for a new one that the role needs', async () => {
  const email = await one.user();
  const { secret } = await factors.addApp(await one.signIn(email));
  const answer = await signIn(email);
  expect(answer).toMatchObject({ status: 401, body: { reason: 'second-factor' } });
  expect((await factors.finish(stepOf(answer).challenge, { code: await codeOf(secret) })).status).toBe(200);
  await factors.require('admin');
  expect(stepOf(await signIn(await one.user())).enrolment).not.toBeNull();
});

it('a brand without a provider has no address to go to, and refuses answers', async () => {
  const cyber = { 'x-tenant': 'cyber' };
  expect((await one.post(beginOpenId.url, {}, cyber)).body['url']).toBeNull();
  const { answer, cookie } = await begun(await one.user());
  expect((await one.post(finishOpenId.url, { answer }, { ...cyber, cookie })).status).toBe(401);
});
