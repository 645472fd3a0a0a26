/**
 * API keys of programs: random secrets of a brand, kept as hashes; a key acts as itself, with its scopes in place of a
 * role (docs/decisions/0099).
 */
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { sql } from 'kysely';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import type { ApiScope } from '#contract/kernel/scopes.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError } from '../errors.ts';
import { tenantFromHeader, tenantOfHost } from '../tenancy.ts';
import type { Caller } from './access-token.ts';
import { parsedAddress } from './address.ts';
import { securityEvent } from './security-event.ts';

export interface ApiKey {
  id: string;
  name: string;
  scopes: readonly ApiScope[];
  /** Addresses and networks in CIDR notation; none: from anywhere. */
  addresses: readonly string[];
}

/** Secret scanners recognize keys by it. */
const prefix = 'lk_';
export const isKey = (token: string): boolean => token.startsWith(prefix);

/** New key, with 256 random bits: too many to guess, so that a fast hash suffices. */
export const newKey = (): string => prefix + randomBytes(32).toString('base64url');
export const hashOfKey = (key: string): Buffer => createHash('sha256').update(key).digest();

/** Valid keys of a brand by their hash in hexadecimal; a key that was replaced is valid until its overlap ends. */
export async function readKeys(db: Db): Promise<ReadonlyMap<string, ApiKey>> {
  const { rows } = await sql<ApiKey & { hash: string }>`
    select encode(hash, 'hex') as hash, id, name, scopes, addresses
    from api_key cross join lateral (values (key_hash, 'infinity'), (previous_hash, previous_until)) secret (hash, until)
    where ${isValidSql} and hash is not null and until > now()`.execute(db);
  return new Map(rows.map(({ hash, ...key }) => [hash, key]));
}

/** Condition on the table of keys. */
export const isValidSql = sql<boolean>`(revoked_at is null and (expires_at is null or expires_at > now()))`;

/** Whether the request comes from one of the addresses; networks contain theirs. */
function isFrom(request: FastifyRequest, addresses: readonly string[]): boolean {
  const address = parsedAddress(request);
  return addresses.some((text) => {
    const [network, bits] = ipaddr.parseCIDR(text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`);
    return address?.kind() === network.kind() && address.match(network, bits);
  });
}

/** Brand that a request with a key is for. */
export const tenantOf = (request: FastifyRequest): Tenant =>
  tenantFromHeader(request) ?? tenantOfHost(request.host, request.server.deps.config.tenantHosts);

/** Caller of a request with a key. 401 if it is not valid for the brand of the request, 403 from another address, 429. */
export async function admitKey(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  tenant = tenantOf(request),
): Promise<Caller> {
  const { database, revocations } = request.server.deps;
  const db = database.tenant(tenant);
  const key = await revocations.admittedKey(tenant, hashOfKey(token).toString('hex'));
  if (!key) {
    await securityEvent({ db, request }, { kind: 'key-refused', tenant });
    throw new HttpError(401, 'This API key is unknown to this brand, revoked or expired');
  }
  const { id, name, scopes, addresses } = key;
  const caller = { userId: id, sessionId: id, name: `API key ${name}`, tenant, role: 'key', scopes } as const;
  // Set before the checks, so that refusals are recorded with the key.
  request.caller = caller;
  await request.server.limitKey(request, reply);
  if (addresses.length > 0 && !isFrom(request, addresses))
    throw new HttpError(403, 'This API key may not be used from this address');
  await noteUse(db, id, request);
  return caller;
}

const minuteMs = 60_000;
/** Times at which this process last recorded a use, by key. */
const noted = new Map<string, number>();

/** Records the time and place of the use, at most once a minute; a failure is only logged. */
async function noteUse(db: Db, id: string, request: FastifyRequest): Promise<void> {
  const now = Date.now();
  if (now - (noted.get(id) ?? 0) < minuteMs) return;
  noted.set(id, now);
  // A server's address: as a whole, since it is what a key can be limited to.
  const address = parsedAddress(request)?.toString() ?? '';
  await db
    .insertInto('apiKeyUse')
    .values({ apiKeyId: id, address })
    .onConflict((on) => on.constraint('api_key_use_pkey').doUpdateSet({ at: sql`now()`, address }))
    .execute()
    .catch((error: unknown) =>
      request.log.warn({ err: error, requestId: request.id }, 'the use of a key was not kept'),
    );
}
