/** Works: hands the outbox over to the queue and runs what the queue gives, in this process. */
import type pg from 'pg';
import type { JobResult, JobWithMetadata } from 'pg-boss';
import { z } from 'zod';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { tenants } from '#contract/kernel.ts';
import type { Database } from '#platform/database/database.ts';
import type { Job, Services } from './job.ts';
import { handOver } from './outbox.ts';
import { type Queue, startQueue } from './queue.ts';
import { Unrecoverable } from './unrecoverable.ts';

interface Options {
  database: Database;
  /** Signs in as lectern_worker ({@link openJobPool}); stays open. */
  pool: pg.Pool;
  jobs: readonly Job[];
  services: Services;
  log: { warn(details: object, message: string): void };
}

export interface Worker {
  /** Takes no more; waits for the jobs under way, at most this long. */
  close(patienceMs: number): Promise<void>;
}

/** How often the outbox is asked for new lines. */
const pollMs = 1_000;
/** While the database is away each poll fails: one line of the log in this time says it. */
const quietMs = 30_000;

export function startWorker(options: Options): Worker {
  const { pool, jobs, log } = options;
  const ending = new AbortController();
  const trouble = quietly((error) => log.warn({ err: error }, 'jobs: trouble'));
  const started = startQueue(pool, jobs, (job, given) => run(options, job, given), trouble, ending.signal);
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

/** Says the same thing once in a while only. */
function quietly(say: (error: Error) => void): (error: Error) => void {
  let last = { message: '', at: 0 };
  return (error) => {
    // pg-boss adds the worker's id to what its polls throw.
    const message = error.message.replace(/\(Queue: .*\)$/, '');
    if (message === last.message && Date.now() - last.at < quietMs) return;
    last = { message, at: Date.now() };
    say(error);
  };
}

async function pump(
  { database, jobs }: Options,
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

/** The longest reason that is kept. */
const longestReason = 500;

/** What was thrown, in words that PostgreSQL can keep: without NUL and half characters. */
function reasonOf(thrown: unknown): string {
  // Node's AggregateError has no message.
  const told = thrown instanceof Error ? thrown.message || (thrown as { code?: unknown }).code || thrown.name : thrown;
  const words = typeof told === 'string' ? told : inspect(told, { depth: 1, breakLength: Infinity });
  return words
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, longestReason)
    .toWellFormed();
}

async function run({ database, services, log }: Options, job: Job, given: JobWithMetadata): Promise<JobResult> {
  const { id } = given;
  try {
    await job.run({ ...services, ...contextOf(job, given, database) });
    return { id, status: 'completed' };
  } catch (error) {
    const message = reasonOf(error);
    log.warn({ err: error, job: job.name, jobId: id, attempt: given.retryCount + 1 }, 'jobs: a job failed');
    return { id, status: error instanceof Unrecoverable ? 'deadletter' : 'failed', output: { message } };
  }
}

function contextOf(job: Job, given: JobWithMetadata, database: Database) {
  const { id, data, createdOn, signal, retryCount, retryLimit } = given;
  const read = payload.safeParse(data);
  const ids = job.ids.safeParse(read.data?.ids);
  if (!read.success || !ids.success) throw new Unrecoverable('This job names nothing that this version understands');
  const { tenant, askedAt = createdOn.toISOString() } = read.data;
  const isLastTry = retryCount >= retryLimit;
  return { tenant, db: database.tenant(tenant), ids: ids.data, key: id, askedAt, isLastTry, signal };
}
