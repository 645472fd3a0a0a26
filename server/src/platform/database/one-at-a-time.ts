/** Work of which there is only one at a time in a tenant, in whatever process. */
import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Whoever comes second waits until the transaction of the first ends. `what` names the work: `slug of course`. */
export const oneAtATime = (db: Db, what: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${what} || ' of ' || current_tenant(), 0))`.execute(db);
