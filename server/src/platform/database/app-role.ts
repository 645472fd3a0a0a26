/**
 * Database roles of the server: one per tenant, in a group that holds their privileges. Named after their database,
 * since roles belong to the whole PostgreSQL server, which several installations may share.
 */
import { createHash, createHmac } from 'node:crypto';
import { type Tenant, tenants } from '#contract/kernel/endpoint.ts';

/** Login role of a tenant; `named_…`: of its instructors who see only courses that name them (docs/decisions/0089). */
export type TenantRole = Tenant | `named_${Tenant}`;
/** `app`: group that holds the privileges; `worker`: serves all tenants and sees no tenant's rows. */
export type RoleKind = TenantRole | 'app' | 'worker';

export const tenantRoles: readonly TenantRole[] = tenants.flatMap((tenant) => [tenant, `named_${tenant}` as const]);
export const roleKinds: readonly RoleKind[] = [...tenantRoles, 'app', 'worker'];

export const tenantOfRole = (role: TenantRole): Tenant => role.replace('named_', '') as Tenant;

/**
 * Role name such as `lectern_shop_coding`; needs no quoting, and is unique per database. `database` must be its own
 * name; a pooler's URL may use another. Names that are long or not plain are replaced by a hash, which begins with a
 * digit, unlike any plain name.
 */
export function roleName(database: string, kind: RoleKind): string {
  const hash = () => `0${createHash('sha256').update(database).digest('hex').slice(0, 12)}`;
  return `lectern_${/^[a-z][a-z0-9_]{0,39}$/.test(database) ? database : hash()}_${kind}`;
}

/** Password of a role, derived so that all servers with the same JWT secret agree. */
export function rolePassword(jwtSecret: string, role: string): string {
  return createHmac('sha256', jwtSecret).update(`database password of ${role}`).digest('base64url');
}

/** Owner's URL with a role's credentials. */
export function roleUrl(ownerUrl: string, role: string, jwtSecret: string): string {
  const url = new URL(ownerUrl);
  // Without a path, PostgreSQL connects to the database named like the user.
  if (url.pathname.length < 2) url.pathname = url.username;
  // They would take precedence in the query string.
  for (const key of ['user', 'password']) url.searchParams.delete(key);
  url.username = role;
  url.password = rolePassword(jwtSecret, role);
  return url.href;
}
