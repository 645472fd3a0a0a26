import type { FastifyInstance } from 'fastify';
import { getOwnProfile, login, logout, refresh } from '#contract/auth.ts';
import { serve } from '#platform/http/serve.ts';
import { ownProfile, renew, signIn, signOut } from './service.ts';

export function authRoutes(app: FastifyInstance): void {
  const { config } = app.deps;
  serve(app, login, ({ body, db, tenant, request }) => signIn(db, tenant, body, request.ip, config), { ownTransactions: true });
  serve(app, refresh, ({ body, db, tenant }) => renew(db, tenant, body.refresh, config), { ownTransactions: true });
  serve(app, logout, ({ body, db }) => signOut(db, body.refresh), { ownTransactions: true });
  serve(app, getOwnProfile, ({ db, caller, tenant }) => ownProfile(db, caller.accountId, tenant));
}
