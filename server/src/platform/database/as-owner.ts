/** Working as the owner of the tables, who may be bound by row-level security like everybody else. */
import { sql } from 'kysely';
import type { Tenant } from '#contract/kernel.ts';
import { openConnection, type Db } from './database.ts';

/** One connection for the length of the work; {@link setTenant} says for which tenant. */
export async function asOwner<Result>(ownerUrl: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  const { db, close } = openConnection(ownerUrl);
  try {
    await sql`set statement_timeout = 0`.execute(db);
    // Moments are read as PostgreSQL writes them in UTC.
    await sql`set timezone = 'UTC'`.execute(db);
    return await work(db);
  } finally {
    await close();
  }
}

/** From here to its end the transaction reads and writes this tenant's rows. */
export async function setTenant(tx: Db, tenant: Tenant): Promise<void> {
  await sql`select set_config('app.tenant', ${tenant}, true)`.execute(tx);
}
