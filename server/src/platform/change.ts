/** Changing a record: who does it, and that nobody's change is overwritten. */
import { type Insertable, type Updateable, sql } from 'kysely';
import { recordKey, thingOf } from '#contract/records.ts';
import type { Db } from '#platform/database/database.ts';
import { retrying } from '#platform/database/retry.ts';
import type { Tables } from '#tables';
import { HttpError, notFound } from './errors.ts';
import { snakeCase } from './list.ts';
import { presentRole } from './session/session.ts';

interface Actor {
  userId: string;
  name: string;
  /** Of who acts through a session: it must go on, and its user have this role still. */
  sessionId?: string;
  role?: string;
}

/**
 * Runs `work` in one transaction that carries who does it and in which request, for the audit trail; again when the
 * transaction met another in the wrong order.
 */
export function transactionAs<T>(
  actor: Actor | null,
  db: Db,
  requestId: string,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const sessionId = actor?.sessionId ?? null;
  return retrying(() =>
    db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{
        role: string | null;
      }>`select set_config('app.actor_id', ${actor?.userId ?? ''}, true), set_config('app.actor_name', ${actor?.name ?? ''}, true),
      set_config('app.request_id', ${requestId}, true), ${presentRole(sessionId)} as role`.execute(transaction);
      if (sessionId !== null && rows[0]?.role !== actor?.role) throw new HttpError(401, 'Please sign in again');
      return work(transaction);
    }),
  );
}

export type VersionedTable = {
  [Table in keyof Tables]: Tables[Table] extends { id: unknown; version: unknown } ? Table : never;
}[keyof Tables];

/**
 * 412, naming who made the version that is there now: who wrote into its history as it was changed. That may have been
 * a change of what belongs to it.
 */
async function savedFirst(db: Db, table: string, id: string, { version, updatedAt }: Present): Promise<HttpError> {
  const {
    rows: [last],
  } = await sql<{
    actorName: string;
    at: string;
    isYou: boolean;
  }>`select actor_name, at, coalesce(actor_id::text = current_setting('app.actor_id', true), false) as is_you from audit_record filed
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

interface Present {
  version: number;
  /** As PostgreSQL writes it, to the microsecond. */
  updatedAt: string;
}

/**
 * Locks a record until the transaction ends. 404 when it is not there; 412, with who saved first and when,
 * when the caller saw (`ifMatch`) another version than the present one. Answers the present version.
 */
export async function lockForUpdate(
  db: Db,
  table: VersionedTable,
  id: string,
  ifMatch: number | null,
): Promise<number> {
  const {
    rows: [present],
  } =
    await sql<Present>`select version, updated_at::text from ${sql.table(table)} where id = ${id} for no key update`.execute(
      db,
    );
  const name = snakeCase(table);
  if (!present) throw notFound(thingOf(name));
  if (ifMatch !== null && ifMatch !== present.version) throw await savedFirst(db, name, id, present);
  return present.version;
}

/** Answers the new record's id. */
export async function insertRecord<Table extends VersionedTable>(
  db: Db,
  table: Table,
  row: Insertable<Tables[Table]>,
): Promise<string> {
  const { id } = await db
    .insertInto(table as 'user')
    .values(row as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Writes fields of a record that {@link lockForUpdate} holds; answers its new version. */
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

/** Of a record that {@link lockForUpdate} holds. */
export const deleteRecord = (db: Db, table: VersionedTable, id: string): Promise<unknown> =>
  db
    .deleteFrom(table as 'user')
    .where('id', '=', id)
    .execute();
