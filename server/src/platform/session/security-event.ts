/**
 * Security events: recorded in the audit trail for users and in the log for operators (docs/decisions/0012). The log
 * contains user ids, and e-mails and addresses as keyed hashes, which can be compared but not reversed.
 */
import { createHmac, hkdfSync } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { AuditAction } from '#contract/kernel/audit.ts';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { recordAuditEvent } from '#platform/audit-event.ts';
import type { Db } from '#platform/database/database.ts';
import type { Caller } from './access-token.ts';
import { originOf, shortAddress } from './address.ts';

/** Events for the log only; the trail or a table has the change itself. */
const logged = [
  'account-changed',
  'link-sent',
  'link-revoked',
  'password-changed',
  'password-confirmed',
  'owner-notified',
  'key-created',
  'key-rotated',
  'key-revoked',
] as const;
type Logged = (typeof logged)[number];

export interface SecurityEvent {
  kind: AuditAction | Logged;
  tenant: Tenant;
  /** User concerned; undefined if no user has the e-mail that was tried. */
  userId?: string | undefined;
  /** Actor, if different from the user. */
  byUserId?: string | undefined;
  /** E-mail as entered; it is hashed. */
  email?: string | undefined;
  detail?: string | undefined;
  /** Details for readers of the trail. */
  facts?: Readonly<Record<string, unknown>>;
}

/** Event of a caller, about themselves; an API key is no user. */
export const eventOf = ({ tenant, userId, role }: Caller) => ({
  tenant,
  ...(role === 'key' ? { byUserId: userId } : { userId }),
});

export interface EventContext {
  /** Tenant's database, or a transaction that the audit event becomes part of. */
  db: Db;
  request: FastifyRequest;
}

/** Events whose actor is unknown. */
const byNobody: ReadonlySet<string> = new Set([
  'sign-in-failed',
  'sign-in-throttled',
  'token-reused',
  'key-refused',
  'notice-refused',
]);

const keys = new Map<string, Buffer>();

function hashed(secret: string, value: string): string {
  const key = keys.get(secret) ?? Buffer.from(hkdfSync('sha256', secret, '', 'security log', 32));
  keys.set(secret, key);
  return createHmac('sha256', key).update(value.toLowerCase()).digest('base64url').slice(0, 16);
}

const isLogged = (kind: SecurityEvent['kind']): kind is Logged => (logged as readonly string[]).includes(kind);

/**
 * Records an event. Repeated events of a user, or of an unknown e-mail, are merged, unless they are part of a
 * transaction.
 */
export async function securityEvent({ db, request }: EventContext, event: SecurityEvent): Promise<void> {
  const { kind, tenant, userId, byUserId, email, detail, facts } = event;
  const { jwtSecret } = request.server.deps.config;
  const { address } = originOf(request);
  const network = shortAddress(request);
  const named = { tenant, userId, byUserId, email: email && hashed(jwtSecret, email) };
  const from = { address: hashed(jwtSecret, address), network };
  request.log.info({ requestId: request.id, security: { kind, ...named, ...from, detail } }, 'security event');
  request.log.debug({ requestId: request.id, address }, 'security event came from');
  if (isLogged(kind)) return;
  const actor = byNobody.has(kind) ? undefined : (byUserId ?? userId);
  await recordAuditEvent(db, {
    action: kind,
    userId: actor,
    requestId: request.id,
    details: { ...facts, network },
    about: userId,
    ...(!db.isTransaction && { key: userId ?? byUserId ?? hashed(jwtSecret, email ?? network) }),
  });
}
