/** Definition of jobs: work after a request's commit, in any process that takes it (docs/decisions/0014). */
import type { z } from 'zod';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/database/database.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { JobStore } from './store.ts';

/** Schema of a job's input: only ids and words of a fixed list, so that nothing stale or private waits in a queue. */
export type Ids = z.ZodObject<Record<string, z.ZodUUID | z.ZodEnum | z.ZodOptional<z.ZodUUID>>>;

/** Services for all jobs. */
export interface Services {
  config: Config;
  mailer: Mailer;
  store: JobStore;
  storage: Storage;
}

export interface JobContext<I extends Ids = Ids> extends Services {
  tenant: Tenant;
  /** Database of this tenant; a pool, not a transaction. */
  db: Db;
  /** Database of an instructor who sees only courses that name them. */
  named: (userId: string) => Db;
  ids: z.output<I>;
  /** Same for every run of this job; key of its effects (effects.ts). */
  key: string;
  /** Time of the request, ISO 8601; of a scheduled job, the time when the queue created it. */
  askedAt: string;
  /** After a failure of this run, the job waits for manual retry. */
  isLastTry: boolean;
  /** Aborted on timeout and when the process ends. */
  signal: AbortSignal;
}

interface Retry {
  /** Upper limit of retries. */
  limit: number;
  /** Seconds before the first retry; delays double, up to an hour. */
  delay: number;
}

export interface Job<I extends Ids = Ids> {
  /** Name in the contract (contract/src/jobs/endpoints.ts). */
  name: string;
  ids: I;
  retry: Retry;
  /** Upper limit of concurrent runs per process. */
  concurrency: number;
  /** Timeout of a run in seconds. */
  timeout: number;
  /** Schedule of five cron fields in Asia/Jakarta; runs once per tenant, whatever the number of processes. */
  cron?: string;
  /** Must be safe to run more than once; errors are retried, except Unrecoverable. */
  run(context: JobContext<I>): Promise<void>;
}

type Choices<I extends Ids> = Pick<Job<I>, 'name' | 'ids' | 'run' | 'cron'> &
  Partial<Pick<Job<I>, 'retry' | 'concurrency' | 'timeout'>>;

/** Ten retries over about three hours, longer than most outages. */
const retry: Retry = { limit: 10, delay: 10 };

/** Completes a job with the defaults: ten retries, one run at a time, 300 seconds. */
export const defineJob = <I extends Ids>(job: Choices<I>): Job<I> => ({ retry, concurrency: 1, timeout: 300, ...job });
