/**
 * Startup check of poolers between server and PostgreSQL: they must pass users through, and may forget prepared statements.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { tenants, type Tenant } from '#contract/kernel/endpoint.ts';
import { type TenantRole, tenantOfRole, tenantRoles } from './app-role.ts';
import { RolePool, type RoleUrl } from './role-pool.ts';

/** Timeout of connections and queries. */
const patienceMs = 10_000;
/** SQLSTATE of a statement that another connection has prepared. */
const noSuchStatement = '26000';

/**
 * Signs in as every tenant's role and checks the session. Returns whether a connection keeps its prepared statements.
 * @throws Error with one sentence that names the pooler setting to change.
 */
export async function checkPooler(urlOf: (kind: TenantRole, attempt?: number) => string): Promise<boolean> {
  for (const kind of tenantRoles)
    await withClient(
      (attempt) => urlOf(kind, attempt),
      (client) => checkSession(client, tenantOfRole(kind), urlOf(kind)),
    );
  const url: RoleUrl = (attempt) => urlOf(tenants[0], attempt);
  return withClient(url, (one) => withClient(url, (other) => keepsStatements(one, other)));
}

async function withClient<Result>(url: RoleUrl, work: (client: pg.ClientBase) => Promise<Result>): Promise<Result> {
  const pool = new RolePool(url, pg.Client, {
    max: 1,
    application_name: 'lectern check',
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
  });
  const client = await pool.connect().catch((cause: Error) => {
    throw new Error(
      `The role ${new URL(url()).username} cannot sign in: ${cause.message}; a pooler in between must know it (PgBouncer: auth_query, or auth_file).`,
      { cause },
    );
  });
  try {
    return await work(client);
  } finally {
    client.release(true);
    await pool.end();
  }
}

async function checkSession(client: pg.ClientBase, tenant: Tenant, url: string): Promise<void> {
  const { rows } = await client.query<{ user: string; tenant: string | null; zone: string }>(
    `select session_user as user, current_tenant() as tenant, current_setting('timezone') as zone`,
  );
  const [session] = rows;
  if (session?.tenant !== tenant)
    throw new Error(
      `Who signs in as ${new URL(url).username} is taken for ${session?.user}: the pooler in between must pass users on (PgBouncer: no user= in [databases]).`,
    );
  if (session.zone !== 'UTC')
    throw new Error(
      `The time zone of ${session.user} is ${session.zone}, not UTC: a pooler or DATABASE_URL sets it; take that away.`,
    );
}

/** Whether a prepared statement survives when two clients share PostgreSQL's connections. */
async function keepsStatements(one: pg.ClientBase, other: pg.ClientBase): Promise<boolean> {
  // The connections may still have the statements of earlier checks.
  const statement = { name: `lectern ${randomUUID()}`, text: 'select $1::int', values: [1] };
  await one.query(statement);
  await other.query('begin');
  await other.query('select 1');
  const isKept = await one.query(statement).then(
    () => true,
    (error: { code?: string }) => {
      if (error.code !== noSuchStatement) throw error;
      return false;
    },
  );
  await other.query('rollback');
  return isKept;
}
