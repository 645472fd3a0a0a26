/**
 * Database access: a connection pool per tenant, signed in as the tenant's own role, so that row-level security needs
 * no code per query.
 */
import { type Dialect, Kysely, sql } from 'kysely';
import type pg from 'pg';
import { tenants, type Tenant } from '#contract/kernel/endpoint.ts';
import { ActorDialect } from './actor-dialect.ts';
import { type TenantRole, tenantRoles } from './app-role.ts';
import { Semaphore } from './semaphore.ts';
import { SnakeCaseDialect } from './camel-case.ts';
import { PreparingClient } from './prepared.ts';
import { loginCheck, RolePool, type RoleUrl } from './role-pool.ts';
import type { Tables } from '#tables';
import { valueTypes } from './values.ts';

/** Query builder for one tenant; also an open transaction. */
export type Db = Kysely<Tables>;

export interface Database {
  tenant(tenant: Tenant): Db;
  /** Database of an instructor who sees only courses that name them (docs/decisions/0089). */
  named(tenant: Tenant, userId: string): Db;
  /** Rejects if the database answers for no tenant, or refuses new logins. */
  ready(): Promise<void>;
  /** Waits for connections in use, then closes all. */
  close(): Promise<void>;
}

interface Options {
  /** Upper limit of connections per tenant. */
  poolSize?: number;
  /** Milliseconds a call waits for a connection before it fails. */
  patienceMs?: number;
  /** Milliseconds without any data while a reply is pending, after which a connection is closed. */
  deadlineMs?: number | undefined;
  /** False behind a pooler that forgets prepared statements. */
  keepsStatements?: boolean;
}

const defaults = { poolSize: 10, patienceMs: 2_000 };

/**
 * Upper limit of concurrent transactions, which may wait for each other; a third of the connections is reserved for
 * reads.
 */
const maxTransactions = (poolSize: number) => poolSize - Math.floor(poolSize / 3);

/** One second more than PostgreSQL's own statement timeout (roles.ts). */
const deadlineMs = 11_000;

/**
 * Opens the pools, which connect on demand. `urlOf` returns the URL of a tenant's role ({@link roleUrl}); it is called
 * for every connection, since the embedded PostgreSQL may restart on another port.
 */
export function openDatabase(urlOf: (kind: TenantRole, attempt?: number) => string, options: Options = {}): Database {
  const { poolSize = defaults.poolSize, patienceMs = defaults.patienceMs } = options;
  const opened = tenantRoles.map((kind) => {
    const pool = openPool((attempt) => urlOf(kind, attempt), `lectern ${kind}`, { deadlineMs, ...options });
    return [kind, { pool, transactions: new Semaphore(maxTransactions(poolSize), patienceMs) }] as const;
  });
  const pools = Object.fromEntries(opened) as Record<TenantRole, (typeof opened)[number][1]>;
  const databases = Object.fromEntries(
    tenants.map((tenant): [Tenant, Db] => [
      tenant,
      new PooledDb(new SnakeCaseDialect(pools[tenant]), pools[tenant].transactions),
    ]),
  ) as Record<Tenant, Db>;
  const logins = openPool((attempt) => urlOf(tenants[0], attempt), 'lectern login', { patienceMs, poolSize: 1 });
  const checkLogin = loginCheck(logins);
  return {
    tenant: (tenant) => databases[tenant],
    named: (tenant, userId) => {
      const pool = pools[`named_${tenant}`];
      return new PooledDb(new ActorDialect(pool, userId), pool.transactions);
    },
    ready: async () => {
      await checkLogin();
      await Promise.any(tenants.map((tenant) => sql`select 1`.execute(databases[tenant]))).catch(
        (all: AggregateError) => Promise.reject(all.errors[0] as Error),
      );
    },
    close: async () => {
      await Promise.all([logins, ...opened.map(([, { pool }]) => pool)].map((pool) => pool.end()));
    },
  };
}

/** Single connection as the URL's user, without a deadline. */
export function openConnection(url: string): { db: Db; close: () => Promise<void> } {
  const pool = openPool(() => url, 'lectern owner', { poolSize: 1 });
  return { db: new PooledDb(new SnakeCaseDialect({ pool })), close: () => pool.end() };
}

function openPool(
  url: RoleUrl,
  name: string,
  { poolSize = defaults.poolSize, patienceMs = defaults.patienceMs, deadlineMs: limit, keepsStatements }: Options,
): pg.Pool {
  class Client extends PreparingClient {
    constructor(config: pg.ClientConfig) {
      super(config, limit, keepsStatements);
    }
  }
  return new RolePool(url, Client, {
    types: valueTypes,
    max: poolSize,
    connectionTimeoutMillis: patienceMs,
    idleTimeoutMillis: 300_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: name,
  });
}

class PooledDb extends Kysely<Tables> {
  readonly #transactions: Semaphore | undefined;

  constructor(dialect: Dialect, transactions?: Semaphore) {
    super({ dialect });
    this.#transactions = transactions;
  }

  override transaction() {
    const [builder, places] = [super.transaction(), this.#transactions];
    const execute = builder.execute.bind(builder);
    if (places) builder.execute = (work) => places.use(() => execute(work));
    return builder;
  }
}

/**
 * Codes of network errors, and of PostgreSQL when it starts, stops, has no connections left or rejects the login
 * (SQLSTATE 08, 53, 57P, 28).
 */
const awayCodes =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|EHOSTUNREACH|08...|28...|53...|57P..)$/;
/** Messages of pg without a code. */
const awayMessages = /connection terminated|not queryable|after calling end on the pool/i;
/** Messages of the pool, and of the transaction limit, after waiting too long. */
const busyMessage = /timeout exceeded when trying to connect|no place for a transaction/i;

/** Whether a query failed because all connections were in use for too long (503). */
export const isDatabaseBusy = (error: unknown): boolean => error instanceof Error && busyMessage.test(error.message);

/** Whether a query failed because the database was unreachable, rejected the login or had no free connection (503). */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? awayCodes.test(code) : awayMessages.test(error.message) || isDatabaseBusy(error);
}
