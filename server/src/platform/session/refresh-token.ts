/** Refresh tokens: single use, in families (one sign-in each), 30 days (domain.md, Sign-in). */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';

/** Two tabs, or a retry, may send the same token twice: within this time the second is no theft. */
const graceSeconds = 20;
const lifeDays = 30;

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** Issues a token in a family; without one it starts a new family. */
export async function issueRefreshToken(db: Db, accountId: string, familyId: string = randomUUID()): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.insertInto('refreshToken').values({
    tokenHash: hashOf(token), familyId, accountId, usedAt: null, expiresAt: sql`now() + make_interval(days => ${lifeDays})`,
  }).execute();
  return token;
}

/** Spends a token: answers whose it was and its family; undefined when unknown, expired or reused, and then the family has ended. */
export async function spendRefreshToken(db: Db, token: string): Promise<{ accountId: string; familyId: string } | undefined> {
  const tokenHash = hashOf(token);
  const found = await db.selectFrom('refreshToken').where('tokenHash', '=', tokenHash).forUpdate()
    .select(['accountId', 'familyId', 'usedAt'])
    .select([
      sql<boolean>`expires_at < now()`.as('isExpired'),
      sql<boolean>`used_at < now() - make_interval(secs => ${graceSeconds})`.as('isReused'),
    ]).executeTakeFirst();
  if (!found || found.isExpired) return undefined;
  if (found.isReused) {
    await db.deleteFrom('refreshToken').where('familyId', '=', found.familyId).execute();
    return undefined;
  }
  if (found.usedAt === null) await db.updateTable('refreshToken').set({ usedAt: sql`now()` }).where('tokenHash', '=', tokenHash).execute();
  return { accountId: found.accountId, familyId: found.familyId };
}

/** Ends the family a token belongs to; an unknown token changes nothing. */
export async function endFamily(db: Db, token: string): Promise<void> {
  await db.deleteFrom('refreshToken').where('familyId', 'in', (family) =>
    family.selectFrom('refreshToken').select('familyId').where('tokenHash', '=', hashOf(token))).execute();
}

/** Ends every family of an account: its password was changed. */
export async function endAllFamilies(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('refreshToken').where('accountId', '=', accountId).execute();
}
