/**
 * A reading of one record, built and compiled once: building the same text for every call is a sixth of what the call
 * costs.
 */
import type { CompiledQuery, SelectQueryBuilder } from 'kysely';
import type { Db } from './database.ts';

/** Stands for the id while the query is built; may only be compared with. */
const standIn = '\u{F8FF} id';

/** `build` says which record by its id; the answer reads it, undefined when there is none. */
export function oneById<DB, TB extends keyof DB, Row>(
  build: (db: Db, id: string) => SelectQueryBuilder<DB, TB, Row>,
): (db: Db, id: string) => Promise<Row | undefined> {
  let query: CompiledQuery<Row> | undefined;
  return async (db, id) => {
    const { parameters, ...rest } = (query ??= build(db, standIn).compile() as CompiledQuery<Row>);
    const { rows } = await db.executeQuery<Row>({
      ...rest,
      parameters: parameters.map((value) => (value === standIn ? id : value)),
    });
    return rows[0];
  };
}
