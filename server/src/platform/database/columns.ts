/** Column lists derived from reply schemas. */
import { type AliasedRawBuilder, type RawBuilder, type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import type { Tables } from '#tables';

type Source<Table extends keyof Tables> = (keyof Tables[Table] & string) | RawBuilder<unknown>;
/** Sources of fields; optional for fields that the table has under the same name. */
type Sources<Table extends keyof Tables, Shape> = {
  [Key in Exclude<keyof Shape, keyof Tables[Table]>]: Source<Table>;
} & { [Key in keyof Shape & keyof Tables[Table]]?: Source<Table> };

type ValueOf<Table extends keyof Tables, From> =
  From extends RawBuilder<infer Value>
    ? Value
    : From extends keyof Tables[Table]
      ? Selectable<Tables[Table]>[From & keyof Selectable<Tables[Table]>]
      : never;

/**
 * Selections for each field of a schema: the column with the same name, unless `from` gives another column or an
 * expression.
 */
export const columnsOf = <Table extends keyof Tables, Shape extends z.ZodRawShape, From extends Sources<Table, Shape>>(
  table: Table,
  { shape }: z.ZodObject<Shape>,
  from: From,
) =>
  Object.keys(shape).map((key) => {
    const source = (from as Partial<Record<string, Source<Table>>>)[key] ?? (key as Source<Table>);
    return (typeof source === 'string' ? sql.ref(`${table}.${source}`) : source).as(key);
  }) as {
    [Key in keyof Shape & string]: AliasedRawBuilder<ValueOf<Table, Key extends keyof From ? From[Key] : Key>, Key>;
  }[keyof Shape & string][];
