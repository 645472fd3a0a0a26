/** Signing in, staying signed in, signing out (spec §4–§7; domain.md, Sign-in). */
import { sql } from 'kysely';
import type { AuditAction } from '#contract/audit.ts';
import { unauthorized } from '#contract/auth.ts';
import { demoDomain } from '#contract/demo.ts';
import type { Role, Tenant } from '#contract/kernel.ts';
import type { Config } from '#platform/config.ts';
import { oneById } from '#platform/database/compiled.ts';
import type { Database, Db } from '#platform/database/database.ts';
import { HttpError } from '#platform/errors.ts';
import { issueAccessToken } from '#platform/session/access-token.ts';
import { isRightPassword } from '#platform/session/password.ts';
import { endFamily, issueRefreshToken, spendRefreshToken } from '#platform/session/refresh-token.ts';
import { noteTry } from './throttle.ts';

/** Tells the trail and the log what happened to somebody's access. */
export type Note = (
  action: AuditAction,
  who: { userId?: string | undefined; victimId?: string | undefined; email?: string },
) => Promise<void>;

type Settings = Pick<Config, 'jwtSecret' | 'demo'>;

interface User {
  id: string;
  name: string;
  role: Role;
}

const accessTokenOf = ({ id, name, role }: User, tenant: Tenant, { jwtSecret }: Settings) =>
  issueAccessToken({ userId: id, name, role, tenant }, jwtSecret);

/** One message for every wrong sign-in: it does not say whether the user exists. */
const wrong = () => new HttpError(401, 'The e-mail or the password is not right');

/** A demo account exists in demo mode only: its password is public. */
const isHidden = (email: string, { demo }: Settings) => !demo && email.toLowerCase().endsWith(demoDomain);

/**
 * Begins a session: answers its refresh token; undefined when the password was changed since it was compared. The
 * update
 * locks the user, so that a change of the password sees the session and ends it, or is seen here.
 */
function beginSession(db: Db, { id, passwordHash }: { id: string; passwordHash: string }): Promise<string | undefined> {
  return db.transaction().execute(async (transaction) => {
    const unchanged = await transaction
      .updateTable('user')
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
  note: Note,
) {
  const { email, password } = credentials;
  const db = database.tenant(tenant);
  const attempt = await noteTry(database, tenant, email, address);
  const user = await db
    .selectFrom('user')
    .select(['id', 'name', 'role', 'passwordHash'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  const isRight = await isRightPassword(user?.passwordHash, password);
  if (!user || !isRight || isHidden(email, settings)) {
    await note('sign-in-failed', { victimId: user?.id, email });
    throw wrong();
  }
  await attempt.succeeded();
  if (user.role === 'member') {
    await note('sign-in-refused', { userId: user.id, email });
    throw new HttpError(403, unauthorized);
  }
  const refreshToken = await beginSession(db, user);
  if (refreshToken === undefined) throw wrong();
  await note('sign-in', { userId: user.id, email });
  return {
    message: 'Signed in',
    status: 200,
    role: user.role,
    accessToken: await accessTokenOf(user, tenant, settings),
    refreshToken,
  };
}

/** A fresh pair for a refresh token; the role is read anew, so a change of role is felt within 15 minutes. */
export async function renew(db: Db, tenant: Tenant, token: string, settings: Settings, note: Note) {
  let victimId: string | undefined;
  const renewed = await db.transaction().execute(async (transaction) => {
    const spent = await spendRefreshToken(transaction, token);
    if (spent?.isReused) victimId = spent.userId;
    const user =
      spent &&
      !spent.isReused &&
      (await transaction
        .selectFrom('user')
        .select(['id', 'name', 'role', 'email'])
        .where('id', '=', spent.userId)
        .executeTakeFirst());
    if (!spent || !user || user.role === 'member' || isHidden(user.email, settings)) return undefined;
    return { user, refresh: await issueRefreshToken(transaction, user.id, spent.familyId) };
  });
  if (victimId !== undefined) await note('token-reused', { victimId });
  if (!renewed) throw new HttpError(401, 'Please sign in again');
  return { access: await accessTokenOf(renewed.user, tenant, settings), refresh: renewed.refresh };
}

export async function signOut(db: Db, token: string, note: Note) {
  const userId = await db.transaction().execute((transaction) => endFamily(transaction, token));
  if (userId !== undefined) await note('sign-out', { userId });
  return { message: 'Signed out' };
}

const userById = oneById((db, id) =>
  db.selectFrom('user').select(['id', 'name', 'email', 'role', 'image']).where('id', '=', id),
);

export async function ownProfile(db: Db, userId: string, tenant: Tenant) {
  const user = await userById(db, userId);
  if (!user) throw new HttpError(401, 'Please sign in again');
  return { ...user, tenant };
}
