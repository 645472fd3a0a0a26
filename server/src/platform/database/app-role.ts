/**
 * The roles the server signs in as: one a tenant, in a group that holds their rights. They are named by their database,
 * for roles belong to the whole PostgreSQL server, which several installations may share.
 */
import { createHash, createHmac } from 'node:crypto';
import type { Tenant } from '#contract/kernel.ts';

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

/** Derived, so that all servers with one JWT secret have the same one. */
export function rolePassword(jwtSecret: string, role: string): string {
  return createHmac('sha256', jwtSecret).update(`database password of ${role}`).digest('base64url');
}

/** The owner's URL with the credentials of a role. */
export function roleUrl(ownerUrl: string, role: string, jwtSecret: string): string {
  const url = new URL(ownerUrl);
  // Without a path PostgreSQL takes the database that is called like the user.
  if (url.pathname.length < 2) url.pathname = url.username;
  // In the query string they would win over these.
  for (const key of ['user', 'password']) url.searchParams.delete(key);
  url.username = role;
  url.password = rolePassword(jwtSecret, role);
  return url.href;
}
