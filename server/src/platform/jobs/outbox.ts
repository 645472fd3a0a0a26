/** Outbox: hand-over from a request's transaction to the queue, without loss or duplicates. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '#platform/database/database.ts';
import type { Ids, Job } from './job.ts';

/**
 * Requests a run of `job` for the tenant of `db`. In a transaction: nothing happens if it is rolled back; once
 * committed, the job will run despite crashes.
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

/** Same as {@link enqueue} for many. */
export async function enqueueAll<I extends Ids>(db: Db, job: Job<I>, all: readonly z.input<I>[]): Promise<void> {
  if (all.length === 0) return;
  await db
    .insertInto('outbox')
    .values(all.map((ids) => ({ job: job.name, ids: JSON.stringify(job.ids.parse(ids)) })))
    .execute();
}

export interface OutboxRow {
  id: string;
  job: string;
  ids: Record<string, string>;
  at: string;
}

/** Upper limit of lines per hand-over. */
const max = 200;

/**
 * Passes a tenant's oldest lines to `take`, and deletes them once it resolved; safe in several processes at once, each
 * with different lines. After a crash in between, lines are passed again, and `take` must recognize their ids. Returns
 * whether there may be more.
 */
export async function handOver(
  db: Db,
  jobs: readonly string[],
  take: (lines: OutboxRow[]) => Promise<void>,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const lines = await tx
      .selectFrom('outbox')
      .selectAll()
      // Jobs of a newer version wait for a process that knows them.
      .where('job', '=', sql<string>`any(${jobs})`)
      .orderBy('id')
      .limit(max)
      .forUpdate()
      .skipLocked()
      .execute();
    if (lines.length === 0) return false;
    await take(lines);
    await tx
      .deleteFrom('outbox')
      .where('id', '=', sql<string>`any(${lines.map(({ id }) => id)}::uuid[])`)
      .execute();
    return lines.length === max;
  });
}
