/** Sessions: one per sign-in and device, with time limits (domain.md, Sign-in; docs/decisions/0016). */
import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { HttpError } from '#platform/errors.ts';
import type { Caller } from './access-token.ts';
import { isValidSql } from './api-key.ts';
import type { FactorKind } from './second-factor.ts';

/** Limits of inactivity and of total duration. */
const idleDays = 14;
const idleAgentDays = 30;
const longestDays = 90;
/** Minutes for which a step-up is valid. */
const confirmedMinutes = 10;

/** Device and address that a session is used from, as display text. */
export interface Place {
  device: string;
  address: string;
}

/** Condition on the session table. */
export const isOver = sql<boolean>`(last_used_at < now() - make_interval(days => case when agent_client_id is null then ${idleDays}::int else ${idleAgentDays}::int end)
  or started_at < now() - make_interval(days => ${longestDays}))`;
const isActive = sql<boolean>`not ${isOver}`;

/** Agent that a person lets work for them (docs/decisions/0116). */
export interface SessionAgent {
  agentClientId: string;
  mayPropose: boolean;
}

/** Begins a session; returns its id. `db`: transaction that has locked the user. */
export async function beginSession(
  db: Db,
  userId: string,
  place: Place,
  secondFactor: FactorKind | null = null,
  agent?: SessionAgent,
): Promise<string> {
  const { id } = await db
    .insertInto('session')
    .values({ userId, secondFactor, ...place, ...agent })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Updates time and place of last use, and returns how the second factor was proved; undefined if the session has ended.
 * `db`: transaction that has locked the user.
 */
export const updateLastUse = (db: Db, id: string, place: Partial<Place>) =>
  db
    .updateTable('session')
    .set({ lastUsedAt: sql`now()`, ...place })
    .where('id', '=', id)
    .where(isActive)
    .returning('secondFactor')
    .$narrowType<{ secondFactor: FactorKind | null }>()
    .executeTakeFirst();

/** Active sessions of a user, at most 100, most recently used first. */
export const sessionsOf = (db: Db, userId: string) =>
  db
    .selectFrom('session')
    .select(['id', 'device', 'address', 'secondFactor', 'mayPropose', 'startedAt', 'lastUsedAt'])
    .select(sql<boolean>`agent_client_id is not null`.as('isAgent'))
    .$narrowType<{ secondFactor: FactorKind | null }>()
    .where('userId', '=', userId)
    .where(isActive)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id')
    .limit(100)
    .execute();

/**
 * Ends one session of a user, all but one, or all; returns their number. Their tokens are deleted, and revocations
 * recorded; without `only`, sign-ins that are not finished end too. `db`: transaction; it locks the user first, so that no token issued concurrently survives.
 */
export async function endSessions(
  db: Db,
  userId: string,
  which: { only?: string | undefined; except?: string | undefined } = {},
): Promise<number> {
  await db.selectFrom('user').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst();
  if (!which.only) await db.deleteFrom('authChallenge').where('userId', '=', userId).execute();
  let ending = db.deleteFrom('session').where('userId', '=', userId);
  if (which.only) ending = ending.where('id', '=', which.only);
  if (which.except) ending = ending.where('id', '<>', which.except);
  return Number((await ending.executeTakeFirst()).numDeletedRows);
}

/** Records a successful step-up. */
export async function confirmSession(db: Db, id: string): Promise<void> {
  await db
    .updateTable('session')
    .set({ confirmedAt: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** 403 with reason `step-up` unless the password was confirmed recently; the browser then asks for it. */
export async function requireConfirmed(db: Db, { sessionId }: Caller): Promise<void> {
  const recent = await db
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .where(sql<boolean>`confirmed_at > now() - make_interval(mins => ${confirmedMinutes})`)
    .executeTakeFirst();
  if (!recent) throw new HttpError(403, 'Give your password again to do this', { reason: 'step-up' });
}

/**
 * 401 if the session was ended or its user's role changed; checked in the database after a slow body has arrived,
 * before it is used.
 */
export async function requireSession(db: Db, { sessionId, role }: Caller): Promise<void> {
  if ((await roleNow(db, sessionId)) !== role) throw new HttpError(401, 'Please sign in again');
}

/** Current role of a session's user; null: the session was ended. Time limits are not checked here. */
export async function roleNow(db: Db, sessionId: string): Promise<string | null> {
  const { rows } = await sql<{ role: string | null }>`select ${roleNowSql(sessionId)} as role`.execute(db);
  return rows[0]?.role ?? null;
}

/** SQL expression of {@link roleNow}, for the first statement of a write. An API key is its own session. */
export const roleNowSql = (sessionId: string | null) =>
  sql<string | null>`coalesce(
    (select "user".role from session join "user" on "user".id = session.user_id where session.id = ${sessionId}),
    (select 'key' from api_key where id = ${sessionId} and ${isValidSql}))`;
