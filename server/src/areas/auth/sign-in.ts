/** Signing in (spec §4–§7; domain.md, Sign-in). */
import { sql } from 'kysely';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { unauthorized } from '#contract/kernel/auth.ts';
import { dayMs } from '#contract/kernel/days.ts';
import { demoDomain } from '#contract/auth/demo-users.ts';
import type { Role, Tenant } from '#contract/kernel/endpoint.ts';
import type { Config } from '#platform/config.ts';
import type { Database, Db } from '#platform/database/database.ts';
import { HttpError } from '#platform/errors.ts';
import { runOnce } from '#platform/jobs/effects.ts';
import { enqueue } from '#platform/jobs/outbox.ts';
import { issueAccessToken } from '#platform/session/access-token.ts';
import { originOf, shortAddress } from '#platform/session/address.ts';
import { deviceName, knownDevice, rememberDevice } from '#platform/session/device.ts';
import { isRightPassword } from '#platform/session/password.ts';
import { issueRefreshToken } from '#platform/session/refresh-token.ts';
import { type SecurityEvent, securityEvent } from '#platform/session/security-event.ts';
import { type Place, beginSession } from '#platform/session/session.ts';
import { sendMail } from '#shared/mail/send-mail.ts';
import { type Attempt, maxFailuresPerUser, recordTry, tooManyTries } from './throttle.ts';

/** Context of a sign-in, without the credentials. */
export interface SignInContext {
  database: Database;
  tenant: Tenant;
  settings: Pick<Config, 'jwtSecret' | 'acceptedSecrets' | 'demo' | 'brands'>;
  request: FastifyRequest;
  reply: FastifyReply;
}

interface User {
  id: string;
  name: string;
  role: Role;
}

export const accessTokenOf = (
  user: User,
  sessionId: string,
  tenant: Tenant,
  { jwtSecret }: SignInContext['settings'],
) => issueAccessToken({ userId: user.id, name: user.name, role: user.role, tenant, sessionId }, jwtSecret);

export const placeOf = (request: FastifyRequest): Place => ({
  device: deviceName(request.headers['user-agent']),
  address: shortAddress(request),
});

/** 401 with the same message for every failure: it must not reveal whether the user exists. */
const wrong = () => new HttpError(401, 'The e-mail or the password is not right');

/** Whether the user is a demo user outside of demo mode; demo passwords are public. */
export const isHidden = (email: string, { demo }: SignInContext['settings']) =>
  !demo && email.toLowerCase().endsWith(demoDomain);

/** Told only to those who know the password. */
const deactivated = 'This account is deactivated. Ask an admin of your brand to reactivate it';

/** Records a security event without awaiting it: the response time must not reveal whether the user exists. */
function recordEvent({ database, tenant, request }: SignInContext, event: Omit<SecurityEvent, 'tenant'>): void {
  securityEvent({ db: database.tenant(tenant), request }, { ...event, tenant }).catch((error: unknown) =>
    request.log.warn({ err: error, requestId: request.id }, 'a security event was not kept'),
  );
}

/** Time of the last notice by user id, so that a series of attempts causes one notice. */
const lastNotices = new Map<string, number>();
const noticeMs = dayMs;

function notifyOwner(visit: SignInContext, userId: string): void {
  if ((lastNotices.get(userId) ?? 0) > Date.now() - noticeMs) return;
  if (lastNotices.size >= 1000) lastNotices.clear();
  lastNotices.set(userId, Date.now());
  sendNotice(visit, userId).catch((error: unknown) => {
    lastNotices.delete(userId);
    visit.request.log.warn(
      { err: error, requestId: visit.request.id },
      'the owner could not be told of many failed tries',
    );
  });
}

/** Tells the owner of many failed attempts: one security event and one e-mail a day, across processes and restarts. */
async function sendNotice({ database, tenant, request }: SignInContext, userId: string): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  await runOnce(database.tenant(tenant), `sign-in-alert ${userId} ${day}`, async (tx) => {
    await securityEvent({ db: tx, request }, { kind: 'owner-notified', tenant, userId, detail: 'many-failures' });
    await enqueue(tx, sendMail, { template: 'sign-in-alert', userId });
  });
}

function failed(
  visit: SignInContext,
  { failures, wait }: Attempt,
  email: string,
  userId: string | undefined,
): HttpError {
  recordEvent(visit, { kind: wait > 0 ? 'sign-in-throttled' : 'sign-in-failed', email, userId });
  if (userId && failures >= maxFailuresPerUser) notifyOwner(visit, userId);
  return wait > 0 ? tooManyTries(wait) : wrong();
}

/**
 * Begins a session and issues its refresh token; undefined if the password was changed since it was compared, or the
 * account deactivated. The update
 * locks the user, so that a concurrent password change either ends this session or is detected here.
 */
function begin(db: Db, { id, passwordHash }: { id: string; passwordHash: string }, place: Place) {
  return db.transaction().execute(async (transaction) => {
    const unchanged = await transaction
      .updateTable('user')
      .set({ lastLoginAt: sql`now()` })
      .where('id', '=', id)
      .where('passwordHash', '=', passwordHash)
      .where('status', '=', 1)
      .returning('id')
      .executeTakeFirst();
    if (!unchanged) return undefined;
    const sessionId = await beginSession(transaction, id, place);
    return { sessionId, refreshToken: await issueRefreshToken(transaction, { userId: id, sessionId }) };
  });
}

/**
 * Begins a session and returns role, access token and refresh token; remembers the browser in a cookie. 401 for wrong
 * credentials, 403 'Unauthorized' for a member, 429 after too many attempts.
 */
export async function signIn(visit: SignInContext, { email, password }: { email: string; password: string }) {
  const { database, tenant, settings, request, reply } = visit;
  const db = database.tenant(tenant);
  const user = await db
    .selectFrom('user')
    .select(['id', 'name', 'role', 'passwordHash', 'status'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  const device = knownDevice(request, user?.id ?? '', settings);
  const attempt = await recordTry(database, tenant, { email, origin: originOf(request), device });
  if (attempt.wait > 0) throw failed(visit, attempt, email, user?.id);
  const isRight = await attempt.inTurn(() => isRightPassword(user?.passwordHash, password));
  if (!user || !isRight || isHidden(email, settings)) throw failed(visit, attempt, email, user?.id);
  await attempt.succeeded();
  if (user.role === 'member' || user.status === 0) {
    recordEvent(visit, { kind: 'sign-in-refused', userId: user.id });
    throw new HttpError(403, user.role === 'member' ? unauthorized : deactivated);
  }
  const begun = await begin(db, user, placeOf(request));
  if (!begun) throw wrong();
  rememberDevice(request, reply, user.id, settings);
  recordEvent(visit, { kind: 'signed-in', userId: user.id });
  return {
    message: 'Signed in',
    status: 200,
    role: user.role,
    accessToken: await accessTokenOf(user, begun.sessionId, tenant, settings),
    refreshToken: begun.refreshToken,
  };
}
