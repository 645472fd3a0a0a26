/** The access token: a JWT (HS256) of 15 minutes that carries who, in which tenant, as what (domain.md, Sign-in). */
import { createSecretKey } from 'node:crypto';
import { SignJWT, jwtVerify } from 'jose';
import { type Role, type Tenant, roles, tenants } from '#contract/kernel.ts';

export interface Caller {
  userId: string;
  name: string;
  tenant: Tenant;
  role: Role;
}

export const accessTokenSeconds = 15 * 60;

const keyOf = (secret: string) => createSecretKey(Buffer.from(secret));

export async function issueAccessToken(caller: Caller, secret: string): Promise<string> {
  return new SignJWT({ tenant: caller.tenant, role: caller.role, name: caller.name })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(caller.userId)
    .setIssuedAt()
    .setExpirationTime(`${accessTokenSeconds}s`)
    .sign(keyOf(secret));
}

/** Verified tokens until they expire, so that a busy session costs one signature check, not one a call. */
const verified = new Map<string, { caller: Caller; expires: number }>();
const mostVerified = 5000;

/** Who carries this token; undefined when it is not ours, malformed or expired. */
export async function readAccessToken(token: string, secret: string): Promise<Caller | undefined> {
  const cacheKey = `${secret}.${token}`;
  const known = verified.get(cacheKey);
  if (known && known.expires > Date.now()) return known.caller;
  verified.delete(cacheKey);
  const claims = await jwtVerify(token, keyOf(secret), { algorithms: ['HS256'] }).then(
    ({ payload }) => payload,
    () => undefined,
  );
  if (!claims?.sub || !claims.exp) return undefined;
  const tenant = tenants.find((one) => one === claims['tenant']);
  const role = roles.find((one) => one === claims['role']);
  if (!tenant || !role) return undefined;
  const caller = { userId: claims.sub, name: String(claims['name'] ?? ''), tenant, role };
  if (verified.size >= mostVerified) verified.clear();
  verified.set(cacheKey, { caller, expires: claims.exp * 1000 });
  return caller;
}
