/** A connection as the owner of the tables, inside one transaction, that can copy in bulk. */
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Tenant } from '#contract/kernel.ts';
import { setTenant } from '#platform/database/as-owner.ts';
import type { Db } from '#platform/database/database.ts';

export interface Session {
  client: pg.Client;
  rows<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Runs `work` on the rows of one tenant; without a tenant as the owner is. Nothing that `work` writes is kept. */
  asTenant<Result>(tenant: Tenant | undefined, work: () => Promise<Result>): Promise<Result>;
}

/** Rows are written as the same text, whoever asks and whatever the database's settings. */
const settings = `
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = '30s';
  set local client_encoding = 'UTF8'; set local timezone = 'UTC'; set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres'; set local extra_float_digits = 1; set local bytea_output = 'hex'`;

/** Commits when `work` is done; any failure leaves the database as it was. `mode` follows BEGIN. */
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
  // Unheard, a lost connection would end the process; the query that it interrupts fails and says so.
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
  const lent = { query, release: () => undefined };
  const pool = { connect: () => Promise.resolve(lent), end: () => Promise.resolve() };
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool: pool as unknown as pg.Pool }) });
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
