/**
 * The way to the data: one pool of connections a tenant, each connection signed in as its tenant's own role, so that
 * row-level security costs a query nothing and no query can forget it.
 */
import {
  CamelCasePlugin,
  type CompiledQuery,
  Kysely,
  PostgresDialect,
  type QueryResult,
  SelectQueryNode,
  sql,
} from 'kysely';
import pg from 'pg';
import { tenants, type Tenant } from '#contract/kernel.ts';
import { Places } from './places.ts';
import { PreparingClient } from './prepared.ts';
import type { Tables } from '#tables';
import { valueTypes } from './values.ts';

/** Queries as one tenant; also an open transaction. */
export type Db = Kysely<Tables>;

export interface Database {
  tenant(tenant: Tenant): Db;
  /** Rejects when the database answers no tenant. */
  ready(): Promise<void>;
  /** Waits for the connections in use, then ends all. */
  close(): Promise<void>;
}

interface Options {
  /** The most connections a tenant. */
  poolSize?: number;
  /** How long a call waits for a connection before it is told to come back later. */
  patienceMs?: number;
  /** How long a connection may owe an answer before it is given up. */
  deadlineMs?: number | undefined;
}

const defaults = { poolSize: 10, patienceMs: 2_000 };

/** Transactions may wait for each other; a third of the connections stays for readings, which wait for nobody. */
const mostTransactions = (poolSize: number) => poolSize - Math.floor(poolSize / 3);

/** A second more than PostgreSQL itself allows a statement (roles.ts). */
const deadlineMs = 11_000;

/**
 * `urlOf` a tenant signs in as its role ({@link roleUrl}); it is asked for every connection, because the embedded
 * PostgreSQL may come back elsewhere. Connects when first asked.
 */
export function openDatabase(urlOf: (tenant: Tenant) => string, options: Options = {}): Database {
  const pools = tenants.map(
    (tenant) => [tenant, openPool(() => urlOf(tenant), `lectern ${tenant}`, { deadlineMs, ...options })] as const,
  );
  const { poolSize = defaults.poolSize, patienceMs = defaults.patienceMs } = options;
  const databases = Object.fromEntries(
    pools.map(([tenant, pool]): [Tenant, Db] => [
      tenant,
      new PooledDb(pool, new Places(mostTransactions(poolSize), patienceMs)),
    ]),
  ) as Record<Tenant, Db>;
  return {
    tenant: (tenant) => databases[tenant],
    ready: async () => {
      await Promise.any(tenants.map((tenant) => sql`select 1`.execute(databases[tenant]))).catch(
        (all: AggregateError) => Promise.reject(all.errors[0] as Error),
      );
    },
    close: async () => {
      await Promise.all(pools.map(([, pool]) => pool.end()));
    },
  };
}

/** One connection with the rights of whoever the URL signs in as, and without a limit of time. */
export function openConnection(url: string): { db: Db; close: () => Promise<void> } {
  const pool = openPool(() => url, 'lectern owner', { poolSize: 1 });
  return { db: new PooledDb(pool), close: () => pool.end() };
}

function openPool(
  url: () => string,
  name: string,
  { poolSize = defaults.poolSize, patienceMs = defaults.patienceMs, deadlineMs: limit }: Options,
): pg.Pool {
  const pool = new pg.Pool({
    Client: class extends PreparingClient {
      constructor(config?: pg.ClientConfig) {
        super({ ...config, connectionString: url() }, limit);
      }
    },
    types: valueTypes,
    max: poolSize,
    connectionTimeoutMillis: patienceMs,
    idleTimeoutMillis: 300_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: name,
  });
  // The loss of an idle connection concerns nobody: the next query opens another. Unheard, it would end the process.
  pool.on('error', () => undefined);
  return pool;
}

/** Rows come in camelCase already ({@link PreparingClient}): only what is asked needs other names. */
class SnakeCaseQueries extends CamelCasePlugin {
  override transformResult({ result }: Parameters<CamelCasePlugin['transformResult']>[0]) {
    return Promise.resolve(result);
  }
}

/** A read that is compiled already goes straight to the pool: Kysely's way there waits at a dozen promises. */
class PooledDb extends Kysely<Tables> {
  readonly #pool: pg.Pool;
  readonly #transactions: Places | undefined;

  constructor(pool: pg.Pool, transactions?: Places) {
    super({ dialect: new PostgresDialect({ pool }), plugins: [new SnakeCaseQueries()] });
    this.#pool = pool;
    this.#transactions = transactions;
  }

  override transaction() {
    const [builder, places] = [super.transaction(), this.#transactions];
    const execute = builder.execute.bind(builder);
    if (places) builder.execute = (work) => places.use(() => execute(work));
    return builder;
  }

  override async executeQuery<Row>(
    ...[asked, options]: Parameters<typeof Kysely.prototype.executeQuery<Row>>
  ): Promise<QueryResult<Row>> {
    if ('compile' in asked || options || !SelectQueryNode.is(asked.query)) return super.executeQuery(asked, options);
    try {
      return { rows: await this.#select<Row>(asked) };
    } catch (error) {
      // From here it also says who asked.
      Error.captureStackTrace(error as Error);
      throw error;
    }
  }

  #select<Row>({ sql: text, parameters }: CompiledQuery<Row>): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.#pool.connect((away, client) => {
        if (!client) return reject(away);
        client.query(text, parameters as unknown[], (error: Error | null, answer) => {
          client.release();
          if (error) reject(error);
          else resolve(answer.rows as Row[]);
        });
      });
    });
  }
}

/**
 * Of the network; of PostgreSQL when it starts, stops, has no connection left or does not let us in (SQLSTATE 08, 53,
 * 57P, 28).
 */
const awayCodes =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|EHOSTUNREACH|08...|28...|53...|57P..)$/;
/** What pg says without a code. */
const awayMessages = /connection terminated|not queryable|after calling end on the pool/i;
/** What its pool, or the places for transactions, say to who waited too long behind others. */
const busyMessage = /timeout exceeded when trying to connect|no place for a transaction/i;

/** True when a query failed because all of the server's connections were taken for too long: 503, try again. */
export const isDatabaseBusy = (error: unknown): boolean => error instanceof Error && busyMessage.test(error.message);

/**
 * True when a query failed because the database could not be reached, refused us or had every connection taken: 503,
 * try again.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? awayCodes.test(code) : awayMessages.test(error.message) || isDatabaseBusy(error);
}
