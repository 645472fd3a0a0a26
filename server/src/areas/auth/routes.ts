import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { getOwnProfile, login, logout, refresh } from '#contract/auth.ts';
import { serve } from '#platform/http/serve.ts';
import { ownProfile, renew, signIn, signOut } from './service.ts';

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
  serve(app, login, ({ body, tenant, request }) => signIn(database, tenant, body, addressOf(request), config), {
    ownTransactions: true,
  });
  serve(app, refresh, ({ body, db, tenant }) => renew(db, tenant, body.refresh, config), { ownTransactions: true });
  serve(app, logout, ({ body, db }) => signOut(db, body.refresh), { ownTransactions: true });
  serve(app, getOwnProfile, ({ db, caller, tenant }) => ownProfile(db, caller.userId, tenant));
}
