/**
 * Detection of rows hidden by policies, which are missing from our counts: compares them with sources that policies do
 * not affect.
 */
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { findTables, measureAll, quote } from './catalogue.ts';
import type { Share, TableHead } from './manifest.ts';
import { inSession, type Session } from './session.ts';

type Shares = Record<string, Record<string, Share>>;

const total = (shares: Record<string, Share> = {}): number =>
  Object.values(shares).reduce((sum, { rows }) => sum + rows, 0);

/**
 * Compares counts with PostgreSQL's statistics, which policies do not affect. Statistics are estimates, so a doubtful
 * table is analyzed and counted again, and only a remaining doubt is an error. Also detects rows of unknown tenants.
 */
export async function checkNothingHidden(ownerUrl: string, tables: TableHead[], counted: Shares): Promise<void> {
  const doubtful = await inSession(ownerUrl, 'read only', (session) => missing(session, tables, counted));
  for (const table of doubtful) {
    const [left] = await inSession(ownerUrl, '', async (session) => {
      await session.client.query(`analyze ${quote(table.name)}`);
      return missing(session, [table], await measureAll(session, [table]));
    });
    if (left) throw new Error(`PostgreSQL has rows in ${table.name} that it does not show to the role of DATABASE_URL`);
  }
}

async function missing(session: Session, tables: TableHead[], counted: Shares): Promise<TableHead[]> {
  const sizes = await session.rows<{ name: string; rows: number }>(`
    select relname::text as name, greatest(reltuples, pg_stat_get_live_tuples(oid))::float8 as rows from pg_class
    where relnamespace = 'public'::regnamespace`);
  return tables.filter(({ name }) => {
    const [there, seen] = [sizes.find((size) => size.name === name)?.rows ?? 0, total(counted[name])];
    // Sizes of large tables are estimated from a sample.
    return seen === 0 ? there > 0 : there > seen * 1.2 + 10;
  });
}

/** Compares counts with those that triggers maintain, in the same snapshot; these never exceed the number of rows. */
export async function checkMaintainedCounts(session: Session, counted: Shares): Promise<void> {
  const kept = (await findTables(session)).find(({ name }) => name === 'row_count');
  if (!kept) return;
  for (const tenant of Object.keys(counted[kept.name] ?? {})) {
    const maintained = await session.asTenant(tenant as Tenant, () =>
      session.rows<{ name: string; n: number }>(
        `select table_name as name, sum(n)::float8 as n from public.row_count where tenant = $1 group by 1`,
        [tenant],
      ),
    );
    for (const { name, n } of maintained) {
      const seen = counted[name]?.[tenant]?.rows ?? 0;
      if (seen < n) throw new Error(`Of ${n} rows in ${name} of ${tenant} only ${seen} could be read`);
    }
  }
}
