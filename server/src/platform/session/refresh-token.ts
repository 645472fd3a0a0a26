/** Refresh tokens: single use, in families (one sign-in each), 30 days (domain.md, Sign-in). */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';

/**
 * Two tabs, or a retry, may send the same token twice: within this time the second is no theft (docs/decisions/0008).
 */
const graceSeconds = 20;
const lifeDays = 30;

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/**
 * Issues a token in a family; without one it starts a new family. `db` is a transaction that has locked the user.
 */
export async function issueRefreshToken(db: Db, userId: string, familyId: string = randomUUID()): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('refreshToken')
    .values({
      tokenHash: hashOf(token),
      familyId,
      userId,
      usedAt: null,
      expiresAt: sql`now() + make_interval(days => ${lifeDays})`,
    })
    .execute();
  return token;
}

/**
 * Locks the user that a token belongs to until the transaction ends, and answers its id; undefined: nobody's token.
 * Whoever issues, spends or ends tokens locks the user first: a token that is issued while its family ends would be
 * invisible to that deletion, and outlive it.
 */
async function lockOwner(db: Db, tokenHash: Buffer): Promise<string | undefined> {
  const owner = await db
    .selectFrom('user')
    .innerJoin('refreshToken', 'refreshToken.userId', 'user.id')
    .select('user.id')
    .where('refreshToken.tokenHash', '=', tokenHash)
    .forNoKeyUpdate('user')
    .executeTakeFirst();
  return owner?.id;
}

const endFamilyOf = (db: Db, familyId: string) =>
  db.deleteFrom('refreshToken').where('familyId', '=', familyId).execute();

/**
 * Spends a token: answers whose it was and its family; undefined when unknown or expired. With `isReused` it must not
 * be honoured: its family has ended. `db` is a transaction, which must commit also then.
 */
export async function spendRefreshToken(
  db: Db,
  token: string,
): Promise<{ userId: string; familyId: string; isReused: boolean } | undefined> {
  const tokenHash = hashOf(token);
  const userId = await lockOwner(db, tokenHash);
  if (userId === undefined) return undefined;
  const found = await db
    .selectFrom('refreshToken')
    .where('tokenHash', '=', tokenHash)
    .select(['familyId', 'usedAt'])
    .select([
      sql<boolean>`expires_at < now()`.as('isExpired'),
      sql<boolean>`used_at < now() - make_interval(secs => ${graceSeconds})`.as('isReused'),
    ])
    .executeTakeFirst();
  if (!found || found.isExpired) return undefined;
  const { familyId } = found;
  if (found.isReused) {
    await endFamilyOf(db, familyId);
    return { userId, familyId, isReused: true };
  }
  if (found.usedAt === null)
    await db
      .updateTable('refreshToken')
      .set({ usedAt: sql`now()` })
      .where('tokenHash', '=', tokenHash)
      .execute();
  return { userId, familyId, isReused: false };
}

/** Ends the family a token belongs to and answers whose it was; an unknown token changes nothing. `db` is a transaction. */
export async function endFamily(db: Db, token: string): Promise<string | undefined> {
  const tokenHash = hashOf(token);
  const userId = await lockOwner(db, tokenHash);
  const found = await db
    .selectFrom('refreshToken')
    .select('familyId')
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst();
  if (found) await endFamilyOf(db, found.familyId);
  return userId;
}

/** Ends every family of a user, which the transaction has locked: its password was changed. */
export async function endAllFamilies(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('refreshToken').where('userId', '=', userId).execute();
}
