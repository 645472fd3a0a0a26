/** The worker with all it leans on, as the server and the process of its own start it. */
import type pg from 'pg';
import type { Config } from '#platform/config.ts';
import type { Database } from '#platform/database/database.ts';
import { openJobStore } from '#platform/jobs/store.ts';
import { startWorker, type Worker } from '#platform/jobs/worker.ts';
import { openMailer } from '#platform/mail/mailer.ts';
import { jobs } from './jobs.ts';

type Log = Parameters<typeof startWorker>[0]['log'];

export function runJobs(config: Config, database: Database, pool: pg.Pool, log: Log): Worker {
  const mailer = openMailer(config);
  const worker = startWorker({
    database,
    pool,
    jobs,
    services: { config, mailer, store: openJobStore(pool) },
    log,
  });
  return {
    async close(patienceMs) {
      await worker.close(patienceMs);
      mailer.close();
    },
  };
}
