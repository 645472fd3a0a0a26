/** Sessions: one sign-in each, on one device, with limits of their own (domain.md, Sign-in; docs/decisions/0016). */
import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { HttpError } from '#platform/errors.ts';
import type { Caller } from './access-token.ts';

/** Not used for as long, or begun so long ago: over. */
const idleDays = 14;
const longestDays = 90;
/** How long a password that was given counts where it is asked for again. */
const confirmedMinutes = 10;

/** Where a session is used from, in words for its owner. */
export interface Place {
  device: string;
  address: string;
}

/** As a condition on the table of sessions. */
export const isOver = sql<boolean>`(last_used_at < now() - make_interval(days => ${idleDays})
  or started_at < now() - make_interval(days => ${longestDays}))`;
const goesOn = sql<boolean>`not ${isOver}`;

/** Begins a session: answers its id. `db` is a transaction that has locked the user. */
export async function beginSession(db: Db, userId: string, place: Place): Promise<string> {
  const { id } = await db
    .insertInto('session')
    .values({ userId, ...place })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Notes that it is used, and from where; false when it is over. `db` is a transaction that has locked the user. */
export async function noteUse(db: Db, id: string, place: Place): Promise<boolean> {
  const used = await db
    .updateTable('session')
    .set({ lastUsedAt: sql`now()`, ...place })
    .where('id', '=', id)
    .where(goesOn)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

/** The sessions of a user that go on, the one used last first. */
export const sessionsOf = (db: Db, userId: string) =>
  db
    .selectFrom('session')
    .select(['id', 'device', 'address', 'startedAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .where(goesOn)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id')
    .limit(100)
    .execute();

/**
 * Ends one session of a user, or all but one, or all; answers how many there were. Their tokens go with them, and every
 * process hears of it. `db` is a transaction: the user is locked first, so that nothing issued meanwhile outlives it.
 */
export async function endSessions(
  db: Db,
  userId: string,
  which: { only?: string | undefined; except?: string | undefined } = {},
): Promise<number> {
  await db.selectFrom('user').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst();
  let ending = db.deleteFrom('session').where('userId', '=', userId);
  if (which.only) ending = ending.where('id', '=', which.only);
  if (which.except) ending = ending.where('id', '<>', which.except);
  return Number((await ending.executeTakeFirst()).numDeletedRows);
}

/** Notes that the password was just given. */
export async function confirmSession(db: Db, id: string): Promise<void> {
  await db
    .updateTable('session')
    .set({ confirmedAt: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** 403, which the browser answers by asking for the password, unless it was given in the last minutes. */
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
 * 401 unless the session goes on with the role that it began with, as the database has it now: asked when a body that
 * took its time is here, before anything of it counts.
 */
export async function requireSession(db: Db, { sessionId, role }: Caller): Promise<void> {
  if ((await roleNow(db, sessionId)) !== role) throw new HttpError(401, 'Please sign in again');
}

/** The role that a session's user has now; null: the session is over. */
export async function roleNow(db: Db, sessionId: string): Promise<string | null> {
  const { rows } = await sql<{ role: string | null }>`select ${presentRole(sessionId)} as role`.execute(db);
  return rows[0]?.role ?? null;
}

/** The role that a session's user has now, for the statement that begins a write; null: the session is over. */
export const presentRole = (sessionId: string | null) =>
  sql<
    string | null
  >`(select "user".role from session join "user" on "user".id = session.user_id where session.id = ${sessionId})`;
