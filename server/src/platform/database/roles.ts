/**
 * Database roles of the tenants and the worker ({@link roleName}). At every start, {@link ensureRoles} runs before the
 * migrations and {@link bindRoles} after them.
 */
import type pg from 'pg';
import { tenants } from '#contract/kernel/endpoint.ts';
import { ensureQueueSchema } from '#platform/jobs/worker-role.ts';
import { roleName, rolePassword, tenantOfRole, tenantRoles } from './app-role.ts';
import { agreeOnSecret } from './shared-secret.ts';

/** Settings stored with the role instead of sent by the client, so that poolers need not pass them on. */
const sessionDefaults = ({ statement, lock }: (typeof seconds)[keyof typeof seconds]) => [
  `timezone = 'UTC'`,
  `statement_timeout = '${statement}s'`,
  // Less than the statement timeout, so that waiting for a lock is reported as such. 0: no limit.
  `lock_timeout = '${lock}s'`,
  `idle_in_transaction_session_timeout = '30s'`,
  // Calls are many and short: starting workers takes longer than the count of a filtered list, and takes their cores.
  `max_parallel_workers_per_gather = 0`,
];
const seconds = { tenant: { statement: 10, lock: 5 }, worker: { statement: 25, lock: 0 } };

const insufficientPrivilege = '42501';

export interface RoleSecrets {
  /** Passwords of the roles are derived from it. */
  jwtSecret: string;
  /** Default: only `jwtSecret`. */
  acceptedSecrets?: readonly string[];
  /** Keeps existing passwords of roles; for commands next to a server, which may have another secret. */
  keepsPasswords?: boolean;
}

/**
 * Creates the login roles of the tenants and the worker, the tenants' group, and the schema of the job queue; updates
 * passwords unless `keepsPasswords` is set. Moves privileges of former groups to the group
 * ({@link takeOverPrivileges}). Needs a superuser, or CREATEROLE and CREATE on the database.
 * @throws Error if privileges are missing, if a role could bypass row-level security, or if the servers of the database
 * have another secret ({@link agreeOnSecret}).
 */
export async function ensureRoles(
  client: pg.ClientBase,
  database: string,
  { jwtSecret, acceptedSecrets = [jwtSecret], keepsPasswords = false }: RoleSecrets,
): Promise<void> {
  const group = roleName(database, 'app');
  try {
    const ofRoles = keepsPasswords ? jwtSecret : await agreeOnSecret(client, { jwtSecret, acceptedSecrets });
    const secrets = { jwtSecret: ofRoles, keepsPasswords };
    await ensureRole(client, group, { create: 'nologin' });
    for (const kind of tenantRoles)
      await ensureLogin(client, roleName(database, kind), secrets, { group, limits: seconds.tenant });
    const worker = roleName(database, 'worker');
    await ensureLogin(client, worker, secrets, { limits: seconds.worker });
    await ensureQueueSchema(client, worker);
  } catch (error) {
    if ((error as { code?: string }).code !== insufficientPrivilege) throw error;
    const { message } = error as Error;
    throw new Error(
      `DATABASE_URL’s role cannot make the roles of this database (${message}); give it CREATEROLE, ADMIN on those that are there, and CREATE on the database.`,
      { cause: error },
    );
  }
  await takeOverPrivileges(client, group);
}

async function ensureLogin(
  client: pg.ClientBase,
  role: string,
  { jwtSecret, keepsPasswords }: Pick<RoleSecrets, 'jwtSecret' | 'keepsPasswords'>,
  { group, limits }: { group?: string; limits: (typeof seconds)[keyof typeof seconds] },
): Promise<void> {
  // Not a parameter, since PostgreSQL accepts none here. Derived passwords are base64url; escaped anyway.
  const login = `login password ${client.escapeLiteral(rolePassword(jwtSecret, role))}`;
  const create = group ? `${login} in role ${group}` : login;
  await ensureRole(client, role, { create, ...(!keepsPasswords && { alter: login }) });
  await client.query(
    sessionDefaults(limits)
      .map((setting) => `alter role ${role} set ${setting}`)
      .join(';'),
  );
}

interface Attributes {
  rolsuper: boolean;
  rolbypassrls: boolean;
}

async function ensureRole(
  client: pg.ClientBase,
  role: string,
  { create, alter }: { create: string; alter?: string },
): Promise<void> {
  const { rows } = await client.query<Attributes>('select rolsuper, rolbypassrls from pg_roles where rolname = $1', [
    role,
  ]);
  const [existing] = rows;
  if (existing?.rolsuper || existing?.rolbypassrls)
    throw new Error(`The role ${role} may bypass row-level security; take SUPERUSER and BYPASSRLS from it.`);
  if (!existing) await client.query(`create role ${role} ${create}`);
  else if (alter) await client.query(`alter role ${role} ${alter}`);
}

/**
 * Binds a migrated database to its roles, whose names are in current_tenant() and the policies.
 *
 * A session signed in as a tenant's role remains that tenant's. Functions with their owner's rights (security definer)
 * change current_user, hence the fallback to session_user.
 */
export async function bindRoles(client: pg.ClientBase, database: string): Promise<void> {
  const of = (user: string) =>
    `case ${user} ${tenantRoles.map((kind) => `when '${roleName(database, kind)}' then '${tenantOfRole(kind)}'`).join(' ')} end`;
  await client.query(`create or replace function current_tenant() returns text language sql stable parallel safe return
    coalesce(${of('current_user')}, ${of('session_user')}, nullif(current_setting('app.tenant', true), ''))`);
  const { rows } = await client.query<{ table: string }>(
    `select oid::regclass::text as table from pg_class
      where relkind in ('r', 'p') and relrowsecurity and relnamespace = 'public'::regnamespace
        and 2 > (
        select count(*) from pg_policy where polrelid = pg_class.oid
          and (polname, polroles) in (($1, array[$2::regrole::oid]), ('owner', array[relowner])))`,
    [tenants[0], roleName(database, tenants[0])],
  );
  await client.query(rows.map(({ table }) => `call tenant_policies('${table}')`).join(';'));
}

/** Moves the privileges of former groups, which exist if the database was renamed or copied, to the group. */
async function takeOverPrivileges(client: pg.ClientBase, group: string): Promise<void> {
  const { rows } = await client.query<{ right: string; former: string }>(
    `with granted as (
        select grantee, format('%s on table %s', privilege_type, pg_class.oid::regclass) as "right"
          from pg_class, aclexplode(relacl) where relkind in ('r', 'p')
        union all select grantee, format('%s (%I) on table %s', privilege_type, attname, attrelid::regclass)
          from pg_attribute, aclexplode(attacl)
        union all select grantee, format('%s on schema %I', privilege_type, nspname) from pg_namespace, aclexplode(nspacl)
        union all select grantee, format('%s on routine %s', privilege_type, pg_proc.oid::regprocedure)
          from pg_proc, aclexplode(proacl))
      select "right", rolname as former from granted join pg_roles on pg_roles.oid = grantee
      where rolname ~ '^lectern_([a-z][a-z0-9_]{0,39}|0[0-9a-f]{12})_app$' and rolname <> $1`,
    [group],
  );
  // Hundreds of statements in one message.
  await client.query(
    rows.map(({ right, former }) => `grant ${right} to ${group}; revoke ${right} from ${former}`).join(';'),
  );
}
