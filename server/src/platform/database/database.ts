/**
 * The way to the data: one pool of connections a tenant, each connection bound to its tenant for life, so that
 * row-level security costs a query nothing and no query can forget it.
 */
import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { tenants, type Tenant } from '#contract/kernel.ts';
import { PreparingClient } from './prepared.ts';
import type { Tables } from '#tables';
import { valueTypes } from './values.ts';

/** Queries as one tenant; also an open transaction. */
export type Db = Kysely<Tables>;

export interface Database {
  tenant(tenant: Tenant): Db;
  /** Rejects when the database does not answer. */
  ready(): Promise<void>;
  /** Waits for the connections in use, then ends all. */
  close(): Promise<void>;
}

interface Options {
  /** The most connections a tenant. */
  poolSize?: number;
  /** How long a call waits for a connection before it is told to come back later. */
  patienceMs?: number;
}

/** `url` signs in as lectern_app ({@link appUrl}). Connects when first asked. */
export function openDatabase(url: string, { poolSize = 10, patienceMs = 2_000 }: Options = {}): Database {
  const pools = tenants.map((tenant) => [tenant, openPool(url, tenant, poolSize, patienceMs)] as const);
  const databases = Object.fromEntries(pools.map(([tenant, pool]) => [tenant, open(pool)])) as Record<Tenant, Db>;
  return {
    tenant: (tenant) => databases[tenant],
    ready: async () => {
      await sql`select 1`.execute(databases.coding);
    },
    close: async () => {
      await Promise.all(pools.map(([, pool]) => pool.end()));
    },
  };
}

/**
 * What the URL asks of a session stays (some hosts route by it); ours comes after, so that nothing there can undo it.
 */
function boundTo(tenant: Tenant, url: string): string {
  const bound = new URL(url);
  const theirs = bound.searchParams.get('options');
  bound.searchParams.set('options', `${theirs ? `${theirs} ` : ''}-c app.tenant=${tenant} -c TimeZone=UTC`);
  return bound.href;
}

function openPool(url: string, tenant: Tenant, max: number, connectionTimeoutMillis: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: boundTo(tenant, url),
    Client: PreparingClient,
    types: valueTypes,
    max,
    connectionTimeoutMillis,
    idleTimeoutMillis: 300_000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: `lectern ${tenant}`,
  });
  // The loss of an idle connection concerns nobody: the next query opens another. Unheard, it would end the process.
  pool.on('error', () => undefined);
  return pool;
}

function open(pool: pg.Pool): Db {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}

/**
 * Of the network; of PostgreSQL when it starts, stops, has no connection left or does not let us in (SQLSTATE 08, 53,
 * 57P, 28).
 */
const awayCodes =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|EHOSTUNREACH|08...|28...|53...|57P..)$/;
/** What pg says without a code. */
const awayMessages =
  /timeout exceeded when trying to connect|connection terminated|not queryable|after calling end on the pool/i;

/**
 * True when a query failed because the database could not be reached, refused us or had every connection taken: 503,
 * try again.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? awayCodes.test(code) : awayMessages.test(error.message);
}
