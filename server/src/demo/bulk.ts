/** Writing in bulk, as the owner of the tables. */
import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';

/**
 * Writes without an audit trail: nobody did this, and a hundred thousand entries would bury what people do.
 * The other triggers stay on. Writers wait until the transaction ends; when it fails, the triggers are as they were.
 */
export async function withoutAudit(tx: Db, work: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{
    table: string;
    name: string;
  }>`select tgrelid::regclass::text as table, tgname as name from pg_trigger where tgfoid = 'audit_row'::regproc`.execute(
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

/** After a bulk write: statistics for the planner, and pages marked visible so that index-only scans can trust them. */
export async function tidy(db: Db): Promise<void> {
  const { rows } = await sql<{ tables: string }>`select string_agg(oid::regclass::text, ', ') as tables from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(db);
  await sql`vacuum (analyze) ${sql.raw(rows[0]?.tables ?? '')}`.execute(db);
}

/** Keeps the sums of all days with new orders (0069). Includes only the current tenant. */
export const keepSales = (tx: Db) => sql`do $$ begin while keep_sales() > 0 loop end loop; end $$`.execute(tx);
