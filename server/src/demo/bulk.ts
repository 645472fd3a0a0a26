/** Bulk writes as the owner of the tables. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';

/**
 * Writes without an audit trail, because no user made these changes and 100,000 entries would hide those of users.
 * Other triggers stay enabled. Writers wait until the transaction ends; a rollback restores the triggers.
 */
export async function withoutAudit(tx: Db, work: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{
    table: string;
    name: string;
  }>`select tgrelid::regclass::text as table, tgname as name from pg_trigger where tgfoid = any ('{audit_row, audit_rows}'::regproc[])`.execute(
    tx,
  );
  const turn = async (state: 'disable' | 'enable') => {
    for (const { table, name } of rows)
      await sql`alter table ${sql.raw(table)} ${sql.raw(state)} trigger ${sql.ref(name)}`.execute(tx);
  };
  await turn('disable');
  await work();
  await turn('enable');
}

/** Names of all tables, separated by commas. */
async function allTables(db: Db): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ tables: string }>`select string_agg(oid::regclass::text, ', ') as tables from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(db);
  return sql.raw(rows[0]?.tables ?? '');
}

/** Updates the planner's statistics within a transaction: queries of its new rows can take minutes without them. */
export async function analyze(tx: Db): Promise<void> {
  await sql`analyze ${await allTables(tx)}`.execute(tx);
}

/** After a bulk write: updates the planner's statistics, and marks pages as visible for index-only scans. */
export async function vacuumAnalyze(db: Db): Promise<void> {
  await sql`vacuum (analyze) ${await allTables(db)}`.execute(db);
}

/** Keeps the sums of all days with new orders (`keep_sales`). Includes only the current tenant. */
export const keepSales = (tx: Db) => sql`do $$ begin while keep_sales() > 0 loop end loop; end $$`.execute(tx);
