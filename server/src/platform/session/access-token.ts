/**
 * The access token: a JWT (HS256) of 15 minutes that carries who, in which tenant, as what and in which session
 * (domain.md, Sign-in). Type, issuer and audience say that it is one: whatever else is signed with the same secret, or
 * by another service that shares it, is none.
 */
import { createSecretKey } from 'node:crypto';
import { SignJWT, jwtVerify } from 'jose';
import { type Role, type Tenant, roles, tenants } from '#contract/kernel.ts';

export interface Caller {
  userId: string;
  name: string;
  tenant: Tenant;
  role: Role;
  sessionId: string;
}

export const accessTokenSeconds = 15 * 60;

/** RFC 9068's type of an access token. */
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

/** Verified tokens until they expire, so that a busy session costs one signature check, not one a call. */
const verified = new Map<string, { caller: Caller; secret: string; expires: number }>();
const mostVerified = 5000;

/**
 * Who carries this token; undefined when it is not ours, malformed or expired. Whether its session goes on is for
 * {@link admittedCaller} to say. A promise only where a signature must be checked.
 */
export function readAccessToken(token: string, secret: string): Caller | undefined | Promise<Caller | undefined> {
  const known = verified.get(token);
  return known && known.secret === secret && known.expires > Date.now() ? known.caller : verify(token, secret);
}

async function verify(token: string, secret: string): Promise<Caller | undefined> {
  verified.delete(token);
  const claims = await jwtVerify(token, keyOf(secret), { algorithms: ['HS256'], typ: type, issuer, audience }).then(
    ({ payload }) => payload,
    () => undefined,
  );
  if (!claims?.sub || !claims.exp || typeof claims['sid'] !== 'string') return undefined;
  const tenant = tenants.find((one) => one === claims['tenant']);
  const role = roles.find((one) => one === claims['role']);
  if (!tenant || !role) return undefined;
  const caller = { userId: claims.sub, name: String(claims['name'] ?? ''), tenant, role, sessionId: claims['sid'] };
  if (verified.size >= mostVerified) verified.clear();
  verified.set(token, { caller, secret, expires: claims.exp * 1000 });
  return caller;
}
