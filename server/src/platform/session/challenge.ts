/** Challenges: what a browser was asked to prove, known to it by a random token, single use and short-lived. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';

const lifeMinutes = 10;

/** `sign-in` and `enrolment` follow a right password; `add` and `confirm` are asked for by a session. */
export type ChallengePurpose = 'sign-in' | 'enrolment' | 'add' | 'confirm';

export interface Challenge {
  userId: string;
  purpose: ChallengePurpose;
  /** Challenge that the passkey signs, in base64url. */
  passkey: string;
  /** Sealed secret of an app that is being added. */
  secret: string | null;
}

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** Bytes that a passkey signs, in base64url. */
export const newPasskeyChallenge = (): string => randomBytes(32).toString('base64url');

/** Stores a challenge; returns its token. */
export async function issueChallenge(db: Db, challenge: Challenge): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  const expiresAt = sql<string>`now() + make_interval(mins => ${lifeMinutes})`;
  await db
    .insertInto('authChallenge')
    .values({ tokenHash: hashOf(token), ...challenge, expiresAt })
    .execute();
  return token;
}

/** Challenge of a token for one of the purposes; undefined if it is unknown, used or expired. */
export const findChallenge = (db: Db, token: string, purposes: readonly ChallengePurpose[]) =>
  db
    .selectFrom('authChallenge')
    .select(['userId', 'purpose', 'passkey', 'secret'])
    .where('tokenHash', '=', hashOf(token))
    .where('purpose', 'in', purposes)
    .where('expiresAt', '>', sql<string>`now()`)
    .$narrowType<Challenge>()
    .executeTakeFirst();

/** Uses a challenge up; false if another call did. `db`: transaction that has locked the user. */
export async function spendChallenge(db: Db, token: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('authChallenge')
    .where('tokenHash', '=', hashOf(token))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
