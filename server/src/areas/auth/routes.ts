/** HTTP endpoints of sign-in, and of the caller's own sessions and password. */
import type { FastifyInstance } from 'fastify';
import {
  beginPasskeyConfirmation,
  confirmPasskey,
  confirmPassword,
  getOwnProfile,
  login,
  logout,
  refresh,
} from '#contract/kernel/auth.ts';
import { changeOwnPassword, endOwnSessions, listOwnSessions } from '#contract/auth/sessions.ts';
import {
  addOwnFactor,
  beginOwnFactor,
  finishSignIn,
  getOwnFactors,
  makeRecoveryCodes,
  removeOwnFactor,
} from '#contract/auth/second-factor.ts';
import * as openId from '#contract/auth/openid.ts';
import { serve } from '#platform/http/serve.ts';
import { forgotPassword, openPasswordLink, resetPassword } from '#contract/auth/password-link.ts';
import * as link from './password-link.ts';
import { factorsOf } from '#platform/session/second-factor.ts';
import { finish } from './second-step.ts';
import { beginOpenId, finishOpenId } from './openid.ts';
import * as factors from './second-factor.ts';
import * as service from './service.ts';
import { signIn } from './sign-in.ts';

/** Security events of wrong passwords and stolen tokens must be committed even if the call fails. */
const ownTransactions = { ownTransactions: true };

export function authRoutes(app: FastifyInstance): void {
  const deps = { database: app.deps.database, settings: app.deps.config };
  serve(app, login, ({ body, ...work }) => signIn({ ...work, ...deps }, body), ownTransactions);
  serve(app, finishSignIn, ({ body, ...work }) => finish({ ...work, ...deps }, body), ownTransactions);
  serve(app, openId.beginOpenId, (work) => beginOpenId({ ...work, ...deps }), ownTransactions);
  serve(
    app,
    openId.finishOpenId,
    ({ body, ...work }) => finishOpenId({ ...work, ...deps }, body.answer),
    ownTransactions,
  );
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
  factorRoutes(app);
}

function factorRoutes(app: FastifyInstance): void {
  const deps = { database: app.deps.database, settings: app.deps.config };
  serve(app, getOwnFactors, ({ db, caller }) => factorsOf(db, caller.userId, caller.role));
  serve(app, beginOwnFactor, (work) => factors.beginFactor({ ...work, ...deps }));
  serve(app, addOwnFactor, ({ body, ...work }) => factors.addFactor({ ...work, ...deps }, body));
  serve(app, removeOwnFactor, ({ query, ...work }) => factors.removeFactor({ ...work, ...deps }, query.passkeyId));
  serve(app, makeRecoveryCodes, (work) => factors.renewRecoveryCodes({ ...work, ...deps }));
  serve(app, beginPasskeyConfirmation, (work) => factors.beginConfirmation({ ...work, ...deps }));
  serve(app, confirmPasskey, ({ body, ...work }) => factors.confirmByPasskey({ ...work, ...deps }, body));
}
