/** Obstacles to a restore: other connections, and existing tables and files. */
import { count } from './progress.ts';
import { findTables, rowsOf, tenantsOfTable } from './catalogue.ts';
import { inSession, type Session } from './session.ts';
import { filesOf } from './uploads.ts';

/**
 * Data that a restore would destroy: a line per table with rows (one line for all tables if none has rows), and one for
 * uploads; empty if there is none.
 */
export async function findExisting(ownerUrl: string, uploads: string | undefined): Promise<string[]> {
  const tables = await inSession(ownerUrl, 'read only', async (session) => {
    const tables = await findTables(session);
    const lines: string[] = [];
    for (const table of tables) {
      let rows = 0;
      for (const tenant of tenantsOfTable(table)) {
        const [counted] = await session.asTenant(tenant, () =>
          session.rows<{ n: string }>(`select count(*) as n ${rowsOf(table, tenant)}`),
        );
        rows += Number(counted?.n);
      }
      if (rows > 0) lines.push(`${table.name}: ${count(rows, 'row')}`);
    }
    return lines.length === 0 && tables.length > 0 ? [`${count(tables.length, 'table')} without rows`] : lines;
  });
  let files = 0;
  if (uploads !== undefined) for await (const _path of filesOf(uploads)) files += 1;
  return files > 0 ? [...tables, `uploads: ${count(files, 'file')}`] : tables;
}

/**
 * Checks that there is no other connection, since a running server would continue with cached data. A role without rights
 * over another role sees no backend type, hence the default in the query; PostgreSQL's own processes have no role.
 * @throws Error with one sentence that names the other connections.
 */
export async function refuseOtherConnections(session: Session): Promise<void> {
  const others = await session.rows<{ name: string; n: number }>(`
    select coalesce(nullif(application_name, ''), 'a program without a name') as name, count(*)::int as n from pg_stat_activity
    where datname = current_database() and usesysid is not null and coalesce(backend_type, 'client backend') = 'client backend'
      and pid <> pg_backend_pid() group by 1 order by 1`);
  if (others.length === 0) return;
  const names = others.map(({ name, n }) => (n > 1 ? `${name} × ${n}` : name)).join(', ');
  throw new Error(`Others are connected to the database (${names}); stop them first`);
}

/** Drops tables, views, sequences, functions and types of schema public, and the migration list; keeps extensions. */
export async function dropSchemaObjects(session: Session): Promise<void> {
  const drops = await session.rows<{ text: string }>(`
    select format('drop %s if exists %s cascade', kind, name) as text from (
      select classid, oid, kind, name from (
        select 'pg_class'::regclass as classid, oid, oid::regclass::text as name, case relkind
          when 'r' then 'table' when 'p' then 'table' when 'v' then 'view' when 'm' then 'materialized view'
          when 'S' then 'sequence' when 'f' then 'foreign table' end as kind
          from pg_class where relnamespace = 'public'::regnamespace
        union all select 'pg_proc'::regclass, oid, oid::regprocedure::text, 'routine' from pg_proc
          where pronamespace = 'public'::regnamespace
        union all select 'pg_type'::regclass, oid, oid::regtype::text, case typtype when 'd' then 'domain' else 'type' end
          from pg_type where typnamespace = 'public'::regnamespace and typtype in ('d', 'e')
      ) thing where kind is not null
    ) thing where not exists (select from pg_depend
      where pg_depend.classid = thing.classid and objid = thing.oid and deptype in ('e', 'i', 'a'))`);
  for (const { text } of drops) await session.client.query(text);
  await session.client.query('drop schema if exists migration cascade');
}
