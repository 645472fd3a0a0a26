/** Minimal column values for test rows, derived from PostgreSQL's catalogue. */
import { randomUUID } from 'node:crypto';
import { dayMs } from '#contract/kernel/days.ts';
import type { Sql } from './user.ts';

interface Column {
  name: string;
  type: string;
  /** Position in the table, from 1. */
  place: number;
  /** Must be given a value: not null, without a default. */
  isNeeded: boolean;
  isKey: boolean;
  /** Definitions of checks on this column alone. */
  check: string | null;
  /** Target of a foreign key. */
  references: { table: string; column: string } | null;
}

interface Table {
  /** Quoted name. */
  quoted: string;
  hasTenant: boolean;
  columns: Column[];
}

/** Tables by name; with the schema if that is not `public`. */
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

const cache = new WeakMap<Sql, Promise<Catalogue>>();

/** Reads the catalogue, once per database (identified by `sql`); {@link everyTable} selects the fields of a `Table`. */
export function catalogueOf(sql: Sql): Promise<Catalogue> {
  const known =
    cache.get(sql) ??
    sql(everyTable).then((rows) => new Map(rows.map((row) => [String(row['name']), row as unknown as Table])));
  cache.set(sql, known);
  return known;
}

const numbers = new Set(['int2', 'int4', 'int8', 'numeric', 'float4', 'float8']);
const moments = new Set(['date', 'timestamp', 'timestamptz']);

/** Value that satisfies the column's type and its own checks; `text` for texts without a fixed list. */
export function valueOf({ name, type, place, check }: Column, text: string): unknown {
  // Matches `= 'a'` and `= ANY (ARRAY['a', 'b'])`, with words or numbers.
  const [, word, number] = /(?<![<>])= (?:ANY \(ARRAY\[)?(?:'([^']+)'|(\d+))/.exec(check ?? '') ?? [];
  if (type === 'text') return word ?? text;
  if (numbers.has(type)) return word ?? number ?? lowestAbove(check);
  // Increasing by column, so that a period's start precedes its end.
  if (moments.has(type)) return new Date(Date.now() + place * dayMs);
  if (type === 'json' || type === 'jsonb' || type.startsWith('_')) return '{}';
  if (type === 'uuid') return randomUUID();
  if (type === 'bytea') return Buffer.from(text);
  if (type === 'bool') return false;
  throw new Error(`No value is known for ${name}, a column of the type ${type}`);
}

/** Lower bound of a check: `CHECK ((quota > 0))` → 1; never below 1. */
function lowestAbove(check: string | null): number {
  const [, orEqual, least = '1'] = />(=?) (\d+)/.exec(check ?? '') ?? ['', '='];
  return Math.max(1, Number(least) + (orEqual ? 0 : 1));
}
