/** Second factors of a user as every area sees them: which there are, whether one is required, and their removal. */
import { sql } from 'kysely';
import type { factorKinds } from '#contract/auth/sessions.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/database/database.ts';
import { seal, sealMark, unseal } from './seal.ts';

/** How a session proved the second factor. */
export type FactorKind = (typeof factorKinds)[number];

/** Whether the brand requires a second factor of a role. */
export async function isFactorRequired(db: Db, role: string): Promise<boolean> {
  const setting = await db.selectFrom('brandSetting').select('secondFactorRoles').executeTakeFirst();
  return setting?.secondFactorRoles.includes(role) ?? false;
}

/** Whether the user has an authenticator app or a passkey. */
export async function hasFactor(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (select from authenticator_app where user_id = ${userId})
    or exists (select from passkey where user_id = ${userId}) as has`.execute(db);
  return rows[0]?.has ?? false;
}

/** Number of recovery codes that are left. */
export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recoveryCode')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return left;
}

/** Factors of a user with this role. */
export async function factorsOf(db: Db, userId: string, role: string) {
  const times = ['addedAt', 'lastUsedAt'] as const;
  const app = await db.selectFrom('authenticatorApp').select(times).where('userId', '=', userId).executeTakeFirst();
  const passkeys = await db
    .selectFrom('passkey')
    .select(['id', 'name', ...times])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();
  return {
    app: app ?? null,
    passkeys,
    recoveryCodesLeft: await countRecoveryCodes(db, userId),
    isRequired: await isFactorRequired(db, role),
  };
}

/** Removes all factors and recovery codes of a user; returns the number of factors. `db`: transaction. */
export async function removeFactors(db: Db, userId: string): Promise<number> {
  const app = await db.deleteFrom('authenticatorApp').where('userId', '=', userId).executeTakeFirst();
  const passkeys = await db.deleteFrom('passkey').where('userId', '=', userId).executeTakeFirst();
  await db.deleteFrom('recoveryCode').where('userId', '=', userId).execute();
  return Number(app.numDeletedRows + passkeys.numDeletedRows);
}

/** Sealed columns called `secret`, by the column of their owner. */
const sealedBy = { authenticatorApp: 'userId', webhookSecret: 'webhookId' } as const;

/** Seals secrets anew that another accepted secret has sealed, while JWT_SECRET is rotated. */
export async function resealSecrets(db: Db, secrets: Pick<Config, 'jwtSecret' | 'acceptedSecrets'>): Promise<void> {
  for (const [table, column] of Object.entries(sealedBy)) {
    const [from, owner] = [sql.table(table), sql.ref(column)];
    const { rows } = await sql<{ owner: string; secret: string }>`select ${owner} as owner, secret from ${from}
      where secret not like ${`${sealMark(secrets.jwtSecret)}.%`}`.execute(db);
    for (const row of rows) {
      const text = unseal(row.secret, row.owner, secrets);
      if (text === undefined) continue;
      await sql`update ${from} set secret = ${seal(text, row.owner, secrets)}
        where ${owner} = ${row.owner} and secret = ${row.secret}`.execute(db);
    }
  }
}
