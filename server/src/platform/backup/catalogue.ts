/** What there is to back up, as the database's own catalogue tells it: no list of tables to forget one in. */
import { tenants, type Tenant } from '#contract/kernel.ts';
import { formatVersion, noTenant, type Share, type TableHead } from './manifest.ts';
import type { Session } from './session.ts';

const ours = (alias: string) => `not exists (
  select from pg_depend where classid = 'pg_class'::regclass and objid = ${alias}.oid and deptype = 'e')`;

/** Every table of the schema public, with its columns as SQL writes them. */
export const findTables = (session: Session): Promise<TableHead[]> =>
  session.rows<TableHead>(`
    select relname::text as name,
      array(select quote_ident(attname) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      exists (select from pg_attribute where attrelid = c.oid and attname = 'tenant' and not attisdropped) as "hasTenant"
    from pg_class c
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and ${ours('c')}
    order by 1`);

/** Tables elsewhere, which belong to somebody else or are made again by those who use them. */
export async function findOthers(session: Session): Promise<string[]> {
  const found = await session.rows<{ name: string }>(`
    select format('%s.%s', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind in ('r', 'p') and not relispartition and ${ours('c')}
      and nspname not in ('public', 'migration', 'information_schema') and nspname not like 'pg\\_%' order by 1`);
  return found.map(({ name }) => name);
}

/** Sequence → last value; without those that were never used. */
export async function findSequences(session: Session): Promise<Record<string, string>> {
  const found = await session.rows<{ name: string; value: string }>(
    `select sequencename::text as name, last_value::text as value from pg_sequences
      where schemaname = 'public' and last_value is not null order by 1`,
  );
  return Object.fromEntries(found.map(({ name, value }) => [name, value]));
}

export const quote = (name: string): string => `public."${name.replaceAll('"', '""')}"`;

/** Whose rows a table has, one after the other. */
export const sharesOf = (table: TableHead): (Tenant | undefined)[] => (table.hasTenant ? [...tenants] : [undefined]);

/**
 * The rows of one tenant. The condition is needed beside the policies: a superuser is not bound by them and would see
 * every tenant's rows.
 */
export const rowsOf = (table: TableHead, tenant: Tenant | undefined): string =>
  `from ${quote(table.name)} _row${tenant ? ` where tenant = '${tenant}'` : ''}`;

/**
 * A row's hash. Writing a row as text, as format 1 did, takes PostgreSQL three times as long as hashing its values, which
 * was a quarter of a backup's time.
 */
const hashOf = (format: number): string =>
  format === 1 ? 'hashtextextended(_row::text, 0)' : 'hash_record_extended(_row, 0)';

/**
 * Reads every row with every column, the generated ones too; `from` calls a row `_row`, as {@link rowsOf} does. `format`:
 * of the backup that the hashes are for.
 */
export async function measure(session: Session, from: string, format: number = formatVersion): Promise<Share> {
  const [found] = await session.rows<{ rows: string; hash: string }>(
    `select count(*) as rows, coalesce(sum(${hashOf(format)}), 0)::text as hash ${from}`,
  );
  return { rows: Number(found?.rows), hash: String(found?.hash) };
}

/** {@link measure} of all, table by table. */
export async function measureAll(
  session: Session,
  tables: TableHead[],
  format?: number,
): Promise<Record<string, Record<string, Share>>> {
  const measured: Record<string, Record<string, Share>> = {};
  for (const table of tables) {
    const shares: Record<string, Share> = {};
    for (const tenant of sharesOf(table))
      shares[tenant ?? noTenant] = await session.asTenant(tenant, () =>
        measure(session, rowsOf(table, tenant), format),
      );
    measured[table.name] = shares;
  }
  return measured;
}
