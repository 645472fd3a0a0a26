/** Writing in bulk as the owner of the tables, who may be bound by row-level security like everybody else. */
import { sql } from 'kysely';
import type { Tenant } from '#contract/kernel.ts';
import { openDatabase, type Db } from '#platform/database/database.ts';

/** One connection for the length of the work; {@link enter} says for which tenant. */
export async function asOwner<Result>(ownerUrl: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  const database = openDatabase(ownerUrl, { poolSize: 1 });
  try {
    const db = database.tenant('coding');
    await sql`set statement_timeout = 0`.execute(db);
    return await work(db);
  } finally {
    await database.close();
  }
}

/** From here to its end the transaction reads and writes this tenant's rows. */
export async function enter(tx: Db, tenant: Tenant): Promise<void> {
  await sql`select set_config('app.tenant', ${tenant}, true)`.execute(tx);
}

/**
 * Writes without an audit trail: nobody did this, and a hundred thousand entries would bury what people do.
 * The other triggers stay on. Writers wait until the transaction ends; when it fails, the triggers are as they were.
 */
export async function withoutAudit(tx: Db, work: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ table: string }>`select tgrelid::regclass::text as table from pg_trigger where tgname = 'audit'`.execute(tx);
  const turn = async (state: 'disable' | 'enable') => {
    for (const { table } of rows) await sql`alter table ${sql.raw(table)} ${sql.raw(state)} trigger audit`.execute(tx);
  };
  await turn('disable');
  await work();
  await turn('enable');
}

/** After a bulk write: statistics for the planner, and pages marked visible so that index-only scans can trust them. */
export async function tidy(db: Db): Promise<void> {
  const { rows } = await sql<{ tables: string }>`select string_agg(oid::regclass::text, ', ') as tables from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(db);
  await sql`vacuum (analyze) ${sql.raw(rows[0]?.tables ?? '')}`.execute(db);
}
