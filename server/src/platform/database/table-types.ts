/** Generator of the query builder's table types from a migrated database. Contains no table names. */
import pg from 'pg';

/** Information that the catalogue lacks. Keys are `table` or `table.column`, as in the database. */
export interface TableNotes {
  /** Type-only imports, as lines. */
  imports: readonly string[];
  /** TypeScript types of columns with JSON, or with codes that no check constrains. */
  types: Readonly<Record<string, string>>;
  /** Tables or columns that only triggers write. */
  kept: readonly string[];
  /** Tables used only in raw SQL. */
  untyped: readonly string[];
}

interface Column {
  table: string;
  name: string;
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
  /** Generated from other columns, or set by the `touch` trigger. */
  isDerived: boolean;
  /** Definition of a check on this column alone. */
  check: string | null;
}

/** Columns of tenant tables, without `tenant`, which the connection determines. */
const columnsOfTenants = `
  select relname as table, attname as name, typname as type, atthasdef as "hasDefault",
    -- Generated columns count as not null, which the catalogue does not know.
    not attnotnull and attgenerated = '' as "isNullable",
    attgenerated <> '' or attname in ('version', 'updated_at') and exists (
      select from pg_trigger join pg_proc on pg_proc.oid = tgfoid where tgrelid = attrelid and proname = 'touch'
    ) as "isDerived",
    (select min(pg_get_constraintdef(oid)) from pg_constraint
      where conrelid = attrelid and contype = 'c' and conkey = array[attnum] and pg_get_constraintdef(oid) like '%= ANY (ARRAY[%') as check
  from pg_attribute join pg_class on pg_class.oid = attrelid join pg_type on pg_type.oid = atttypid
  where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
    and attnum > 0 and not attisdropped and attname <> 'tenant' and relname <> all($1)
    and exists (select from pg_attribute owned where owned.attrelid = pg_class.oid and owned.attname = 'tenant')
  order by relname collate "C", attnum`;

const types: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  numeric: 'number',
  json: 'unknown',
  jsonb: 'unknown',
};

/** Union type of a check: `CHECK ((role = ANY (ARRAY['admin'::text, 'member'::text])))` → `'admin' | 'member'`. */
function choicesOf(check: string | null): string | undefined {
  const list = /= ANY \(ARRAY\[(.+)\]\)/.exec(check ?? '')?.[1];
  return list?.match(/'(?:[^']|'')*'|-?\d+/g)?.join(' | ');
}

/** Column type of JSON, which is inserted as text. */
function jsonOf(type: string, { isNullable, hasDefault }: Column): string {
  const text = isNullable ? 'string | null' : 'string';
  return `JSONColumnType<${isNullable ? `${type} | null` : type}, ${hasDefault ? `${text} | undefined` : text}, ${text}>`;
}

function typeOf(column: Column, { types: noted, kept }: TableNotes): string {
  const { table, name, type, isNullable, hasDefault, isDerived, check } = column;
  const own = noted[`${table}.${name}`];
  const value = own ?? choicesOf(check) ?? types[type.replace(/^_/, '')] ?? 'string';
  const element = type.startsWith('_') ? `readonly (${value})[]` : value;
  const whole = isNullable && element !== 'unknown' ? `${element} | null` : element;
  if (isDerived || kept.includes(table) || kept.includes(`${table}.${name}`)) return `GeneratedAlways<${whole}>`;
  if (own && type.startsWith('json')) return jsonOf(own, column);
  return hasDefault ? `Generated<${whole}>` : whole;
}

const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const interfaceOf = (table: string) => `${camelCase(`_${table}`)}Table`;

/** Source of a module that exports `Tables`. `ownerUrl`: a fully migrated database. */
export async function tableTypes(ownerUrl: string, notes: TableNotes): Promise<string> {
  const client = new pg.Client(ownerUrl);
  await client.connect();
  const { rows } = await client.query<Column>(columnsOfTenants, [notes.untyped]).finally(() => client.end());
  const tables = Map.groupBy(rows, ({ table }) => table);
  const declared = [...tables].map(([table, columns]) => {
    const lines = columns.map((column) => `  ${camelCase(column.name)}: ${typeOf(column, notes)};`);
    return `interface ${interfaceOf(table)} {\n${lines.join('\n')}\n}`;
  });
  const members = [...tables.keys()].map((table) => `  ${camelCase(table)}: ${interfaceOf(table)};`);
  return [
    `/** The tables as TypeScript sees them. Written by \`npm run tables\` from the migrated database: not by hand. */\n${[
      "import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';",
      ...notes.imports,
    ].join('\n')}`,
    ...declared,
    `export interface Tables {\n${members.join('\n')}\n}\n`,
  ].join('\n\n');
}
