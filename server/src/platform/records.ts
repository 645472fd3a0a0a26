/** Records with a version: locked, inserted, updated and deleted. */
import { type Insertable, type Updateable, sql } from 'kysely';
import { recordKey, recordNoun } from '#contract/kernel/record-kinds.ts';
import type { Db } from './database/database.ts';
import type { Tables } from '#tables';
import { HttpError, notFound } from './errors.ts';
import { snakeCase } from './list.ts';

/** Name of the actor of an `audit` row; what no person did is stored under `system`. */
export const actorName = sql`case when actor_id is null and actor_name = 'system' then 'The system' else actor_name end as actor_name`;

/** Tables whose rows have an id and a version. */
export type VersionedTable = {
  [Table in keyof Tables]: Tables[Table] extends { id: unknown; version: unknown } ? Table : never;
}[keyof Tables];

/**
 * 412 error that names who made the current version: the author of the audit entry written with that update, which may
 * concern a record that belongs to this one.
 */
async function conflictError(
  db: Db,
  table: string,
  id: string,
  { version, updatedAt }: CurrentVersion,
): Promise<HttpError> {
  const {
    rows: [last],
  } = await sql<{
    actorName: string;
    at: string;
    isYou: boolean;
  }>`select ${actorName}, at, coalesce(actor_id::text = current_setting('app.actor_id', true), false) as is_you from audit_record filed
    join audit on audit.id = line or part_of = line
    where filed.table_name = ${table} and filed.record_id = ${id} and at = ${updatedAt}::timestamptz
      and belongs_to @> array[${recordKey(table, id)}]
    order by line desc limit 1`.execute(db);
  const by = last?.actorName ?? 'Somebody';
  const at = last?.at ?? new Date().toISOString();
  return new HttpError(412, `${by} saved this first`, {
    conflict: { by, at, version, ...(last?.isYou && { isYou: true }) },
  });
}

interface CurrentVersion {
  version: number;
  /** PostgreSQL's text with microseconds. */
  updatedAt: string;
}

/**
 * Locks a record until the transaction ends; returns its current version. 404 if it does not exist; 412 with who saved
 * first and when, if `ifMatch` is not the current version (null: any version).
 */
export async function lockForUpdate(
  db: Db,
  table: VersionedTable,
  id: string,
  ifMatch: number | null,
): Promise<number> {
  const {
    rows: [current],
  } =
    await sql<CurrentVersion>`select version, updated_at::text from ${sql.table(table)} where id = ${id} for no key update`.execute(
      db,
    );
  const name = snakeCase(table);
  if (!current) throw notFound(recordNoun(name));
  if (ifMatch !== null && ifMatch !== current.version) throw await conflictError(db, name, id, current);
  return current.version;
}

/** Inserts a record; returns its id. */
export async function insertRecord<Table extends VersionedTable>(
  db: Db,
  table: Table,
  row: Insertable<Tables[Table]>,
): Promise<string> {
  // Kysely cannot compare the row with a table that is a type parameter.
  const { id } = await db
    .insertInto(table as 'user')
    .values(row as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Updates fields of a record locked by {@link lockForUpdate}; returns its new version. */
export const updateRecord = <Table extends VersionedTable>(
  db: Db,
  table: Table,
  id: string,
  fields: Updateable<Tables[Table]>,
): Promise<{ version: number }> =>
  db
    .updateTable(table as 'user')
    .set(fields as never)
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();

/** Deletes a record locked by {@link lockForUpdate}. */
export const deleteRecord = (db: Db, table: VersionedTable, id: string): Promise<unknown> =>
  db
    .deleteFrom(table as 'user')
    .where('id', '=', id)
    .execute();
