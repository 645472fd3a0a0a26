import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getOwnProfile, login, logout, refresh } from '#contract/auth.ts';
import { serve } from '#platform/http/serve.ts';
import { ownProfile, renew, signIn, signOut } from './service.ts';

/** Who calls: as a trusted proxy says, unless what it says is no address. */
const addressOf = ({ ip, socket }: FastifyRequest) => (isIP(ip) ? ip : socket.remoteAddress ?? 'unknown');

export function authRoutes(app: FastifyInstance): void {
  const { config } = app.deps;
  serve(app, login, ({ body, db, tenant, request }) => signIn(db, tenant, body, addressOf(request), config), { ownTransactions: true });
  serve(app, refresh, ({ body, db, tenant }) => renew(db, tenant, body.refresh, config), { ownTransactions: true });
  serve(app, logout, ({ body, db }) => signOut(db, body.refresh), { ownTransactions: true });
  serve(app, getOwnProfile, ({ db, caller, tenant }) => ownProfile(db, caller.accountId, tenant));
}
