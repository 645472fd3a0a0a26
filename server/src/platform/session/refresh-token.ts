/** Refresh tokens: single use, bound to one session, valid for 30 days (domain.md, Sign-in). */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import type { FactorKind } from './second-factor.ts';
import { type Place, endSessions, updateLastUse } from './session.ts';

/**
 * Seconds in which a repeated use does not count as theft, since tabs and retries may send a token twice
 * (docs/decisions/0008).
 */
const graceSeconds = 20;
const lifeDays = 30;

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** Client of an agent's session; null: the session of a browser. */
type Client = string | null;

interface Owner {
  userId: string;
  sessionId: string;
}

/** Issues a token of a session. `db`: transaction that has locked the user. */
export async function issueRefreshToken(db: Db, { userId, sessionId }: Owner, prefix = ''): Promise<string> {
  const token = prefix + randomBytes(32).toString('base64url');
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
 * Locks the user of a token until the transaction ends; undefined for an unknown token. The user must be locked before
 * tokens are issued, spent or deleted: otherwise a token issued concurrently could survive the deletion of its session.
 */
const lockOwner = (db: Db, tokenHash: Buffer, client: Client): Promise<Owner | undefined> =>
  db
    .selectFrom('user')
    .innerJoin('refreshToken', 'refreshToken.userId', 'user.id')
    .innerJoin('session', 'session.id', 'refreshToken.sessionId')
    .select(['user.id as userId', 'refreshToken.sessionId'])
    .where('refreshToken.tokenHash', '=', tokenHash)
    .where(sql<boolean>`session.agent_client_id is not distinct from ${client}::uuid`)
    .forNoKeyUpdate('user')
    .executeTakeFirst();

export type SpentToken =
  | { state: 'good'; userId: string; sessionId: string; secondFactor: FactorKind | null }
  | { state: 'stolen'; userId: string; sessionId: string }
  | { state: 'unknown' };

/**
 * Spends a token. `stolen`: it was spent before, so its session was ended; `unknown`: invalid, expired, or its session
 * has ended. An agent's is stolen by its second use. `db`: transaction that must commit in any case.
 */
export async function spendRefreshToken(
  db: Db,
  token: string,
  place: Partial<Place>,
  client: Client = null,
): Promise<SpentToken> {
  const tokenHash = hashOf(token);
  const owner = await lockOwner(db, tokenHash, client);
  if (!owner) return { state: 'unknown' };
  // Read after the lock, since its previous holder may have spent the token or ended the session.
  const stored = await db
    .selectFrom('refreshToken')
    .where('tokenHash', '=', tokenHash)
    .select('usedAt')
    .select([
      sql<boolean>`expires_at < now()`.as('isExpired'),
      (client === null
        ? sql<boolean>`used_at < now() - make_interval(secs => ${graceSeconds})`
        : sql<boolean>`used_at is not null`
      ).as('isReused'),
    ])
    .executeTakeFirst();
  if (!stored || stored.isExpired) return { state: 'unknown' };
  if (stored.isReused) {
    await endSessions(db, owner.userId, { only: owner.sessionId });
    return { state: 'stolen', ...owner };
  }
  const session = await updateLastUse(db, owner.sessionId, place);
  if (!session) return { state: 'unknown' };
  if (stored.usedAt === null)
    await db
      .updateTable('refreshToken')
      .set({ usedAt: sql`now()` })
      .where('tokenHash', '=', tokenHash)
      .execute();
  return { state: 'good', ...owner, ...session };
}

/** Ends a token's session; returns its owner, or undefined for an unknown token. */
export async function endSessionOf(db: Db, token: string): Promise<Owner | undefined> {
  const owner = await lockOwner(db, hashOf(token), null);
  if (owner) await endSessions(db, owner.userId, { only: owner.sessionId });
  return owner;
}
