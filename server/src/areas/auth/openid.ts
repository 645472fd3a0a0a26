/**
 * Sign-in with an OpenID provider: the authorization code flow with PKCE, state and nonce. It only opens existing
 * accounts of staff, found by the e-mail that the provider has verified.
 */
import type { Configuration, IDToken, UserInfoResponse } from 'openid-client';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import type { Config } from '#platform/config.ts';
import type { OpenIdProvider } from '#platform/config-openid.ts';
import { HttpError } from '#platform/errors.ts';
import { readCookie } from '#platform/session/cookie.ts';
import { seal, unseal } from '#platform/session/seal.ts';
import { type SignInContext, beginSignedIn, isHidden, recordEvent } from './begin-session.ts';
import { requireSecondStep } from './second-step.ts';

type Visit = SignInContext & { settings: Pick<Config, 'openId'> };

/** Loaded with the first sign-in. */
const library = () => import('openid-client');

const cookieName = 'openid-sign-in';
const lifeSeconds = 10 * 60;
const patienceSeconds = 10;

/** Content of the browser’s cookie, encrypted, until the provider returns. */
interface Begun {
  state: string;
  nonce: string;
  verifier: string;
  redirectUri: string;
  expires: number;
}

const unreachable = ({ name }: OpenIdProvider) =>
  new HttpError(503, `${name} cannot be reached; please try again, or use your password`, { retryAfter: 30 });

const known = new Map<string, Promise<Configuration>>();

/** Metadata of a provider, read once; a failure is tried again. */
async function configurationOf(provider: OpenIdProvider): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = provider;
  const { discovery, allowInsecureRequests } = await library();
  const reading =
    known.get(issuer) ??
    discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: patienceSeconds,
      // The configuration admits http on this machine only.
      ...(issuer.startsWith('http:') && { execute: [allowInsecureRequests] }),
    });
  known.set(issuer, reading);
  return reading.catch(() => {
    known.delete(issuer);
    throw unreachable(provider);
  });
}

const ownerOf = (tenant: Tenant) => `openid ${tenant}`;

function setCookie({ request, reply }: Visit, value: string, maxAge: number): void {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${cookieName}=${value}; Path=/api/auth/openid/; HttpOnly; SameSite=Strict; Max-Age=${maxAge}${secure}`,
  );
}

/** Address of the provider's sign-in page; null if the brand has none. */
export async function beginOpenId(visit: Visit): Promise<{ url: string | null }> {
  const { tenant, settings, request } = visit;
  const provider = settings.openId[tenant];
  if (!provider) return { url: null };
  const configuration = await configurationOf(provider);
  const client = await library();
  const begun: Begun = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
    // The provider accepts only addresses that were registered with it.
    redirectUri: new URL(`${request.protocol}://${request.host}/`).href,
    expires: Date.now() + lifeSeconds * 1000,
  };
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: begun.redirectUri,
    scope: 'openid email',
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: 'S256',
  });
  setCookie(visit, seal(JSON.stringify(begun), ownerOf(tenant), settings), lifeSeconds);
  return { url: url.href };
}

type Claims = IDToken | UserInfoResponse;

/** Google and Keycloak say `email_verified`; Entra says `xms_edov` for a domain whose owner it has verified. */
function verifiedEmail(claims: Claims): string | undefined {
  const { email, email_verified: isVerified, xms_edov: isOfOwner } = claims;
  const isProved = isVerified === true || isVerified === 'true' || [true, 1, '1', 'true'].includes(isOfOwner as string);
  return typeof email === 'string' && isProved ? email : undefined;
}

/** E-mail that the provider's answer proves; undefined: none that is verified. Throws for an answer that is not valid. */
async function emailOf(provider: OpenIdProvider, begun: Begun, answer: string): Promise<string | undefined> {
  const configuration = await configurationOf(provider);
  const { authorizationCodeGrant, fetchUserInfo } = await library();
  const returned = new URL(begun.redirectUri);
  returned.search = answer;
  const tokens = await authorizationCodeGrant(configuration, returned, {
    pkceCodeVerifier: begun.verifier,
    expectedState: begun.state,
    expectedNonce: begun.nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims || 'email' in claims) return claims && verifiedEmail(claims);
  return verifiedEmail(await fetchUserInfo(configuration, tokens.access_token, claims.sub));
}

/** Begins the session of the account with the e-mail that the provider's answer proves; see the contract. */
export async function finishOpenId(visit: Visit, answer: string) {
  const { database, tenant, settings, request } = visit;
  const provider = settings.openId[tenant];
  const cookie = unseal(readCookie(request, cookieName), ownerOf(tenant), settings);
  const begun = cookie === undefined ? undefined : (JSON.parse(cookie) as Begun);
  if (!provider || !begun || begun.expires < Date.now())
    throw new HttpError(401, 'This sign-in did not begin in this browser, or took too long. Please try again');
  setCookie(visit, '', 0);
  const email = await emailOf(provider, begun, answer).catch((error: Error) => {
    if (error instanceof HttpError) throw error;
    request.log.warn({ err: error, requestId: request.id }, 'a sign-in provider answered with an error');
    throw new HttpError(401, `Signing in with ${provider.name} did not succeed; please try again`);
  });
  const user =
    email &&
    (await database
      .tenant(tenant)
      .selectFrom('user')
      .select(['id', 'name', 'email', 'role', 'passwordHash'])
      .where('emailKey', '=', email.toLowerCase())
      .where('role', '<>', 'member')
      .where('status', '=', 1)
      .executeTakeFirst());
  if (!user || isHidden(user.email, settings)) {
    recordEvent(visit, { kind: 'sign-in-failed', email: email ?? '' });
    throw new HttpError(
      403,
      email
        ? `No account of staff has the e-mail ${email}. Ask an admin of your brand`
        : `${provider.name} has not verified your e-mail`,
    );
  }
  await requireSecondStep(visit, user);
  return beginSignedIn(visit, user);
}
