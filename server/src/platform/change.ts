/** Changing a record: who does it, and that nobody's change is overwritten. */
import { sql } from 'kysely';
import type { Area } from '#contract/kernel.ts';
import type { Db } from '#platform/database/database.ts';
import { retrying } from '#platform/database/retry.ts';
import type { Tables } from '#tables';
import { HttpError, notFound } from './errors.ts';
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

/** What each versioned table is called in the audit trail and to people. */
const entities: Record<VersionedTable, { entity: Area; thing: string }> = {
  user: { entity: 'user', thing: 'user' },
  course: { entity: 'course', thing: 'course' },
  courseSection: { entity: 'course', thing: 'section' },
  lesson: { entity: 'lesson', thing: 'lesson' },
  learningPath: { entity: 'learning-path', thing: 'learning path' },
  discount: { entity: 'discount', thing: 'discount' },
};

async function savedFirst(db: Db, entity: Area, id: string, version: number): Promise<HttpError> {
  const last = await db
    .selectFrom('audit')
    .select(['actorName', 'at'])
    .where('entity', '=', entity)
    .where('entityId', '=', id)
    .where('action', '=', 'update')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const by = last?.actorName ?? 'Somebody';
  const at = last?.at ?? new Date().toISOString();
  return new HttpError(412, `${by} saved this first`, { conflict: { by, at, version } });
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
  const found = await sql<{
    version: number;
  }>`select version from ${sql.table(table)} where id = ${id} for no key update`.execute(db);
  const version = found.rows[0]?.version;
  const { entity, thing } = entities[table];
  if (version === undefined) throw notFound(thing);
  if (ifMatch !== null && ifMatch !== version) throw await savedFirst(db, entity, id, version);
  return version;
}
