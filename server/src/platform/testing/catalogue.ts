/** What a row needs to stand in a table, as PostgreSQL's catalogue tells it. */
import { randomUUID } from 'node:crypto';
import type { Sql } from './user.ts';

interface Column {
  name: string;
  type: string;
  /** From 1, as they were declared. */
  place: number;
  /** It has no value unless it is given one, and must have one. */
  isNeeded: boolean;
  isKey: boolean;
  /** The definitions of the checks on this column alone. */
  check: string | null;
  /** Of a foreign key. */
  references: { table: string; column: string } | null;
}

interface Table {
  /** As it is written in SQL. */
  quoted: string;
  hasTenant: boolean;
  columns: Column[];
}

/** Keys are the tables' names, with the schema of those that are not in `public`. */
type Catalogue = ReadonlyMap<string, Table>;

const everyTable = `
  with named as (
    select pg_class.oid, case nspname when 'public' then relname else nspname || '.' || relname end as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p') and not relispartition and nspname not in ('pg_catalog', 'information_schema')
  )
  select named.name, named.oid::regclass::text as quoted, bool_or(attname = 'tenant') as "hasTenant",
    json_agg(json_build_object('name', attname, 'type', typname, 'place', attnum,
      'isNeeded', attnotnull and not atthasdef and attidentity = '',
      'isKey', exists (select from pg_constraint where conrelid = attrelid and contype = 'p' and attnum = any(conkey)),
      'check', (select string_agg(pg_get_constraintdef(oid), ' ') from pg_constraint
        where conrelid = attrelid and contype = 'c' and conkey = array[attnum]),
      'references', (select json_build_object('table', target.name, 'column', there.attname)
        from pg_constraint link join named target on target.oid = confrelid
          join pg_attribute there on there.attrelid = confrelid and there.attnum = confkey[array_position(conkey, mine.attnum)]
        where conrelid = mine.attrelid and contype = 'f' limit 1)
    ) order by attnum) filter (where attname <> 'tenant') as columns
  from named join pg_attribute mine on attrelid = named.oid and attnum > 0 and not attisdropped
    join pg_type on pg_type.oid = atttypid
  group by named.oid, named.name order by named.name`;

const read = new WeakMap<Sql, Promise<Catalogue>>();

/** Reads it once for each database, which its `sql` stands for. */
export function catalogueOf(sql: Sql): Promise<Catalogue> {
  const known =
    read.get(sql) ??
    sql(everyTable).then((rows) => new Map(rows.map((row) => [String(row['name']), row as unknown as Table])));
  read.set(sql, known);
  return known;
}

const numbers = new Set(['int2', 'int4', 'int8', 'numeric', 'float4', 'float8']);
const moments = new Set(['date', 'timestamp', 'timestamptz']);

/**
 * A value that the column takes, as far as its type and the checks on it alone tell; a text is `text` unless it is one
 * of a few.
 */
export function valueOf({ name, type, place, check }: Column, text: string): unknown {
  // `= 'a'` or `= ANY (ARRAY['a', 'b'])`, with words or numbers.
  const [, word, number] = /(?<![<>])= (?:ANY \(ARRAY\[)?(?:'([^']+)'|(\d+))/.exec(check ?? '') ?? [];
  if (type === 'text') return word ?? text;
  if (numbers.has(type)) return word ?? number ?? lowestAbove(check);
  // In the order of the columns, so that a period begins before it ends.
  if (moments.has(type)) return new Date(Date.now() + place * 86_400_000);
  if (type === 'json' || type === 'jsonb' || type.startsWith('_')) return '{}';
  if (type === 'uuid') return randomUUID();
  if (type === 'bytea') return Buffer.from(text);
  if (type === 'bool') return false;
  throw new Error(`No value is known for ${name}, a column of the type ${type}`);
}

/** `CHECK ((quota > 0))` → 1; never below 1. */
function lowestAbove(check: string | null): number {
  const [, orEqual, least = '1'] = />(=?) (\d+)/.exec(check ?? '') ?? ['', '='];
  return Math.max(1, Number(least) + (orEqual ? 0 : 1));
}
