import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Tenant } from '#contract/kernel.ts';
import { getOwnProfile, login, logout, refresh } from '#contract/auth.ts';
import { noteSecurityEvent } from '#platform/http/security-event.ts';
import { serve } from '#platform/http/serve.ts';
import { type Note, ownProfile, renew, signIn, signOut } from './service.ts';

/** Who calls: as a trusted proxy says, unless what it says is no address. */
const addressOf = ({ ip, socket }: FastifyRequest) => networkOf(ipaddr.isValid(ip) ? ip : (socket.remoteAddress ?? ''));

/** One person has as many IPv6 addresses as they like: they count by their network of 64 bits. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? `${parsed.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : parsed.toString();
}

export function authRoutes(app: FastifyInstance): void {
  const { config, database } = app.deps;
  const noteOf =
    ({ request, tenant }: { request: FastifyRequest; tenant: Tenant }): Note =>
    (action, who) =>
      noteSecurityEvent(request, { tenant, action, ...who });
  const own = { ownTransactions: true };
  serve(
    app,
    login,
    (work) => signIn(database, work.tenant, work.body, addressOf(work.request), config, noteOf(work)),
    own,
  );
  serve(app, refresh, (work) => renew(work.db, work.tenant, work.body.refresh, config, noteOf(work)), own);
  serve(app, logout, (work) => signOut(work.db, work.body.refresh, noteOf(work)), own);
  serve(app, getOwnProfile, ({ db, caller, tenant }) => ownProfile(db, caller.userId, tenant));
}
