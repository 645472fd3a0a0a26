/** Work on some of many records, which may be refused without ending the transaction of the others. */
import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { HttpError } from '#platform/errors.ts';
import { asHttpError } from '#platform/http/error-handler.ts';

/** SQLSTATEs after which the whole transaction is run again: serialization failure, deadlock. */
const repeated = new Set(['40001', '40P01']);

/** Runs `work` in a savepoint. If it is refused (below 500), undoes it and returns the refusal; throws other errors. */
export async function attempt(db: Db, work: () => Promise<void>): Promise<HttpError | undefined> {
  await sql`savepoint attempt`.execute(db);
  try {
    await work();
    await sql`release savepoint attempt`.execute(db);
    return undefined;
  } catch (error) {
    const refusal = asHttpError(error as Error);
    if (!refusal || refusal.statusCode >= 500 || repeated.has(String((error as { code?: unknown }).code))) throw error;
    await sql`rollback to savepoint attempt`.execute(db);
    return refusal;
  }
}

/** Runs `work`, which writes nothing before it is refused, and returns the refusal. Without a savepoint, its trail is one line. */
export async function attemptUnwritten(work: () => Promise<void>): Promise<HttpError | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof HttpError && error.statusCode < 500) return error;
    throw error;
  }
}
