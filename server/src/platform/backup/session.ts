/** Connection as the owner of the tables, within one transaction, for bulk copying. */
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { setTenant } from '#platform/database/as-owner.ts';
import type { Db } from '#platform/database/database.ts';

export interface Session {
  client: pg.Client;
  rows<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Runs `work` restricted to one tenant's rows, or unrestricted without a tenant; its writes are rolled back. */
  asTenant<Result>(tenant: Tenant | undefined, work: () => Promise<Result>): Promise<Result>;
}

/** Settings that make the text of rows independent of the database's configuration. */
const settings = `
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = '30s';
  set local client_encoding = 'UTF8'; set local timezone = 'UTC'; set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres'; set local extra_float_digits = 1; set local bytea_output = 'hex'`;

/** Runs `work` in a transaction and commits; any failure rolls back. `mode` follows BEGIN. */
export async function inSession<Result>(
  ownerUrl: string,
  mode: string,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'lectern backup',
    connectionTimeoutMillis: 30_000,
    keepAlive: true,
  });
  // Without a listener, a lost connection would end the process; the interrupted query reports the error.
  client.on('error', () => undefined);
  await client.connect().catch((cause: Error) => {
    throw new Error(`The database cannot be used: ${cause.message}; check DATABASE_URL`, { cause });
  });
  try {
    await client.query(`begin ${mode};${settings}`);
    const result = await work(open(client));
    await client.query('commit');
    return result;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function open(client: pg.Client): Session {
  const query = client.query.bind(client);
  const pooledClient = { query, release: () => undefined };
  const pool = { connect: () => Promise.resolve(pooledClient), end: () => Promise.resolve() };
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool: pool as pg.Pool }) });
  return {
    client,
    rows: async <Row extends object>(text: string, values?: unknown[]) => (await client.query<Row>(text, values)).rows,
    async asTenant(tenant, work) {
      await client.query('savepoint tenant');
      if (tenant) await setTenant(db, tenant);
      const result = await work();
      await client.query('rollback to savepoint tenant; release savepoint tenant');
      return result;
    },
  };
}
