/** Context of a sign-in, and the session that it begins. */
import { sql } from 'kysely';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { demoDomain } from '#contract/auth/demo-users.ts';
import type { Role, Tenant } from '#contract/kernel/endpoint.ts';
import type { Config } from '#platform/config.ts';
import type { Database, Db } from '#platform/database/database.ts';
import { HttpError } from '#platform/errors.ts';
import { issueAccessToken } from '#platform/session/access-token.ts';
import { shortAddress } from '#platform/session/address.ts';
import { deviceName, rememberDevice } from '#platform/session/device.ts';
import { issueRefreshToken } from '#platform/session/refresh-token.ts';
import type { FactorKind } from '#platform/session/second-factor.ts';
import { type SecurityEvent, securityEvent } from '#platform/session/security-event.ts';
import { type Place, beginSession } from '#platform/session/session.ts';

/** Context of a sign-in, without the credentials. */
export interface SignInContext {
  database: Database;
  tenant: Tenant;
  settings: Pick<Config, 'jwtSecret' | 'acceptedSecrets' | 'demo' | 'brands' | 'tenantHosts'>;
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
export const wrong = () => new HttpError(401, 'The e-mail or the password is not right');

/** Whether the user is a demo user outside of demo mode; demo passwords are public. */
export const isHidden = (email: string, { demo }: SignInContext['settings']) =>
  !demo && email.toLowerCase().endsWith(demoDomain);

/** Records a security event without awaiting it: the response time must not reveal whether the user exists. */
export function recordEvent({ database, tenant, request }: SignInContext, event: Omit<SecurityEvent, 'tenant'>): void {
  securityEvent({ db: database.tenant(tenant), request }, { ...event, tenant }).catch((error: unknown) =>
    request.log.warn({ err: error, requestId: request.id }, 'a security event was not kept'),
  );
}

/** Account whose first factor was right. */
export interface Known extends User {
  email: string;
  passwordHash: string;
}

/**
 * Begins a session and issues its refresh token. 401 if the password was changed since it was compared, or the account
 * is deactivated. `db`: transaction; the update locks the user, so that a concurrent change either ends this session or
 * is detected here.
 */
async function begin(db: Db, { id, passwordHash }: Known, place: Place, secondFactor: FactorKind | null) {
  const unchanged = await db
    .updateTable('user')
    .set({ lastLoginAt: sql`now()` })
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .where('status', '=', 1)
    .returning('id')
    .executeTakeFirst();
  if (!unchanged) throw wrong();
  const sessionId = await beginSession(db, id, place, secondFactor);
  return { sessionId, refreshToken: await issueRefreshToken(db, { userId: id, sessionId }) };
}

/**
 * Begins a session and returns the reply of a sign-in; remembers the browser in a cookie. `prove` checks the second
 * factor once the user is locked, and throws if it is wrong.
 */
export async function beginSignedIn(
  visit: SignInContext,
  user: Known,
  prove: (db: Db) => Promise<FactorKind | null> = async () => null,
) {
  const { database, tenant, settings, request, reply } = visit;
  const begun = await database
    .tenant(tenant)
    .transaction()
    .execute(async (db) => {
      await db.selectFrom('user').select('id').where('id', '=', user.id).forNoKeyUpdate().executeTakeFirst();
      return begin(db, user, placeOf(request), await prove(db));
    });
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
