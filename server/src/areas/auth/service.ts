/** Token refresh, sign-out, and the caller's own sessions and password (domain.md, Sign-in). */
import type { Tenant, ValidatedInput } from '#contract/kernel/endpoint.ts';
import type { changeOwnPassword } from '#contract/auth/sessions.ts';
import { transactionAs } from '#platform/transaction.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError, badRequest } from '#platform/errors.ts';
import type { Caller } from '#platform/session/access-token.ts';
import { originOf } from '#platform/session/address.ts';
import { refuseWeakPassword } from '#platform/session/new-password.ts';
import { hashPassword, isRightPassword } from '#platform/session/password.ts';
import { endSessionOf, issueRefreshToken, spendRefreshToken } from '#platform/session/refresh-token.ts';
import { isFactorRequired } from '#platform/session/second-factor.ts';
import { type SecurityEvent, securityEvent } from '#platform/session/security-event.ts';
import { confirmSession, endSessions, sessionsOf } from '#platform/session/session.ts';
import { type SignInContext, accessTokenOf, isHidden, placeOf } from './begin-session.ts';
import { recordTry, tooManyTries } from './throttle.ts';

type Work = Omit<SignInContext, 'reply'> & { db: Db };
type OwnWork = Work & { caller: Caller };

const recordEvent = ({ db, tenant, request }: Work, event: Omit<SecurityEvent, 'tenant'>) =>
  securityEvent({ db, request }, { ...event, tenant });

/** User of a session who may still work here; undefined: signing in again is needed. */
export async function staffOf(
  db: Db,
  { userId, secondFactor }: { userId: string; secondFactor: string | null },
  settings: Work['settings'],
) {
  const user = await db
    .selectFrom('user')
    .select(['id', 'name', 'role', 'email'])
    .where('id', '=', userId)
    .where('status', '=', 1)
    .executeTakeFirst();
  if (!user || user.role === 'member' || isHidden(user.email, settings)) return undefined;
  // Signing in again adds the factor that the role needs by now.
  return secondFactor === null && (await isFactorRequired(db, user.role)) ? undefined : user;
}

/** Exchanges a refresh token for a new pair of tokens; reads the role again. 401 if the token is not valid. */
export async function renewSession(work: Work, token: string) {
  const { db, tenant, settings, request } = work;
  const renewed = await db.transaction().execute(async (transaction) => {
    const spent = await spendRefreshToken(transaction, token, placeOf(request));
    if (spent.state === 'stolen')
      await recordEvent({ ...work, db: transaction }, { kind: 'token-reused', userId: spent.userId });
    if (spent.state !== 'good') return undefined;
    const user = await staffOf(transaction, spent, settings);
    return user && { user, sessionId: spent.sessionId, refresh: await issueRefreshToken(transaction, spent) };
  });
  if (!renewed) throw new HttpError(401, 'Please sign in again');
  const { user, sessionId, refresh } = renewed;
  return { access: await accessTokenOf(user, sessionId, tenant, settings), refresh };
}

/** Ends the session of a refresh token; succeeds too if there is none. */
export async function signOut(work: Work, token: string) {
  await work.db.transaction().execute(async (db) => {
    const owner = await endSessionOf(db, token);
    if (owner) await recordEvent({ ...work, db }, { kind: 'signed-out', userId: owner.userId });
  });
  return { message: 'Signed out' };
}

/** Profile of the caller; 401 if the user no longer exists. */
export async function ownProfile(db: Db, userId: string, tenant: Tenant) {
  const user = await db
    .selectFrom('user')
    .select(['id', 'name', 'email', 'role', 'image'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user) throw new HttpError(401, 'Please sign in again');
  return { ...user, tenant };
}

/** Sessions of the caller; `isCurrent` marks the one of this request. */
export async function ownSessions(db: Db, caller: Caller) {
  const sessions = await sessionsOf(db, caller.userId);
  return { sessions: sessions.map((one) => ({ ...one, isCurrent: one.id === caller.sessionId })) };
}

/** Ends one session, or without `sessionId` all others of the caller; returns their number. */
export async function endSessionsOfCaller(work: OwnWork, sessionId: string | undefined) {
  const { db, caller } = work;
  const changed = await endSessions(
    db,
    caller.userId,
    sessionId === undefined ? { except: caller.sessionId } : { only: sessionId },
  );
  if (changed > 0) await recordEvent(work, { kind: 'sessions-ended', userId: caller.userId, detail: String(changed) });
  return { changed };
}

/** Checks the caller's own password: 400 at `field` if it is wrong, 429 after ten failures in this session. */
async function requireOwnPassword(work: OwnWork, password: string, field: string) {
  const { db, database, tenant, caller, request } = work;
  const user = await db
    .selectFrom('user')
    .select(['name', 'email', 'passwordHash'])
    .where('id', '=', caller.userId)
    .executeTakeFirst();
  if (!user) throw new HttpError(401, 'Please sign in again');
  const origin = originOf(request);
  const attempt = await recordTry(database, tenant, { email: user.email, origin, device: caller.sessionId });
  if (attempt.wait > 0) throw tooManyTries(attempt.wait);
  if (!(await attempt.inTurn(() => isRightPassword(user.passwordHash, password)))) {
    await recordEvent(work, { kind: 'password-confirmation-failed', userId: caller.userId });
    throw badRequest('This is not your password', field);
  }
  await attempt.succeeded();
  return user;
}

/** Checks the caller’s password and marks the session as confirmed, for calls that require it. */
export async function confirmOwnPassword(work: OwnWork, password: string) {
  const { caller, request } = work;
  await requireOwnPassword(work, password, 'password');
  await transactionAs(caller, work.db, request.id, async (db) => {
    await confirmSession(db, caller.sessionId);
    await recordEvent({ ...work, db }, { kind: 'password-confirmed', userId: caller.userId });
  });
  return { message: 'Thank you' };
}

/** Changes the caller's password and ends all other sessions. 409 if the password was changed meanwhile. */
export async function changePassword(
  work: OwnWork,
  { currentPassword, password }: ValidatedInput<typeof changeOwnPassword>['body'],
) {
  const { caller, request, settings, tenant } = work;
  const { name, email, passwordHash } = await requireOwnPassword(work, currentPassword, 'currentPassword');
  await refuseWeakPassword(password, { tenant, name, email }, settings);
  const hash = await hashPassword(password);
  await transactionAs(caller, work.db, request.id, async (db) => {
    await endSessions(db, caller.userId, { except: caller.sessionId });
    const changed = await db
      .updateTable('user')
      .set({ passwordHash: hash })
      .where('id', '=', caller.userId)
      .where('passwordHash', '=', passwordHash)
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw new HttpError(409, 'Your password was changed meanwhile');
    await confirmSession(db, caller.sessionId);
    await recordEvent({ ...work, db }, { kind: 'password-changed', userId: caller.userId });
  });
  return { message: 'Your password was changed' };
}
