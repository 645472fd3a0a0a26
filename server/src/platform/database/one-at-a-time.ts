/** Mutual exclusion of work within a tenant, across processes. */
import { sql } from 'kysely';
import type { Db } from './database.ts';

/**
 * Takes a transaction-level lock; others wait until this transaction ends. `what` names the work, such as `slug of
 * course`.
 */
export const oneAtATime = (db: Db, what: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${what} || ' of ' || current_tenant(), 0))`.execute(db);
