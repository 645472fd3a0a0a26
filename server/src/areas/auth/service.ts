/** Signing in, staying signed in, signing out (spec §4–§7; domain.md, Sign-in). */
import { sql } from 'kysely';
import { unauthorized } from '#contract/auth.ts';
import { demoDomain } from '#contract/demo.ts';
import type { Role, Tenant } from '#contract/kernel.ts';
import type { Config } from '#platform/config.ts';
import { oneById } from '#platform/database/compiled.ts';
import type { Database, Db } from '#platform/database/database.ts';
import { Refusal } from '#platform/http/refusal.ts';
import { issueAccessToken } from '#platform/session/access-token.ts';
import { isRightPassword } from '#platform/session/password.ts';
import { endFamily, issueRefreshToken, spendRefreshToken } from '#platform/session/refresh-token.ts';
import { noteTry } from './throttle.ts';

type Settings = Pick<Config, 'jwtSecret' | 'demo'>;

interface Account {
  id: string;
  name: string;
  role: Role;
}

const accessTokenOf = ({ id, name, role }: Account, tenant: Tenant, { jwtSecret }: Settings) =>
  issueAccessToken({ accountId: id, name, role, tenant }, jwtSecret);

/** One message for every wrong sign-in: it does not say whether the account exists. */
const wrong = () => new Refusal(401, 'The e-mail or the password is not right');

/** A demo account exists in demo mode only: its password is public. */
const isHidden = (email: string, { demo }: Settings) => !demo && email.toLowerCase().endsWith(demoDomain);

/**
 * Begins a session: answers its refresh token; undefined when the password was changed since it was compared. The
 * update
 * locks the account, so that a change of the password sees the session and ends it, or is seen here.
 */
function beginSession(db: Db, { id, passwordHash }: { id: string; passwordHash: string }): Promise<string | undefined> {
  return db.transaction().execute(async (transaction) => {
    const unchanged = await transaction
      .updateTable('account')
      .set({ lastLoginAt: sql`now()` })
      .where('id', '=', id)
      .where('passwordHash', '=', passwordHash)
      .returning('id')
      .executeTakeFirst();
    return unchanged && issueRefreshToken(transaction, id);
  });
}

/** 401 wrong, 403 'Unauthorized' for a member, 429 after too many tries. */
export async function signIn(
  database: Database,
  tenant: Tenant,
  credentials: { email: string; password: string },
  address: string,
  settings: Settings,
) {
  const { email, password } = credentials;
  const db = database.tenant(tenant);
  const attempt = await noteTry(database, tenant, email, address);
  const account = await db
    .selectFrom('account')
    .select(['id', 'name', 'role', 'passwordHash'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  const isRight = await isRightPassword(account?.passwordHash, password);
  if (!account || !isRight || isHidden(email, settings)) throw wrong();
  await attempt.succeeded();
  if (account.role === 'member') throw new Refusal(403, unauthorized);
  const refreshToken = await beginSession(db, account);
  if (refreshToken === undefined) throw wrong();
  return {
    message: 'Signed in',
    status: 200,
    role: account.role,
    accessToken: await accessTokenOf(account, tenant, settings),
    refreshToken,
  };
}

/** A fresh pair for a refresh token; the role is read anew, so a change of role is felt within 15 minutes. */
export async function renew(db: Db, tenant: Tenant, token: string, settings: Settings) {
  const renewed = await db.transaction().execute(async (transaction) => {
    const spent = await spendRefreshToken(transaction, token);
    const account =
      spent &&
      (await transaction
        .selectFrom('account')
        .select(['id', 'name', 'role', 'email'])
        .where('id', '=', spent.accountId)
        .executeTakeFirst());
    if (!spent || !account || account.role === 'member' || isHidden(account.email, settings)) return undefined;
    return { account, refresh: await issueRefreshToken(transaction, account.id, spent.familyId) };
  });
  if (!renewed) throw new Refusal(401, 'Please sign in again');
  return { access: await accessTokenOf(renewed.account, tenant, settings), refresh: renewed.refresh };
}

export async function signOut(db: Db, token: string) {
  await db.transaction().execute((transaction) => endFamily(transaction, token));
  return { message: 'Signed out' };
}

const accountById = oneById((db, id) =>
  db.selectFrom('account').select(['id', 'name', 'email', 'role', 'image']).where('id', '=', id),
);

export async function ownProfile(db: Db, accountId: string, tenant: Tenant) {
  const account = await accountById(db, accountId);
  if (!account) throw new Refusal(401, 'Please sign in again');
  return { ...account, tenant };
}
