/** Recovery codes: the way back when a phone or a key is lost. Single use, about 79 bits each, kept as hashes. */
import { createHash, randomInt } from 'node:crypto';
import { generatePassword } from '#contract/auth/password.ts';
import type { Db } from '#platform/database/database.ts';

const count = 10;

/** Hash of a code; ignores case, spaces and dashes. */
const hashOf = (code: string) => createHash('sha256').update(code.toLowerCase().replace(/[\s-]/g, '')).digest();

/** Makes new codes in place of all former ones, and returns them; they cannot be read again. `db`: transaction. */
export async function replaceRecoveryCodes(db: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: count }, () => generatePassword((below) => randomInt(below)));
  await db.deleteFrom('recoveryCode').where('userId', '=', userId).execute();
  await db
    .insertInto('recoveryCode')
    .values(codes.map((code) => ({ userId, codeHash: hashOf(code) })))
    .execute();
  return codes;
}

/** Uses a code up; false if it is not one of the user's. */
export async function spendRecoveryCode(db: Db, userId: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recoveryCode')
    .where('userId', '=', userId)
    .where('codeHash', '=', hashOf(code))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
