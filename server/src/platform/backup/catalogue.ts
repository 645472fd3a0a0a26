/** Contents to back up, read from the database's own catalogue, so that no table is forgotten. */
import { tenants, type Tenant } from '#contract/kernel/endpoint.ts';
import { noTenant, type Share, type TableHead } from './manifest.ts';
import type { Session } from './session.ts';

const ours = (alias: string) => `not exists (
  select from pg_depend where classid = 'pg_class'::regclass and objid = ${alias}.oid and deptype = 'e')`;

/** Tables of schema public with their columns, quoted; without generated columns. */
export const findTables = (session: Session): Promise<TableHead[]> =>
  session.rows<TableHead>(`
    select relname::text as name,
      array(select quote_ident(attname) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      exists (select from pg_attribute where attrelid = c.oid and attname = 'tenant' and not attisdropped) as "hasTenant"
    from pg_class c
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and ${ours('c')}
    order by 1`);

/** Tables of other schemas, which belong to other programs or are re-created by them. */
export async function findForeignTables(session: Session): Promise<string[]> {
  const tables = await session.rows<{ name: string }>(`
    select format('%s.%s', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind in ('r', 'p') and not relispartition and ${ours('c')}
      and nspname not in ('public', 'migration', 'information_schema') and nspname not like 'pg\\_%' order by 1`);
  return tables.map(({ name }) => name);
}

/** Last values by sequence; without unused sequences. */
export async function findSequences(session: Session): Promise<Record<string, string>> {
  const sequences = await session.rows<{ name: string; value: string }>(
    `select sequencename::text as name, last_value::text as value from pg_sequences
      where schemaname = 'public' and last_value is not null order by 1`,
  );
  return Object.fromEntries(sequences.map(({ name, value }) => [name, value]));
}

/** Quoted name of a table or sequence with its schema, public. */
export const quote = (name: string): string => `public."${name.replaceAll('"', '""')}"`;

/** Tenants of a table, or undefined for a table without tenants. */
export const tenantsOfTable = (table: TableHead): (Tenant | undefined)[] =>
  table.hasTenant ? [...tenants] : [undefined];

/** FROM clause of one tenant's rows. The condition is needed in addition to the policies, which superusers bypass. */
export const rowsOf = (table: TableHead, tenant: Tenant | undefined): string =>
  `from ${quote(table.name)} _row${tenant ? ` where tenant = '${tenant}'` : ''}`;

/** Counts and hashes rows with all columns, including generated ones. `from` must name the row `_row`, as {@link rowsOf} does. */
export async function measure(session: Session, from: string): Promise<Share> {
  const [result] = await session.rows<{ rows: string; hash: string }>(
    `select count(*) as rows, coalesce(sum(hash_record_extended(_row, 0)), 0)::text as hash ${from}`,
  );
  return { rows: Number(result?.rows), hash: String(result?.hash) };
}

/** Applies {@link measure} to all tables and tenants. */
export async function measureAll(
  session: Session,
  tables: TableHead[],
): Promise<Record<string, Record<string, Share>>> {
  const measured: Record<string, Record<string, Share>> = {};
  for (const table of tables) {
    const shares: Record<string, Share> = {};
    for (const tenant of tenantsOfTable(table))
      shares[tenant ?? noTenant] = await session.asTenant(tenant, () => measure(session, rowsOf(table, tenant)));
    measured[table.name] = shares;
  }
  return measured;
}
