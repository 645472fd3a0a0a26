/**
 * What happened to somebody's access: into the trail for people, into the log for operators (docs/decisions/0012).
 * The log names users by their ids, e-mails and addresses as keyed hashes: lines can be compared, and not read back.
 */
import { createHmac, hkdfSync } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { AuditAction } from '#contract/audit.ts';
import type { Tenant } from '#contract/kernel.ts';
import { recordAuditEvent } from '#platform/audit-event.ts';

interface Event {
  tenant: Tenant;
  /** Of trail and log, or of the log alone where the trail has the change itself. */
  action: AuditAction | 'set-password';
  /** Who did it. */
  userId?: string | undefined;
  /** To whom it happened, where nobody is known to have done it. */
  victimId?: string | undefined;
  /** What was typed in; it is hashed. */
  email?: string;
  details?: Readonly<Record<string, unknown>>;
}

const keys = new Map<string, Buffer>();

function hashed(secret: string, value: string): string {
  const key = keys.get(secret) ?? Buffer.from(hkdfSync('sha256', secret, '', 'security log', 32));
  keys.set(secret, key);
  return createHmac('sha256', key).update(value.toLowerCase()).digest('base64url').slice(0, 16);
}

/** As a trusted proxy says, unless what it says is no address. */
const addressOf = ({ ip, socket }: FastifyRequest) => (ipaddr.isValid(ip) ? ip : (socket.remoteAddress ?? ''));

/** The network an address is in, /24 or /48: where from, roughly; not who. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  const bits = parsed.kind() === 'ipv4' ? 24 : 48;
  const network =
    parsed instanceof ipaddr.IPv4
      ? ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/${bits}`)
      : ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${bits}`);
  return `${network.toString()}/${bits}`;
}

/** One line of the log. */
export function logSecurityEvent(request: FastifyRequest, { tenant, action, userId, victimId, email }: Event): void {
  const address = addressOf(request);
  const { jwtSecret } = request.server.deps.config;
  request.log.warn(
    {
      security: action,
      tenant,
      requestId: request.id,
      ...(userId && { userId }),
      ...(victimId && { victimId }),
      ...(email && { email: hashed(jwtSecret, email) }),
      address: hashed(jwtSecret, address),
      network: networkOf(address),
    },
    'security event',
  );
  request.log.debug({ requestId: request.id, address }, 'security event came from');
}

/**
 * Logs it and writes it into the trail, in a transaction of its own: what refuses is told too. Many of one user, or
 * of one address or e-mail where no user is known, are counted (audit-event.ts).
 */
export async function noteSecurityEvent(
  request: FastifyRequest,
  event: Event & { action: AuditAction },
): Promise<void> {
  logSecurityEvent(request, event);
  const { tenant, action, userId, victimId, email, details } = event;
  const { config, database } = request.server.deps;
  const network = networkOf(addressOf(request));
  await recordAuditEvent(database.tenant(tenant), {
    action,
    userId,
    requestId: request.id,
    details: { ...details, network },
    key: userId ?? hashed(config.jwtSecret, email ?? network),
    ...(!userId && { name: 'Somebody', belongsTo: victimId ? [`user:${victimId}`] : [] }),
  });
}

/** Every 403 of a known caller is an event, wherever it was thrown. It stays a 403 when that cannot be written. */
export function noteRefusals(app: FastifyInstance): void {
  app.addHook('onError', async (request, _reply, error) => {
    if (error.statusCode !== 403 || !request.caller) return;
    const { tenant, userId } = request.caller;
    const details = { method: request.method, route: request.routeOptions.url ?? '' };
    await noteSecurityEvent(request, { tenant, action: 'refused', userId, details }).catch((failure: unknown) =>
      request.log.warn({ err: failure, requestId: request.id }, 'a refusal is not in the trail'),
    );
  });
}
