/** Removes files that nothing needs: what never arrived, and what no record has referred to for 7 days. */
import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { HttpError } from '../errors.ts';
import type { Storage } from './storage.ts';
import { finish, forget } from './uploads.ts';

const keptFor = '7 days';
const keptForMs = 7 * 24 * 3600 * 1000;
const mostAtOnce = 200;

/** The history of a record and the answers kept for retries name files that nobody uses any more. */
const noReferences = ['upload', 'audit', 'idempotency'];

/**
 * By category (boolean, number, time, network, geometry, range, bits, enumeration) or by name: no address fits in
 * these.
 */
const typesWithoutText = {
  categories: ['B', 'N', 'D', 'T', 'I', 'G', 'R', 'V', 'E'],
  names: ['uuid', 'bytea', 'tsvector'],
};

interface TableColumns {
  name: string;
  columns: string;
  isReadable: boolean;
}

/**
 * Every table and every column that could hold an address, as the catalogue has them now: a new one is in by itself.
 */
async function tablesWithText(db: Db): Promise<TableColumns[]> {
  const { rows } = await sql<TableColumns>`
    select pg_class.oid::regclass::text as name, string_agg(format('%I::text', attname), ', ') as columns,
      has_table_privilege(pg_class.oid, 'select') as "isReadable"
    from pg_attribute join pg_class on pg_class.oid = attrelid join pg_type on pg_type.oid = atttypid
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
      and attnum > 0 and not attisdropped and attgenerated = ''
      and typcategory <> all(${typesWithoutText.categories}) and typname <> all(${typesWithoutText.names})
      and relname <> all(${noReferences})
    group by pg_class.oid`.execute(db);
  const closed = rows.find(({ isReadable }) => !isReadable);
  if (closed) throw new Error(`Which files are in use cannot be told: ${closed.name} may not be read`);
  return rows;
}

/**
 * Marks which finished files nothing refers to, and since when; answers those for which that is long enough. A file is
 * known by the random part of its key, in whatever text it stands.
 */
async function findUnused(db: Db): Promise<{ id: string; key: string }[]> {
  const tables = await tablesWithText(db);
  const mentions = tables.map(
    ({ name, columns }) =>
      sql`select found[1] as mark from ${sql.raw(name)},
        regexp_matches(concat_ws(' ', ${sql.raw(columns)}), '[0-9a-f]{32}', 'g') as found`,
  );
  return db.transaction().execute(async (transaction) => {
    // It reads every table of the tenant, once a day.
    await sql`set local statement_timeout = '15min'`.execute(transaction);
    const { rows } = await sql<{ id: string; key: string; isDue: boolean }>`
      with used as (select distinct mark from (${sql.join(mentions, sql` union all `)}) as mentions)
      update upload set checked_at = now(), unused_since =
        case when exists (select from used where mark = substring(key from '[0-9a-f]{32}')) then null else coalesce(unused_since, now()) end
      where finished_at is not null
      returning id, key, coalesce(unused_since < now() - ${keptFor}::interval, false) as "isDue"`.execute(transaction);
    return rows.filter(({ isDue }) => isDue);
  });
}

/** What arrived and nobody finished is finished; what did not arrive in time is forgotten. */
async function sweepUnfinished(db: Db, storage: Storage): Promise<void> {
  const unfinished = await db
    .selectFrom('upload')
    .select(['id', 'key', sql<boolean>`created_at < now() - ${keptFor}::interval`.as('isDue')])
    .where('finishedAt', 'is', null)
    .where('createdAt', '<', sql<string>`now() - interval '15 minutes'`)
    .orderBy('createdAt')
    .limit(mostAtOnce)
    .execute();
  for (const upload of unfinished)
    await finish(db, storage, upload.id).catch(async (error: unknown) => {
      // Not there, being looked into, or refused and gone already.
      if (!(error instanceof HttpError)) throw error;
      if (upload.isDue) await forget(db, storage, upload);
    });
  await storage.clean(new Date(Date.now() - keptForMs));
}

/** True when a file was last checked more than a day ago. */
const isTime = (db: Db) =>
  db
    .selectFrom('upload')
    .select('id')
    .where('finishedAt', 'is not', null)
    .where(sql<boolean>`coalesce(checked_at, created_at) < now() - interval '1 day'`)
    .limit(1)
    .executeTakeFirst();

/** One tenant's. May be cut off anywhere and run by several at once: what is gone is gone once. */
export async function sweepUploads(db: Db, storage: Storage): Promise<void> {
  await sweepUnfinished(db, storage);
  if (!(await isTime(db))) return;
  for (const upload of await findUnused(db)) await forget(db, storage, upload);
}
