/** Starts the worker with its services, for the server and for the worker process. */
import type pg from 'pg';
import type { Config } from '#platform/config.ts';
import type { Database } from '#platform/database/database.ts';
import { openJobStore } from '#platform/jobs/store.ts';
import { startWorker, type Worker } from '#platform/jobs/worker.ts';
import { openMailer } from '#platform/mail/mailer.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { jobs } from './jobs.ts';

interface Parts {
  config: Config;
  database: Database;
  storage: Storage;
  /** Connects with the worker's role; the caller closes it. */
  pool: pg.Pool;
  log: Parameters<typeof startWorker>[0]['log'];
}

export function runJobs({ config, database, storage, pool, log }: Parts): Worker {
  const mailer = openMailer(config);
  const services = { config, mailer, storage, store: openJobStore(pool) };
  const worker = startWorker({ database, pool, jobs, services, log });
  return {
    async close(patienceMs) {
      await worker.close(patienceMs);
      mailer.close();
    },
  };
}
