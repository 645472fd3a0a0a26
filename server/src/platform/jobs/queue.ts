/** Adapter for pg-boss: setup, enqueueing, running, and recovery when the database was unavailable. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type JobResult, type JobWithMetadata, PgBoss, type QueueOptions } from 'pg-boss';
import { tenants } from '#contract/kernel/endpoint.ts';
import type { Job } from './job.ts';
import type { OutboxRow } from './outbox.ts';
import { addIndexes } from './store.ts';
import { queueSchema } from './worker-role.ts';

/** Seconds after which a dead process is noticed and its jobs are run by another. */
const heartbeatSeconds = 15;
/** pg-boss accepts no shorter polling interval. */
const leastPollMs = 500;
const daySeconds = 24 * 60 * 60;

const optionsOf = ({ retry, timeout }: Job) =>
  ({
    retryLimit: retry.limit,
    retryDelay: retry.delay,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: timeout,
    heartbeatSeconds,
    // Waiting jobs are never discarded; failed ones are kept for manual retry; finished ones are deleted earlier
    // (store.ts).
    retentionSeconds: 364 * daySeconds,
    deleteAfterSeconds: 90 * daySeconds,
  }) satisfies QueueOptions;

/** Runs one job; returns how it ended. */
export type Run = (job: Job, queued: JobWithMetadata) => Promise<JobResult>;

export interface Queue {
  /** Enqueues outbox lines; ids that are in the queue already are ignored. */
  take(lines: { tenant: string; line: OutboxRow }[]): Promise<void>;
  /** Waits for running jobs up to `patienceMs`; unfinished ones are run again by another process. */
  close(patienceMs: number): Promise<void>;
}

/**
 * Starts processing, waiting as long as the database is unavailable. `onTrouble` receives errors; processing continues
 * by itself. Undefined if `ended` is aborted first. Jobs that no {@link Queue.take} announced are polled for every two
 * `pollMs`, but not more often than pg-boss allows.
 */
export async function startQueue(
  pool: pg.Pool,
  jobs: readonly Job[],
  run: Run,
  onTrouble: (error: Error) => void,
  ended: AbortSignal,
  pollMs = 1_000,
): Promise<Queue | undefined> {
  for (let wait = 500; !ended.aborted; wait = Math.min(wait * 2, 15_000)) {
    const boss = openBoss(pool, onTrouble);
    try {
      await boss.start();
      await declare(boss, pool, jobs);
      return await begin(boss, jobs, run, Math.max(2 * pollMs, leastPollMs) / 1_000);
    } catch (error) {
      onTrouble(error as Error);
      await boss.stop({ graceful: false }).catch(onTrouble);
      await sleep(wait, undefined, { signal: ended }).catch(() => undefined);
    }
  }
  return undefined;
}

function openBoss(pool: pg.Pool, onTrouble: (error: Error) => void): PgBoss {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: queueSchema,
    createSchema: false,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    maintenanceIntervalSeconds: 3600,
  });
  boss.on('error', onTrouble);
  return boss;
}

/** Creates the queue's tables, and a queue for each job, without processing. */
export async function setUpQueue(pool: pg.Pool, jobs: readonly Job[]): Promise<void> {
  const boss = openBoss(pool, () => undefined);
  await boss.start();
  await declare(boss, pool, jobs);
  await boss.stop({ graceful: false });
}

async function declare(boss: PgBoss, pool: pg.Pool, jobs: readonly Job[]): Promise<void> {
  await addIndexes(pool);
  for (const job of jobs) {
    await boss.createQueue(job.name, optionsOf(job));
    await boss.updateQueue(job.name, optionsOf(job));
  }
}

async function begin(boss: PgBoss, jobs: readonly Job[], run: Run, pollSeconds: number): Promise<Queue> {
  const workers = new Map<string, string>();
  for (const job of jobs) {
    workers.set(job.name, await work(boss, job, run, pollSeconds));
    await schedule(boss, job);
  }
  return {
    async take(lines) {
      for (const [name, ofJob] of Map.groupBy(lines, ({ line }) => line.job)) {
        await boss.insert(
          name,
          ofJob.map(({ tenant, line }) => ({ id: line.id, data: { tenant, ids: line.ids, askedAt: line.at } })),
        );
        const worker = workers.get(name);
        if (worker) boss.notifyWorker(worker);
      }
    },
    close: (patienceMs) => boss.stop({ graceful: true, timeout: patienceMs }),
  };
}

async function work(boss: PgBoss, job: Job, run: Run, pollingIntervalSeconds: number): Promise<string> {
  const worker = await boss.work(
    job.name,
    {
      localConcurrency: job.concurrency,
      pollingIntervalSeconds,
      heartbeatRefreshSeconds: 5,
      perJobResults: true,
      includeMetadata: true,
    },
    async (batch: JobWithMetadata[]) => {
      const results = await Promise.all(batch.map((one) => run(job, one)));
      // Without this, pg-boss waits for its polling interval after each job.
      boss.notifyWorker(worker);
      return results;
    },
  );
  return worker;
}

/** Also removes the schedule of a job that had one in an earlier version. */
async function schedule(boss: PgBoss, { name, cron }: Job): Promise<void> {
  for (const tenant of tenants) {
    if (cron) await boss.schedule(name, cron, { tenant, ids: {} }, { key: tenant, tz: 'Asia/Jakarta' });
    else await boss.unschedule(name, tenant);
  }
}
