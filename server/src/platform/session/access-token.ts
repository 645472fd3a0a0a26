/**
 * Access tokens: JWTs (HS256) valid for 15 minutes, with user, tenant, role and session (domain.md, Sign-in). Type,
 * issuer and audience distinguish them from other tokens signed with the same secret.
 */
import { createSecretKey } from 'node:crypto';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import { type Role, type Tenant, roles, tenants } from '#contract/kernel/endpoint.ts';
import type { ApiScope } from '#contract/kernel/scopes.ts';

export interface Caller {
  userId: string;
  name: string;
  tenant: Tenant;
  /** `key`: an API key, whose id is then `userId` and `sessionId`. */
  role: Role | 'key';
  sessionId: string;
  /** Scopes of an API key. */
  scopes?: readonly ApiScope[];
  /** Instructor who sees only courses that name them (docs/decisions/0089); not in the token. */
  isNamed?: true;
}

export const accessTokenSeconds = 15 * 60;

/** Type of an access token by RFC 9068. */
const type = 'at+jwt';
const issuer = 'lectern';
const audience = 'lectern-api';

const keyOf = (secret: string) => createSecretKey(Buffer.from(secret));

export async function issueAccessToken(caller: Caller, secret: string): Promise<string> {
  return new SignJWT({ tenant: caller.tenant, role: caller.role, name: caller.name, sid: caller.sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: type })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(caller.userId)
    .setIssuedAt()
    .setExpirationTime(`${accessTokenSeconds}s`)
    .sign(keyOf(secret));
}

/** Cache of verified tokens until they expire, so that a session's signature is not checked on every call. */
const verified = new Map<string, { caller: Caller; secret: string; expires: number }>();
const maxVerified = 5000;

/**
 * Caller of a token signed with one of the secrets; undefined if it is invalid or expired. {@link admittedCaller}
 * checks that the session is still active. Returns a promise only if a signature must be checked.
 */
export function readAccessToken(
  token: string,
  secrets: readonly string[],
): Caller | undefined | Promise<Caller | undefined> {
  const known = verified.get(token);
  return known && secrets.includes(known.secret) && known.expires > Date.now() ? known.caller : verify(token, secrets);
}

async function verify(token: string, secrets: readonly string[]): Promise<Caller | undefined> {
  verified.delete(token);
  for (const secret of secrets) {
    const caller = await verifyWith(token, secret);
    if (caller) return caller;
  }
  return undefined;
}

async function verifyWith(token: string, secret: string): Promise<Caller | undefined> {
  const claims = await jwtVerify(token, keyOf(secret), { algorithms: ['HS256'], typ: type, issuer, audience }).then(
    ({ payload }) => payload,
    () => undefined,
  );
  if (!claims?.sub || !claims.exp || typeof claims['sid'] !== 'string') return undefined;
  const tenant = tenants.find((one) => one === claims['tenant']);
  const role = roles.find((one) => one === claims['role']);
  if (!tenant || !role) return undefined;
  const caller = { userId: claims.sub, name: String(claims['name'] ?? ''), tenant, role, sessionId: claims['sid'] };
  if (verified.size >= maxVerified) verified.clear();
  verified.set(token, { caller, secret, expires: claims.exp * 1000 });
  return caller;
}
