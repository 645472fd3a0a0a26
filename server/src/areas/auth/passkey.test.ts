/** Tests passkeys as a second factor over HTTP, with an authenticator in software. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addOwnFactor,
  beginOwnFactor,
  getOwnFactors,
  removeOwnFactor,
  type Factors,
} from '#contract/auth/second-factor.ts';
import { beginPasskeyConfirmation, confirmPasskey } from '#contract/kernel/auth.ts';
import { testAppOf } from '#platform/testing/app.ts';
import { relyingPartyOf } from './passkey.ts';
import { authRoutes } from './routes.ts';
import { softAuthenticator } from './testing/authenticator.ts';
import { factorApp, stepOf } from './testing/factors.ts';
import { type SignInApp, type SignInReply, signInApp } from './testing/sign-in.ts';

let one: SignInApp;
let factors: ReturnType<typeof factorApp>;
beforeAll(async () => {
  one = await signInApp(await testAppOf([authRoutes]));
  factors = factorApp(one);
});
afterAll(() => one.test.close());
beforeEach(async () => {
  await one.test.sql('delete from sign_in_failure');
});

type Authenticator = ReturnType<typeof softAuthenticator>;
type How = Parameters<Authenticator['create']>[1];
const optionsOf = ({ body }: SignInReply) => body['passkey'] as unknown as Record<string, unknown>;

async function add(
  signedIn: SignInReply,
  authenticator: Authenticator,
  { name = '', ...how }: How & { name?: string } = {},
) {
  const begun = await one.post(beginOwnFactor.url, {}, factors.bearer(signedIn));
  const passkey = authenticator.create(optionsOf(begun), how);
  const body = { challenge: begun.body['challenge'], passkey, ...(name && { name }) };
  return one.post(addOwnFactor.url, body, factors.bearer(signedIn));
}

/** New account with a passkey. */
async function withPasskey() {
  const email = await one.user();
  const signedIn = await one.signIn(email);
  const authenticator = softAuthenticator();
  expect((await add(signedIn, authenticator)).status).toBe(200);
  return { email, signedIn, authenticator };
}

const list = async (signedIn: SignInReply) =>
  (await one.test.app.inject({ url: `/api${getOwnFactors.url}`, headers: factors.bearer(signedIn) })).json<Factors>();

describe('adding a passkey', () => {
  it('is possible several times, under names, with recovery codes for the first', async () => {
    const signedIn = await one.signIn(await one.user());
    const first = await add(signedIn, softAuthenticator(), { name: 'Kunci kantor' });
    const second = await add(signedIn, softAuthenticator());
    expect([first.body['recoveryCodes']?.length, second.body['recoveryCodes']]).toEqual([10, undefined]);
    const { passkeys } = await list(signedIn);
    expect(passkeys.map(({ name, lastUsedAt }) => [name, lastUsedAt])).toEqual([
      ['Kunci kantor', null],
      ['Another program', null],
    ]);
  });

  it.each([
    ['another site', { origin: 'https://localhost.example' }],
    ['another relying party', { rpId: 'example' }],
    ['a person who was not verified', { isVerified: false }],
  ])('is refused from %s', async (_, how) => {
    const signedIn = await one.signIn(await one.user());
    expect(await add(signedIn, softAuthenticator(), how)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'passkey' }] },
    });
    expect((await list(signedIn)).passkeys).toEqual([]);
  });

  it('is refused for another challenge, and for a passkey that the account has', async () => {
    const { signedIn, authenticator } = await withPasskey();
    const begun = await one.post(beginOwnFactor.url, {}, factors.bearer(signedIn));
    const stale = { challenge: begun.body['challenge'], passkey: softAuthenticator().create({ challenge: 'AAAA' }) };
    expect((await one.post(addOwnFactor.url, stale, factors.bearer(signedIn))).status).toBe(400);
    expect((await add(signedIn, authenticator)).status).toBe(409);
  });
});

describe('signing in with a passkey', () => {
  it('offers the passkeys of the account, and accepts a signature by one of them', async () => {
    const { email, authenticator, signedIn } = await withPasskey();
    const { challenge, passkey } = stepOf(await one.signIn(email));
    expect(passkey).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      allowCredentials: [{ type: 'public-key' }],
    });
    const done = await factors.finish(challenge, { passkey: authenticator.use(passkey ?? {}) });
    expect(done.status).toBe(200);
    expect((await list(done)).passkeys[0]?.lastUsedAt).not.toBeNull();
    const [, { second_factor: mark } = {}] = await one.test.sql(
      `select second_factor from session join "user" on "user".id = user_id where email = $1 order by started_at`,
      [email],
    );
    expect([mark, signedIn.status]).toEqual(['passkey', 200]);
  });

  it.each([
    ['from another site', { origin: 'https://localhost.example' }],
    ['for another relying party', { rpId: 'example' }],
    ['without verifying the person', { isVerified: false }],
    ['with a counter that does not rise, as of a copy', { step: 0 }],
  ])('refuses a signature %s', async (_, how) => {
    const { email, authenticator } = await withPasskey();
    const { challenge, passkey } = stepOf(await one.signIn(email));
    const { status } = await factors.finish(challenge, { passkey: authenticator.use(passkey ?? {}, how) });
    expect(status).toBe(400);
  });

  it('refuses a signature of another sign-in, another account and a removed passkey', async () => {
    const { email, authenticator } = await withPasskey();
    const [first, second] = [stepOf(await one.signIn(email)), stepOf(await one.signIn(email))];
    const replayed = authenticator.use(first.passkey ?? {});
    expect((await factors.finish(second.challenge, { passkey: replayed })).status).toBe(400);
    const other = await withPasskey();
    const theirs = other.authenticator.use(second.passkey ?? {});
    expect((await factors.finish(second.challenge, { passkey: theirs })).status).toBe(400);
    await one.test.sql('delete from passkey where user_id = (select id from "user" where email = $1)', [email]);
    const { status } = await factors.finish(second.challenge, { passkey: authenticator.use(second.passkey ?? {}) });
    expect(status).toBe(400);
  });
});

it('a removed passkey leaves the others, and the last one takes the recovery codes with it', async () => {
  const { signedIn } = await withPasskey();
  await add(signedIn, softAuthenticator());
  for (const left of [1, 0]) {
    const [key] = (await list(signedIn)).passkeys;
    const { statusCode } = await one.test.app.inject({
      method: 'DELETE',
      url: `/api${removeOwnFactor.url}?passkeyId=${key?.id}`,
      headers: factors.bearer(signedIn),
    });
    const { passkeys, recoveryCodesLeft } = await list(signedIn);
    expect([statusCode, passkeys.length, recoveryCodesLeft]).toEqual([200, left, left * 10]);
  }
});

const mapped = new Map([['admin.studio.example', 'coding' as const]]);
it.each([
  ['admin.studio.example', mapped, 'admin.studio.example', ['https://admin.studio.example']],
  ['evil.example', mapped, undefined, undefined],
  ['evil.example', new Map<string, 'coding'>(), 'evil.example', ['https://evil.example']],
  [
    'coding.localhost:4000',
    mapped,
    'coding.localhost',
    ['http://coding.localhost:4000', 'https://coding.localhost:4000'],
  ],
  ['192.0.2.7:4000', new Map<string, 'coding'>(), undefined, undefined],
  ['[2001:db8::1]', new Map<string, 'coding'>(), undefined, undefined],
])('a page at %s has the relying party %s', (host, tenantHosts, rpId, origins) => {
  const hostname = host.startsWith('[') ? host : host.replace(/:\d+$/, '');
  const party = relyingPartyOf({ host, hostname } as never, { tenantHosts });
  expect([party?.rpId, party?.origins]).toEqual([rpId, origins]);
});

describe('confirming with a passkey in place of the password', () => {
  const forget = () => one.test.sql(`update session set confirmed_at = now() - interval '1 hour'`);
  const begin = (signedIn: SignInReply) => one.post(beginPasskeyConfirmation.url, {}, factors.bearer(signedIn));
  const change = (signedIn: SignInReply) => one.post(beginOwnFactor.url, {}, factors.bearer(signedIn));

  it('counts as the password for ten minutes', async () => {
    const { signedIn, authenticator } = await withPasskey();
    await forget();
    expect((await change(signedIn)).body['reason']).toBe('step-up');
    const begun = await begin(signedIn);
    const body = { challenge: begun.body['challenge'], passkey: authenticator.use(optionsOf(begun)) };
    expect((await one.post(confirmPasskey.url, body, factors.bearer(signedIn))).status).toBe(200);
    expect((await change(signedIn)).status).toBe(200);
    expect((await one.post(confirmPasskey.url, body, factors.bearer(signedIn))).status).toBe(400);
  });

  it('is refused for another account’s passkey or challenge, and not offered without a passkey', async () => {
    const [owner, thief] = [await withPasskey(), await withPasskey()];
    await forget();
    const begun = await begin(owner.signedIn);
    const body = { challenge: begun.body['challenge'], passkey: thief.authenticator.use(optionsOf(begun)) };
    for (const { signedIn } of [thief, owner])
      expect((await one.post(confirmPasskey.url, body, factors.bearer(signedIn))).status).toBe(400);
    expect((await change(thief.signedIn)).status).toBe(403);
    expect(optionsOf(await begin(await one.signIn(await one.user())))).toBeNull();
  });
});
