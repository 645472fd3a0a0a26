/** Work on all records of a table in slices, each in a transaction of its own, so that no statement depends on their number. */
import { sql } from 'kysely';
import type { Tables } from '#tables';
import type { Db } from './database.ts';
import { retrying } from './retry.ts';

/** Tables of tenants whose records have an id. */
type Identified = {
  [Table in keyof Tables]: Tables[Table] extends { id: unknown } ? Table : never;
}[keyof Tables];

interface Options {
  /** Ends the work before the next slice, with the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** Upper limit of records per slice; default: 5,000. */
  size?: number;
}

/**
 * Calls `work` with the ids of all records of the tenant, in order of id. Slices that are done stay done when a later one
 * fails. A slice is repeated after a serialization failure or a deadlock. Inside a transaction, all slices belong to it.
 */
export async function inSlices(
  db: Db,
  table: Identified,
  work: (tx: Db, ids: readonly string[]) => Promise<void>,
  { signal, size = 5_000 }: Options = {},
): Promise<void> {
  let last: string | undefined;
  const slice = async (tx: Db) => {
    const ids = await idsAfter(tx, table, last, size);
    if (ids.length > 0) await work(tx, ids);
    return ids.length < size ? undefined : ids.at(-1);
  };
  do {
    signal?.throwIfAborted();
    last = await inTransaction(db, slice);
  } while (last !== undefined);
}

/** Runs `work` in the transaction of `db`, or in one of its own, which is repeated after a serialization failure or a deadlock. */
export const inTransaction = <Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> =>
  db.isTransaction ? work(db) : retrying(() => db.transaction().execute(work));

/** Names the tenant, because a superuser, who fills the demo, sees the rows of all. */
async function idsAfter(db: Db, table: Identified, last: string | undefined, size: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}
    where tenant = current_tenant() ${last === undefined ? sql`` : sql`and id > ${last}`} order by id limit ${size}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
