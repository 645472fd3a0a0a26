/** ORDER BY clauses for the words of a list's `sort` (contract/src/kernel/sorts.ts); each order needs an index. */
import { type RawBuilder, sql } from 'kysely';
import type { Endpoint, Schema, ValidatedInput } from '#contract/kernel/endpoint.ts';
import { isDescending, sortedField, sortsOf } from '#contract/kernel/sorts.ts';
import type { Tables } from '#tables';

/** Column or expression; nulls sort last when ascending, unless given as `nullFirst`. */
type Key = string | RawBuilder<unknown> | { nullFirst: string };

type WordOf<E> = ValidatedInput<E> extends { query: { sort: infer Word extends string } } ? Word : never;
type FieldOf<Word> = Word extends `-${infer Field}` ? Field : Word;
/** Sort keys of fields; optional for fields that are columns of the same name. */
type Keys<Table extends keyof Tables, Field extends string> = {
  [One in Exclude<Field, keyof Tables[Table]>]: readonly Key[];
} & { [One in Field & keyof Tables[Table]]?: readonly Key[] };

/** ORDER BY of each sort word; ties are ordered by id, which increases with age. */
export function ordersOf<Table extends keyof Tables, E extends Endpoint<Schema, Schema, Schema, Schema>>(
  table: Table,
  { query }: E,
  keys: Keys<Table, FieldOf<WordOf<E>>>,
): Readonly<Record<WordOf<E>, RawBuilder<unknown>>> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const orders = sortsOf(query).map((word) => {
    const own = (keys as Partial<Record<string, readonly Key[]>>)[sortedField(word)] ?? [sortedField(word)];
    const isDown = isDescending(word);
    const ways = [...own, 'id'].map((key) => {
      if (typeof key === 'object' && 'nullFirst' in key)
        return isDown ? sql`${column(key.nullFirst)} desc nulls last` : sql`${column(key.nullFirst)} nulls first`;
      const by = typeof key === 'string' ? column(key) : key;
      return isDown ? sql`${by} desc` : by;
    });
    return [word, sql.join(ways)] as const;
  });
  return Object.fromEntries(orders) as Record<WordOf<E>, RawBuilder<unknown>>;
}

/** Sort key for case-insensitive names: the search column, for tables where it begins with the name. */
export const byName = (table: keyof Tables) => [sql`${sql.ref(`${table}.search`)} collate "C"`];
