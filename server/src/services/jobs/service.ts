/** Jobs page: outbox rows that are not yet in the queue, followed by the queue's jobs. */
import { sql } from 'kysely';
import type { Reply, Tenant, ValidatedInput } from '#contract/kernel/endpoint.ts';
import { jobViews, type JobState, type listJobs } from '#contract/jobs/endpoints.ts';
import type { Db } from '#platform/database/database.ts';
import type { JobStore } from '#platform/jobs/store.ts';
import { offsetOf } from '#platform/list.ts';

type Query = ValidatedInput<typeof listJobs>['query'];
type JobPage = Reply<typeof listJobs>;
type JobRow = JobPage['jobs'][number];

const lines = (db: Db, name: string | undefined) =>
  db.selectFrom('outbox').$if(name !== undefined, (query) => query.where('job', '=', name!));

async function outboxOf(db: Db, name: string | undefined) {
  return lines(db, name)
    .select([
      sql<number>`count(*)::int`.as('n'),
      sql<string | null>`min(at) filter (where at < now() - interval '1 minute')`.as('waitingSince'),
    ])
    .executeTakeFirstOrThrow();
}

/** Outbox rows that are not yet in the queue, newest first. */
async function untaken(db: Db, name: string | undefined, limit: number, offset: number): Promise<JobRow[]> {
  const rows = await lines(db, name).selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute();
  return rows.map(({ id, job, ids, at }) => ({
    jobId: id,
    name: job,
    state: 'waiting',
    ids,
    attempts: 0,
    error: null,
    createdAt: at,
    startedAt: null,
    finishedAt: null,
    nextAt: null,
    left: null,
  }));
}

/** Page of jobs: first those that the queue has not taken yet, then the stored ones. */
export async function pageOfJobs(store: JobStore, db: Db, tenant: Tenant, query: Query): Promise<JobPage> {
  const { state, name, page, pageSize } = query;
  const [{ n, waitingSince }, counts] = await Promise.all([outboxOf(db, name), store.counts(tenant, name)]);
  const states: readonly JobState[] = jobViews[state];
  const outside = states.includes('waiting') ? n : 0;
  const offset = offsetOf({ page, pageSize });
  const first = offset < outside ? await untaken(db, name, pageSize, offset) : [];
  const rest = pageSize - first.length;
  const stored = rest > 0 ? await store.list(tenant, { states, name }, rest, Math.max(0, offset - outside)) : [];
  const inQueue = states.reduce((sum, one) => sum + counts[one], 0);
  return {
    totalItems: inQueue + outside,
    page,
    pageSize,
    jobs: [...first, ...stored.map(({ id, ...job }) => ({ jobId: id, ...job }))],
    counts: { ...counts, waiting: counts.waiting + n },
    waitingSince,
  };
}
