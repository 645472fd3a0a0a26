/**
 * Dialect whose statements all carry their actor, for policies that depend on it: each use of a connection is a
 * transaction that begins with the actor's id. No session keeps it, so poolers need not either.
 */
import { CompiledQuery, type DatabaseConnection, PostgresDriver } from 'kysely';
import type pg from 'pg';
import { SnakeCaseDialect } from './camel-case.ts';

/** Kysely does not export the class of its connections. */
type Connection = Parameters<PostgresDriver['releaseConnection']>[0];

class ActorDriver extends PostgresDriver {
  readonly #begin: CompiledQuery;
  /** Connections whose transaction has not ended yet. */
  readonly #open = new WeakSet<DatabaseConnection>();

  constructor(pool: pg.Pool, userId: string) {
    super({ pool });
    // Two statements without parameters are sent as one message.
    this.#begin = CompiledQuery.raw(`begin; set local app.actor_id = '${userId.replaceAll("'", "''")}'`);
  }

  override async acquireConnection(options?: Parameters<PostgresDriver['acquireConnection']>[0]) {
    const connection = (await super.acquireConnection(options)) as Connection;
    try {
      await connection.executeQuery(this.#begin);
    } catch (error) {
      await super.releaseConnection(connection);
      throw error;
    }
    this.#open.add(connection);
    return connection;
  }

  override async beginTransaction(): Promise<void> {
    // It has begun with the connection.
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    this.#open.delete(connection);
    await super.commitTransaction(connection);
  }

  override async rollbackTransaction(connection: Connection): Promise<void> {
    this.#open.delete(connection);
    await super.rollbackTransaction(connection);
  }

  /** Commits a statement outside of a transaction; after an error in it PostgreSQL rolls back. */
  override async releaseConnection(connection: Connection): Promise<void> {
    try {
      if (this.#open.delete(connection)) await connection.executeQuery(CompiledQuery.raw('commit'));
    } finally {
      await super.releaseConnection(connection);
    }
  }
}

export class ActorDialect extends SnakeCaseDialect {
  readonly #driver: () => PostgresDriver;

  constructor({ pool }: { pool: pg.Pool }, userId: string) {
    super({ pool });
    this.#driver = () => new ActorDriver(pool, userId);
  }

  override createDriver(): PostgresDriver {
    return this.#driver();
  }
}
