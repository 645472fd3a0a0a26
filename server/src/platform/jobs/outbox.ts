/** From a request's transaction to the queue, so that nothing is lost and nothing is queued twice. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '#platform/database/database.ts';
import type { Ids, Job } from './job.ts';

/**
 * Records that `job` is to run for the tenant of `db`. In a transaction: if that is rolled back nothing happens, and
 * once it is committed the job will run, whatever dies in between.
 */
export async function enqueue<I extends Ids>(
  db: Db,
  job: Pick<Job<I>, 'name' | 'ids'>,
  ids: z.input<I>,
): Promise<void> {
  await db
    .insertInto('outbox')
    .values({ job: job.name, ids: JSON.stringify(job.ids.parse(ids)) })
    .execute();
}

/** {@link enqueue} for many at once. */
export async function enqueueAll<I extends Ids>(db: Db, job: Job<I>, all: readonly z.input<I>[]): Promise<void> {
  if (all.length === 0) return;
  await db
    .insertInto('outbox')
    .values(all.map((ids) => ({ job: job.name, ids: JSON.stringify(job.ids.parse(ids)) })))
    .execute();
}

export interface Line {
  id: string;
  job: string;
  ids: Record<string, string>;
  at: string;
}

/** At most this many lines are handed over at a time. */
const most = 200;

/**
 * Hands the oldest lines of a tenant to `take` and deletes them when it has them for sure; several processes may do so
 * at once, each with lines of its own. Who dies between the two leaves the lines, and the next one hands them over
 * again: `take` knows them by their ids. Answers whether there may be more.
 */
export async function handOver(
  db: Db,
  jobs: readonly string[],
  take: (lines: Line[]) => Promise<void>,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const lines = await tx
      .selectFrom('outbox')
      .selectAll()
      // A newer version's jobs wait for a process that knows them.
      .where('job', '=', sql<string>`any(${jobs})`)
      .orderBy('id')
      .limit(most)
      .forUpdate()
      .skipLocked()
      .execute();
    if (lines.length === 0) return false;
    await take(lines);
    await tx
      .deleteFrom('outbox')
      .where('id', '=', sql<string>`any(${lines.map(({ id }) => id)}::uuid[])`)
      .execute();
    return lines.length === most;
  });
}
