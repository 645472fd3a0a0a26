/** Column lists derived from reply schemas. */
import { type AliasedRawBuilder, type RawBuilder, type Selectable, createQueryId, sql } from 'kysely';
import type { z } from 'zod';
import type { Tables } from '#tables';
import { SnakeCaseCompiler } from './camel-case.ts';

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

/** Selections as SQL text, so that Kysely does not build them anew for every query; they cannot have parameters. */
function asText(selections: readonly AliasedRawBuilder<unknown, string>[]): RawBuilder<unknown> {
  const node = sql.join(selections).toOperationNode();
  const { sql: text, parameters } = new SnakeCaseCompiler().compileQuery(node, createQueryId());
  if (parameters.length > 0) throw new TypeError('A column has a parameter: write it with sql.lit');
  return sql.raw(text);
}

/**
 * Selections for each field of a schema: the column with the same name, unless `from` gives another column or an
 * expression.
 */
export function columnsOf<Table extends keyof Tables, Shape extends z.ZodRawShape, From extends Sources<Table, Shape>>(
  table: Table,
  { shape }: z.ZodObject<Shape>,
  from: From,
) {
  const selections = Object.keys(shape).map((key) => {
    const source = (from as Partial<Record<string, Source<Table>>>)[key] ?? (key as Source<Table>);
    return (typeof source === 'string' ? sql.ref(`${table}.${source}`) : source).as(key);
  });
  return [asText(selections)] as unknown as {
    [Key in keyof Shape & string]: AliasedRawBuilder<ValueOf<Table, Key extends keyof From ? From[Key] : Key>, Key>;
  }[keyof Shape & string][];
}
