/** Connection as the owner of the tables, which FORCE ROW LEVEL SECURITY applies to as well. */
import { sql } from 'kysely';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { openConnection, type Db } from './database.ts';

/** Runs `work` on one connection; call {@link setTenant} in a transaction to see a tenant's rows. */
export async function asOwner<Result>(ownerUrl: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  const { db, close } = openConnection(ownerUrl);
  try {
    await sql`set statement_timeout = 0`.execute(db);
    // Timestamps are parsed as UTC text.
    await sql`set timezone = 'UTC'`.execute(db);
    return await work(db);
  } finally {
    await close();
  }
}

/** Selects the tenant whose rows the transaction reads and writes, until it ends. */
export async function setTenant(tx: Db, tenant: Tenant): Promise<void> {
  await sql`select set_config('app.tenant', ${tenant}, true)`.execute(tx);
}
