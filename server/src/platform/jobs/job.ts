/** What a job is: work that follows a request, after its commit, in any process that takes it (docs/decisions/0014). */
import type { z } from 'zod';
import type { Tenant } from '#contract/kernel.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/database/database.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { JobStore } from './store.ts';

/**
 * Ids and words of a fixed list: a job reads what it needs when it runs, so nothing stale or private waits in a queue.
 */
export type Ids = z.ZodObject<Record<string, z.ZodUUID | z.ZodEnum>>;

/** What every job may use. */
export interface Services {
  config: Config;
  mailer: Mailer;
  store: JobStore;
  storage: Storage;
}

export interface JobContext<I extends Ids = Ids> extends Services {
  tenant: Tenant;
  /** Sees this tenant alone; a pool, not a transaction. */
  db: Db;
  ids: z.output<I>;
  /** The same each time this job runs: what its effects are remembered under ({@link ../jobs/effects.ts}). */
  key: string;
  /** ISO 8601; when it was asked for. */
  askedAt: string;
  /** If this run fails the job waits for people. */
  isLastTry: boolean;
  /** Aborted when the job takes too long or the process ends. */
  signal: AbortSignal;
}

interface Retry {
  /** How often it is tried again. */
  limit: number;
  /** Seconds before the first of them; each wait is about twice the one before, up to an hour. */
  delay: number;
}

export interface Job<I extends Ids = Ids> {
  /** As the contract knows it (contract/src/jobs.ts). */
  name: string;
  ids: I;
  retry: Retry;
  /** How many run at a time in one process. */
  concurrency: number;
  /** Seconds that one run may take. */
  timeout: number;
  /** Runs by itself, once for each tenant, whatever the number of processes: five cron fields, in Asia/Jakarta. */
  cron?: string;
  /** May run more than once and must not do its work twice; what it throws is tried again, an Unrecoverable is not. */
  run(context: JobContext<I>): Promise<void>;
}

type Choices<I extends Ids> = Pick<Job<I>, 'name' | 'ids' | 'run' | 'cron'> &
  Partial<Pick<Job<I>, 'retry' | 'concurrency' | 'timeout'>>;

/** Ten more tries over some three hours: longer than most outages. */
const retry: Retry = { limit: 10, delay: 10 };

export const defineJob = <I extends Ids>(job: Choices<I>): Job<I> => ({ retry, concurrency: 1, timeout: 300, ...job });
