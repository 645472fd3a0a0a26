/** HTTP endpoints of sign-in, and of the caller's own sessions and password. */
import type { FastifyInstance } from 'fastify';
import { confirmPassword, getOwnProfile, login, logout, refresh } from '#contract/kernel/auth.ts';
import { changeOwnPassword, endOwnSessions, listOwnSessions } from '#contract/auth/sessions.ts';
import { serve } from '#platform/http/serve.ts';
import { forgotPassword, openPasswordLink, resetPassword } from '#contract/auth/password-link.ts';
import * as link from './password-link.ts';
import * as service from './service.ts';
import { signIn } from './sign-in.ts';

/** Security events of wrong passwords and stolen tokens must be committed even if the call fails. */
const ownTransactions = { ownTransactions: true };

export function authRoutes(app: FastifyInstance): void {
  const deps = { database: app.deps.database, settings: app.deps.config };
  serve(app, login, ({ body, ...work }) => signIn({ ...work, ...deps }, body), ownTransactions);
  serve(app, refresh, ({ body, ...work }) => service.renewSession({ ...work, ...deps }, body.refresh), ownTransactions);
  serve(app, logout, ({ body, ...work }) => service.signOut({ ...work, ...deps }, body.refresh), ownTransactions);
  serve(app, forgotPassword, ({ body, ...work }) => link.forgot(work, body.email));
  serve(app, openPasswordLink, ({ body, ...work }) => link.openLink(work, body.token));
  serve(app, resetPassword, ({ body, ...work }) => link.reset({ ...work, settings: app.deps.config }, body));
  serve(app, getOwnProfile, ({ db, caller, tenant }) => service.ownProfile(db, caller.userId, tenant));
  serve(app, listOwnSessions, ({ db, caller }) => service.ownSessions(db, caller));
  serve(app, endOwnSessions, ({ query, ...work }) =>
    service.endSessionsOfCaller({ ...work, ...deps }, query.sessionId),
  );
  serve(
    app,
    confirmPassword,
    ({ body, ...work }) => service.confirmOwnPassword({ ...work, ...deps }, body.password),
    ownTransactions,
  );
  serve(
    app,
    changeOwnPassword,
    ({ body, ...work }) => service.changePassword({ ...work, ...deps }, body),
    ownTransactions,
  );
}
