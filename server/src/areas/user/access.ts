/** Changes of a user's account by other users. Who may do which is in contract/src/auth/sessions.ts. */
import type { FastifyRequest } from 'fastify';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { mayChangeAccount, maySetPassword } from '#contract/auth/sessions.ts';
import { lockForUpdate, updateRecord } from '#platform/records.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError, badRequest } from '#platform/errors.ts';
import type { Caller } from '#platform/session/access-token.ts';
import { refuseWeakPassword } from '#platform/session/new-password.ts';
import { hashPassword } from '#platform/session/password.ts';
import { securityEvent } from '#platform/session/security-event.ts';
import { endSessions, sessionsOf } from '#platform/session/session.ts';
import { findProfile } from './queries.ts';

export interface Work {
  db: Db;
  tenant: Tenant;
  caller: Caller;
  request: FastifyRequest;
}

const recordEvent = (
  { db, tenant, caller, request }: Work,
  kind: 'password-changed' | 'sessions-ended',
  userId: string,
) => securityEvent({ db, request }, { kind, tenant, userId, byUserId: caller.userId });

/** Locks a user for a change; every change of an account begins here. 403 unless mayChangeAccount() allows it. */
export async function lockAccount(db: Db, caller: Caller, id: string, ifMatch: number | null) {
  await lockForUpdate(db, 'user', id, ifMatch);
  const profile = await findProfile(db, id);
  if (!mayChangeAccount(caller.role, profile.role))
    throw new HttpError(403, 'Only a superadmin may change the account of a superadmin');
  return profile;
}

/** Changes a user's picture (null: none). */
export async function changePicture(
  { db, caller }: Pick<Work, 'db' | 'caller'>,
  id: string,
  change: { image: string | null },
  ifMatch: number | null,
) {
  await lockAccount(db, caller, id, ifMatch);
  return { id, ...change, ...(await updateRecord(db, 'user', id, change)) };
}

/**
 * Sets a password and ends the user's sessions. 403 unless maySetPassword() allows it; 400 for the caller's own
 * password.
 */
export async function setUserPassword(
  work: Work & { settings: Pick<Config, 'demo' | 'brands'> },
  id: string,
  password: string,
  ifMatch: number | null,
) {
  const { db, caller } = work;
  const { email, name, role } = await lockAccount(db, caller, id, ifMatch);
  if (id === caller.userId)
    throw badRequest('Change your own password from your menu: it wants the present one', 'password');
  if (!maySetPassword(caller.role, role))
    throw new HttpError(403, `Only a superadmin may change the password of this ${role}`);
  await refuseWeakPassword(password, { tenant: work.tenant, name, email }, work.settings);
  const passwordHash = await hashPassword(password);
  await endSessions(db, id);
  await recordEvent(work, 'password-changed', id);
  return { id, ...(await updateRecord(db, 'user', id, { passwordHash })) };
}

/** Sessions of a user; `isCurrent` marks the caller's own. */
export async function userSessions(db: Db, caller: Caller, id: string) {
  await findProfile(db, id);
  const sessions = await sessionsOf(db, id);
  return { sessions: sessions.map((one) => ({ ...one, isCurrent: one.id === caller.sessionId })) };
}

/** Ends one session, or all without `sessionId`; returns their number. */
export async function endSessionsOfUser(work: Work, id: string, sessionId: string | undefined) {
  const { db, caller } = work;
  await lockAccount(db, caller, id, null);
  const changed = await endSessions(db, id, { only: sessionId });
  if (changed > 0) await recordEvent(work, 'sessions-ended', id);
  return { changed };
}
