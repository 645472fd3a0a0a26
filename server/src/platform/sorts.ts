/** What a list is ordered by, from the words of its `sort` (contract/src/sorts.ts); an index must have each order. */
import { type RawBuilder, sql } from 'kysely';
import type { Endpoint, Schema, ValidatedInput } from '#contract/kernel.ts';
import { isFalling, sortedField, sortsOf } from '#contract/sorts.ts';
import type { Tables } from '#tables';

/** A column or an expression; null counts as after all that is there, unless it is said to be before. */
type Key = string | RawBuilder<unknown> | { nullFirst: string };

type WordOf<E> = ValidatedInput<E> extends { query: { sort: infer Word extends string } } ? Word : never;
type FieldOf<Word> = Word extends `-${infer Field}` ? Field : Word;
/** What the table has under the same name need not be said. */
type Keys<Table extends keyof Tables, Field extends string> = {
  [One in Exclude<Field, keyof Tables[Table]>]: readonly Key[];
} & { [One in Field & keyof Tables[Table]]?: readonly Key[] };

/** The ORDER BY of each word of a list's sort. Where the keys are the same, ids decide, which rise with age. */
export function ordersOf<Table extends keyof Tables, E extends Endpoint<Schema, Schema, Schema, Schema>>(
  table: Table,
  { query }: E,
  keys: Keys<Table, FieldOf<WordOf<E>>>,
): Readonly<Record<WordOf<E>, RawBuilder<unknown>>> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const orders = sortsOf(query).map((word) => {
    const own = (keys as Partial<Record<string, readonly Key[]>>)[sortedField(word)] ?? [sortedField(word)];
    const isDown = isFalling(word);
    const ways = [...own, 'id'].map((key) => {
      if (typeof key === 'object' && 'nullFirst' in key)
        return isDown ? sql`${column(key.nullFirst)} desc nulls last` : sql`${column(key.nullFirst)} nulls first`;
      const by = typeof key === 'string' ? column(key) : key;
      return isDown ? sql`${by} desc` : by;
    });
    return [word, sql.join(ways)] as const;
  });
  return Object.fromEntries(orders) as unknown as Record<WordOf<E>, RawBuilder<unknown>>;
}

/** By name without case: the lower-cased text that is searched, where that is the name alone. */
export const byName = (table: keyof Tables) => [sql`${sql.ref(`${table}.search`)} collate "C"`];
