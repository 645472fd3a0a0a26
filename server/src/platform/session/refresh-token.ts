/** Refresh tokens: single use, of one session each, 30 days (domain.md, Sign-in). */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { type Place, endSessions, noteUse } from './session.ts';

/**
 * Two tabs, or a retry, may send the same token twice: within this time the second is no theft (docs/decisions/0008).
 */
const graceSeconds = 20;
const lifeDays = 30;

const hashOf = (token: string) => createHash('sha256').update(token).digest();

interface Owner {
  userId: string;
  sessionId: string;
}

/** Issues a token of a session. `db` is a transaction that has locked the user. */
export async function issueRefreshToken(db: Db, { userId, sessionId }: Owner): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('refreshToken')
    .values({
      tokenHash: hashOf(token),
      sessionId,
      userId,
      usedAt: null,
      expiresAt: sql`now() + make_interval(days => ${lifeDays})`,
    })
    .execute();
  return token;
}

/**
 * Locks the user that a token belongs to until the transaction ends, and answers whose it is; undefined: nobody's.
 * Whoever issues, spends or ends tokens locks the user first: a token that is issued while its session ends would be
 * invisible to that deletion, and outlive it.
 */
const lockOwner = (db: Db, tokenHash: Buffer): Promise<Owner | undefined> =>
  db
    .selectFrom('user')
    .innerJoin('refreshToken', 'refreshToken.userId', 'user.id')
    .select(['user.id as userId', 'refreshToken.sessionId'])
    .where('refreshToken.tokenHash', '=', tokenHash)
    .forNoKeyUpdate('user')
    .executeTakeFirst();

export type Spent = { state: 'good' | 'stolen'; userId: string; sessionId: string } | { state: 'unknown' };

/**
 * Spends a token. `stolen`: it was spent before, and its session has ended now; `unknown`: nobody's, expired, or its
 * session is over. `db` is a transaction, which must commit whatever the answer.
 */
export async function spendRefreshToken(db: Db, token: string, place: Place): Promise<Spent> {
  const tokenHash = hashOf(token);
  const owner = await lockOwner(db, tokenHash);
  if (!owner) return { state: 'unknown' };
  // Read after the lock: whoever held it may have spent the token, or ended the session.
  const found = await db
    .selectFrom('refreshToken')
    .where('tokenHash', '=', tokenHash)
    .select('usedAt')
    .select([
      sql<boolean>`expires_at < now()`.as('isExpired'),
      sql<boolean>`used_at < now() - make_interval(secs => ${graceSeconds})`.as('isReused'),
    ])
    .executeTakeFirst();
  if (!found || found.isExpired) return { state: 'unknown' };
  if (found.isReused) {
    await endSessions(db, owner.userId, { only: owner.sessionId });
    return { state: 'stolen', ...owner };
  }
  if (!(await noteUse(db, owner.sessionId, place))) return { state: 'unknown' };
  if (found.usedAt === null)
    await db
      .updateTable('refreshToken')
      .set({ usedAt: sql`now()` })
      .where('tokenHash', '=', tokenHash)
      .execute();
  return { state: 'good', ...owner };
}

/** Ends the session a token belongs to, and answers whose it was; an unknown token changes nothing. */
export async function endSessionOf(db: Db, token: string): Promise<Owner | undefined> {
  const owner = await lockOwner(db, hashOf(token));
  if (owner) await endSessions(db, owner.userId, { only: owner.sessionId });
  return owner;
}
