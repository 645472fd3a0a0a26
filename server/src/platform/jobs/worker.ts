/** Worker: hands the outbox over to the queue, and runs jobs in this process. */
import type pg from 'pg';
import type { JobResult, JobWithMetadata } from 'pg-boss';
import { z } from 'zod';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { tenants } from '#contract/kernel/endpoint.ts';
import type { Database } from '#platform/database/database.ts';
import { inSpan } from '#platform/tracing.ts';
import type { Job, Services } from './job.ts';
import { handOver } from './outbox.ts';
import { type Queue, startQueue } from './queue.ts';
import { Unrecoverable } from './unrecoverable.ts';

interface Options {
  database: Database;
  /** Signed in as the worker's role ({@link openJobPool}); not closed by the worker. */
  pool: pg.Pool;
  jobs: readonly Job[];
  services: Services;
  log: { warn(details: object, message: string): void };
  /** Polling interval of the outbox; default: one second. Tests that wait for many jobs set a shorter one. */
  pollMs?: number;
}

export interface Worker {
  /** Stops taking jobs, and waits for running ones up to `patienceMs`. */
  close(patienceMs: number): Promise<void>;
}

/** Interval of repeated log lines while polls fail. */
const quietMs = 30_000;

/** Starts the worker, which waits for the database if it is not available. */
export function startWorker(options: Options): Worker {
  const { pool, jobs, log } = options;
  const ending = new AbortController();
  const trouble = quietly((error) => log.warn({ err: error }, 'jobs: trouble'));
  const onJob = (job: Job, queued: JobWithMetadata) => run(options, job, queued);
  const started = startQueue(pool, jobs, onJob, trouble, ending.signal, options.pollMs);
  const pumping = started.then((queue) => queue && pump(options, queue, trouble, ending.signal));
  return {
    async close(patienceMs) {
      ending.abort();
      const queue = await started;
      await pumping;
      await queue?.close(patienceMs);
    },
  };
}

/** Suppresses repetitions of a message within {@link quietMs}. */
function quietly(say: (error: Error) => void): (error: Error) => void {
  let last = { message: '', at: 0 };
  return (error) => {
    // pg-boss appends the worker's id to messages.
    const message = error.message.replace(/\(Queue: .*\)$/, '');
    if (message === last.message && Date.now() - last.at < quietMs) return;
    last = { message, at: Date.now() };
    say(error);
  };
}

async function pump(
  { database, jobs, pollMs = 1_000 }: Options,
  queue: Queue,
  trouble: (error: Error) => void,
  ended: AbortSignal,
): Promise<void> {
  const names = jobs.map(({ name }) => name);
  while (!ended.aborted) {
    const more = await Promise.all(
      tenants.map((tenant) =>
        handOver(database.tenant(tenant), names, (lines) => queue.take(lines.map((line) => ({ tenant, line })))).catch(
          (error: Error) => {
            trouble(error);
            return false;
          },
        ),
      ),
    );
    if (!more.includes(true)) await sleep(pollMs, undefined, { signal: ended }).catch(() => undefined);
  }
}

const payload = z.object({ tenant: z.enum(tenants), ids: z.unknown(), askedAt: z.string().optional() });

/** Upper limit of a stored error message. */
const longestReason = 500;

/** Message of a thrown value, without NUL and lone surrogates, which PostgreSQL cannot store. */
function reasonOf(thrown: unknown): string {
  // Node's AggregateError has no message.
  const detail =
    thrown instanceof Error ? thrown.message || (thrown as { code?: unknown }).code || thrown.name : thrown;
  const words = typeof detail === 'string' ? detail : inspect(detail, { depth: 1, breakLength: Infinity });
  return words
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, longestReason)
    .toWellFormed();
}

async function run({ database, services, log }: Options, job: Job, queued: JobWithMetadata): Promise<JobResult> {
  const { id } = queued;
  try {
    const context = contextOf(job, queued, database);
    const attributes = {
      'lectern.tenant': context.tenant,
      'lectern.job.id': id,
      'lectern.job.attempt': queued.retryCount + 1,
    };
    await inSpan(`job ${job.name}`, attributes, () => job.run({ ...services, ...context }));
    return { id, status: 'completed' };
  } catch (error) {
    const message = reasonOf(error);
    log.warn({ err: error, job: job.name, jobId: id, attempt: queued.retryCount + 1 }, 'jobs: a job failed');
    return { id, status: error instanceof Unrecoverable ? 'deadletter' : 'failed', output: { message } };
  }
}

function contextOf(job: Job, queued: JobWithMetadata, database: Database) {
  const { id, data, createdOn, signal, retryCount, retryLimit } = queued;
  const read = payload.safeParse(data);
  const ids = job.ids.safeParse(read.data?.ids);
  if (!read.success || !ids.success) throw new Unrecoverable('This job names nothing that this version understands');
  const { tenant, askedAt = createdOn.toISOString() } = read.data;
  const isLastTry = retryCount >= retryLimit;
  const named = (userId: string) => database.named(tenant, userId);
  return { tenant, db: database.tenant(tenant), named, ids: ids.data, key: id, askedAt, isLastTry, signal };
}
