/** Plan of a merge: which rows of two accounts move, which exclude each other, and which stay. */
import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import type { Place } from '../person/place.ts';
import { places } from '../person/register.ts';

/** Row of one of the accounts. */
export interface PersonRow {
  place: Place;
  /** Its key without the person. */
  key: Readonly<Record<string, unknown>>;
  /** Course or path that it belongs to (`course:id`). */
  product: string | null;
  /** The other account has a row that excludes it. */
  clashes: boolean;
}

export type Side = 'kept' | 'merged';
export type Choices = ReadonlyMap<string, Side>;

const moving = places.filter(({ stays }) => !stays);

/** Columns of the primary keys, without the tenant and the person, by place. */
async function keysOf(db: Db): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select relname as "table", array_agg(attname::text order by attname) as columns
    from pg_index join pg_class on pg_class.oid = indrelid join pg_attribute on attrelid = indrelid and attnum = any(indkey)
    where indisprimary and attname <> 'tenant' and relnamespace = 'public'::regnamespace
      and relname = any(${moving.map(({ table }) => table)}) group by relname`.execute(db);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

/** SQL object of a row's key without the person. */
export const keySql = ({ column }: Place, columns: readonly string[]) =>
  sql`jsonb_build_object(${sql.join(
    columns.flatMap((one) => (one === column ? [] : [sql.lit(one), sql.ref(`mine.${one}`)])),
  )})`;

/** Rows of `person` that can move, and whether those of `other` exclude them. */
async function rowsOf(db: Db, keys: Map<string, string[]>, person: string, other: string): Promise<PersonRow[]> {
  const queries = moving.map((place, n) => {
    const { table, column, clash = [], product = 'null' } = place;
    const same = sql.join(
      clash.map((one) => sql`theirs.${sql.ref(one)} is not distinct from mine.${sql.ref(one)}`),
      sql` and `,
    );
    const clashes =
      clash.length === 0
        ? sql`false`
        : sql`exists (select from ${sql.table(table)} theirs
      where theirs.${sql.ref(column)} = ${other}::uuid and ${same})`;
    return sql`select ${sql.lit(n)} as n, ${keySql(place, keys.get(table)!)} as key, ${sql.raw(product)} as product, ${clashes} as clashes
      from ${sql.table(table)} mine where mine.${sql.ref(column)} = ${person}::uuid`;
  });
  const { rows } = await sql<Omit<PersonRow, 'place'> & { n: number }>`${sql.join(queries, sql` union all `)}`.execute(
    db,
  );
  return rows.map(({ n, ...row }) => ({ ...row, place: moving[n]! }));
}

export interface Accounts {
  kept: string;
  merged: string;
}

export interface Found extends Record<Side, PersonRow[]> {
  keys: Map<string, string[]>;
  /** Products of which both accounts have rows that exclude each other. */
  conflicts: string[];
}

/** Reads the rows of both accounts. */
export async function findRows(db: Db, { kept, merged }: Accounts): Promise<Found> {
  const keys = await keysOf(db);
  const found = { kept: await rowsOf(db, keys, kept, merged), merged: await rowsOf(db, keys, merged, kept) };
  const clashing = found.merged.filter(({ clashes }) => clashes);
  return { ...found, keys, conflicts: [...new Set(clashing.flatMap(({ product }) => product ?? []))] };
}

export interface Plan {
  /** From the merged account to the kept one, and in exchange. */
  forth: PersonRow[];
  back: PersonRow[];
  /** Links that both have: the account's that loses it. */
  removed: (PersonRow & { side: Side })[];
}

/** Decides what happens to each row; a conflict without a choice, or of no product, leaves the kept account's rows in force. */
export function planOf({ kept, merged }: Pick<Found, Side>, choices: Choices): Plan {
  const keeps = ({ product, clashes }: PersonRow) => (clashes ? (choices.get(product ?? '') ?? 'kept') : null);
  const losers = (rows: PersonRow[], winner: Side) => rows.filter((row) => keeps(row) === winner);
  const isLink = ({ place }: PersonRow) => place.isLink === true;
  const replaced = losers(kept, 'merged');
  return {
    forth: merged.filter((row) => keeps(row) !== 'kept'),
    back: replaced.filter((row) => !isLink(row)),
    removed: [
      ...losers(merged, 'kept')
        .filter(isLink)
        .map((row) => ({ ...row, side: 'merged' as const })),
      ...replaced.filter(isLink).map((row) => ({ ...row, side: 'kept' as const })),
    ],
  };
}
