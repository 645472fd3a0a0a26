/** Search for files that a tenant's records refer to: scans all text columns of all tables, in short batches. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';

/** Batch size that takes about a second for rows of 100 kB. */
const rowsAtOnce = 500;

/** Tables to skip: history and stored replies mention files that are no longer used. */
const noReferences = ['upload', 'audit', 'idempotency'];

/**
 * Types that cannot contain an address, by category (boolean, number, time, network, geometry, range, bits, enum) or
 * name.
 */
const typesWithoutText = {
  categories: ['B', 'N', 'D', 'T', 'I', 'G', 'R', 'V', 'E'],
  names: ['uuid', 'bytea', 'tsvector'],
};

/** Table to scan, with quoted names. */
interface TableWithText {
  name: string;
  isReadable: boolean;
  columns: string;
  /** Primary key columns without the tenant, with their types; null: no primary key. */
  key: string[] | null;
  keyTypes: string[];
}

/** Tables and columns that can contain an address, from the current catalogue, so that new ones are included. */
async function tablesWithText(db: Db): Promise<TableWithText[]> {
  const { rows } = await sql<TableWithText>`
    select pg_class.oid::regclass::text as name, has_table_privilege(pg_class.oid, 'select') as "isReadable",
      string_agg(format('%I::text', attname), ', ') as columns, key, key_types
    from pg_attribute join pg_class on pg_class.oid = attrelid join pg_type on pg_type.oid = atttypid
      left join lateral (
        select array_remove(array_agg(quote_ident(part.attname) order by place), 'tenant') as key,
          array_agg(format_type(part.atttypid, part.atttypmod) order by place) filter (where part.attname <> 'tenant') as key_types
        from pg_index, unnest(indkey::int2[]) with ordinality as parts (number, place)
          join pg_attribute part on part.attnum = number
        where indrelid = pg_class.oid and part.attrelid = indrelid and indisprimary
        having count(*) > 0) as primary_key on true
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
      and pg_attribute.attnum > 0 and not attisdropped and attgenerated = ''
      and typcategory <> all(${typesWithoutText.categories}) and typname <> all(${typesWithoutText.names})
      and relname <> all(${noReferences})
    group by pg_class.oid, key, key_types`.execute(db);
  for (const { name, isReadable, key } of rows) {
    const hindrance = isReadable ? !key && 'has no primary key' : 'may not be read';
    if (hindrance) throw new Error(`Which files are in use cannot be told: ${name} ${hindrance}`);
  }
  return rows;
}

/** Columns of any table that can contain a text of a person, from the current catalogue; generated ones follow. */
export async function textColumns(db: Db): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select pg_class.oid::regclass::text as "table", attname as "column"
    from pg_attribute join pg_class on pg_class.oid = attrelid join pg_type on pg_type.oid = atttypid
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace and attname <> 'tenant'
      and pg_attribute.attnum > 0 and not attisdropped and attgenerated = ''
      and typcategory <> all(${typesWithoutText.categories}) and typname <> all(${typesWithoutText.names})
    order by 1, attnum`.execute(db);
  return rows;
}

/** Transaction id; later writes have this one or a later one. */
export type TransactionId = string;

/** Id of the oldest transaction still running in the database. */
export async function oldestRunningTransaction(db: Db): Promise<TransactionId> {
  const { rows } = await sql<{ moment: TransactionId }>`
    select pg_snapshot_xmin(pg_current_snapshot())::xid::text as moment`.execute(db);
  return rows[0]!.moment;
}

interface Row {
  key: string[];
  marks: string[];
}

/** Query for the batch of rows after the key `after`. */
function pieceOf(
  { name, columns, key, keyTypes }: TableWithText,
  after: string[] | undefined,
  since: TransactionId | undefined,
): RawBuilder<Row> {
  const order = key?.length ? sql.raw(key.join(', ')) : sql`1`;
  const texts = sql.raw((key ?? []).map((column) => `${column}::text`).join(', '));
  const matches = sql`array(select distinct match[1]
    from regexp_matches(concat_ws(' ', ${sql.raw(columns)}), '[0-9a-f]{32}', 'g') as match)`;
  const marks = since ? sql`case when age(xmin) <= age(${since}::xid) then ${matches} else '{}' end` : matches;
  const values = after?.map((value, place) => sql`${value}::${sql.raw(keyTypes[place]!)}`);
  return sql<Row>`select array[${texts}]::text[] as key, ${marks} as marks from ${sql.raw(name)}
    ${values ? sql`where (${order}) > (${sql.join(values)})` : sql``} order by ${order} limit ${sql.lit(rowsAtOnce)}`;
}

/**
 * Marks that occur in a record; with `since`, in a record written since. A mark is the random part of a file's key,
 * found in any text.
 */
export async function findReferencedMarks(
  db: Db,
  marks: ReadonlySet<string>,
  { since, signal }: { since?: TransactionId; signal?: AbortSignal | undefined } = {},
): Promise<Set<string>> {
  const used = new Set<string>();
  for (const table of await tablesWithText(db)) {
    let piece: Row[] = [];
    do {
      signal?.throwIfAborted();
      ({ rows: piece } = await pieceOf(table, piece.at(-1)?.key, since).execute(db));
      for (const mark of piece.flatMap((row) => row.marks)) if (marks.has(mark)) used.add(mark);
    } while (piece.length === rowsAtOnce);
  }
  return used;
}
