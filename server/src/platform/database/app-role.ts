/** lectern_app: the role the server signs in as. It owns nothing and row-level security binds it. */
import { createHash, createHmac } from 'node:crypto';
import type pg from 'pg';
import type { Tenant } from '#contract/kernel.ts';

const role = 'lectern_app';

/** Derived, so that all servers with one JWT secret agree on it without a word. */
export function appPassword(jwtSecret: string): string {
  return createHmac('sha256', jwtSecret).update('database password of lectern_app').digest('base64url');
}

/** The owner's URL with the app's credentials. */
export function appUrl(ownerUrl: string, password: string): string {
  const url = new URL(ownerUrl);
  url.username = role;
  url.password = password;
  return url.href;
}

/**
 * Makes the role, or gives it the password unless it keeps the one it has. Works for a superuser and for a role with
 * CREATEROLE.
 * @throws Error with one sentence when it cannot, or when somebody has given the role powers that defeat row-level
 * security.
 */
export async function ensureAppRole(client: pg.ClientBase, password: string, keepsPassword = false): Promise<void> {
  const before = await attributes(client);
  const verb = before ? 'alter' : 'create';
  try {
    // Not a parameter: PostgreSQL takes none here. A derived password is base64url and needs no escaping; the client
    // escapes anyway.
    if (!before || !keepsPassword)
      await client.query(`${verb} role ${role} login password ${client.escapeLiteral(password)}`);
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    const { rows } = await client.query<{ name: string }>('select current_user as name');
    throw new Error(
      `The role ${rows[0]?.name} of DATABASE_URL may not ${verb} the role ${role}; give it CREATEROLE${before ? ` and ADMIN on ${role}` : ''}.`,
      { cause: error },
    );
  }
  const after = await attributes(client);
  if (after?.rolsuper || after?.rolbypassrls) {
    throw new Error(`The role ${role} may bypass row-level security; take SUPERUSER and BYPASSRLS from it.`);
  }
}

async function attributes(client: pg.ClientBase): Promise<{ rolsuper: boolean; rolbypassrls: boolean } | undefined> {
  const { rows } = await client.query<{ rolsuper: boolean; rolbypassrls: boolean }>(
    'select rolsuper, rolbypassrls from pg_roles where rolname = $1',
    [role],
  );
  return rows[0];
}

/** `app`: the group that holds the rights; a tenant's own; `worker`: for what serves all tenants and sees none. */
export type RoleKind = Tenant | 'app' | 'worker';

/**
 * `lectern_shop_coding`; needs no quotes, and no two databases share one. `database` is what it calls itself: behind a
 * pooler a URL may call it otherwise. A name that is not plain or too long stands as a hash, which begins with a digit
 * as no plain one does.
 */
export function roleName(database: string, kind: RoleKind): string {
  const hash = () => `0${createHash('sha256').update(database).digest('hex').slice(0, 12)}`;
  return `lectern_${/^[a-z][a-z0-9_]{0,39}$/.test(database) ? database : hash()}_${kind}`;
}

/** Derived, so that all servers with one JWT secret agree on it without a word. */
export function rolePassword(jwtSecret: string, role: string): string {
  return createHmac('sha256', jwtSecret).update(`database password of ${role}`).digest('base64url');
}

/** The owner's URL with the credentials of a role. */
export function roleUrl(ownerUrl: string, role: string, jwtSecret: string): string {
  const url = new URL(ownerUrl);
  // Without a path PostgreSQL takes the database that is called like the user.
  if (url.pathname.length < 2) url.pathname = url.username;
  // Said after the question mark, they would win.
  for (const key of ['user', 'password']) url.searchParams.delete(key);
  url.username = role;
  url.password = rolePassword(jwtSecret, role);
  return url.href;
}
