/**
 * Startup check of poolers between server and PostgreSQL: they must pass users through and keep prepared statements.
 */
import pg from 'pg';
import { tenants, type Tenant } from '#contract/kernel.ts';

/** Timeout of connections and queries. */
const patienceMs = 10_000;
const noSuchStatement = '26000';

/**
 * Signs in as every tenant's role and checks the session.
 * @throws Error with one sentence that names the pooler setting to change.
 */
export async function checkPooler(urlOf: (tenant: Tenant) => string): Promise<void> {
  for (const tenant of tenants)
    await withClient(urlOf(tenant), (client) => checkSession(client, tenant, urlOf(tenant)));
  const url = urlOf(tenants[0]);
  await withClient(url, (one) => withClient(url, (other) => checkStatements(one, other)));
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'lectern check',
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
  });
  client.on('error', () => undefined);
  await client.connect().catch((cause: Error) => {
    throw new Error(
      `The role ${new URL(url).username} cannot sign in: ${cause.message}; a pooler in between must know it (PgBouncer: auth_query, or auth_file).`,
      { cause },
    );
  });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function checkSession(client: pg.Client, tenant: Tenant, url: string): Promise<void> {
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

/** Checks that a prepared statement survives when two clients share PostgreSQL's connections. */
async function checkStatements(one: pg.Client, other: pg.Client): Promise<void> {
  const statement = { name: 'lectern check', text: 'select $1::int', values: [1] };
  await one.query(statement);
  await other.query('begin');
  await other.query('select 1');
  await one.query(statement).catch((cause: Error & { code?: string }) => {
    if (cause.code !== noSuchStatement) throw cause;
    throw new Error(
      'The pooler before PostgreSQL shares connections and forgets prepared statements (PgBouncer: set max_prepared_statements, 1.21 or newer, or pool_mode = session).',
      { cause },
    );
  });
  await other.query('rollback');
}
