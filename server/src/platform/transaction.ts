/** Transactions that carry the actor for the audit trail. */
import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { retrying } from '#platform/database/retry.ts';
import { HttpError } from './errors.ts';
import { roleNowSql } from './session/session.ts';

interface Actor {
  userId: string;
  name: string;
  /** Session of the actor; it must not have been ended, and its user must still have this `role`. */
  sessionId?: string;
  role?: string;
}

/**
 * Runs `work` in a transaction that carries actor and request id for the audit trail; retried on serialization failures
 * and deadlocks. With a `sessionId`, 401 if that session has ended or the role changed.
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
      set_config('app.request_id', ${requestId}, true), ${roleNowSql(sessionId)} as role`.execute(transaction);
      if (sessionId !== null && rows[0]?.role !== actor?.role) throw new HttpError(401, 'Please sign in again');
      return work(transaction);
    }),
  );
}
