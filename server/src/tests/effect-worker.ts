/** Worker process with one job that writes to the database; with a third argument it then hangs until a test kills it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { readConfig } from '#platform/config.ts';
import { openDatabase } from '#platform/database/database.ts';
import { runOnce } from '#platform/jobs/effects.ts';
import { defineJob } from '#platform/jobs/job.ts';
import { openJobPool, openJobStore } from '#platform/jobs/store.ts';
import { openStorage } from '#platform/storage/open.ts';
import { startWorker } from '#platform/jobs/worker.ts';
import { urlsOf } from '../prepare.ts';

const [ownerUrl = '', name = '', hangs = ''] = process.argv.slice(2);
const config = readConfig(process.env);
const urls = urlsOf(config, () => ownerUrl, name);

const job = defineJob({
  name: 'test-effect',
  ids: z.object({}),
  async run({ db, key }) {
    await runOnce(db, key, async (tx) => {
      await tx.insertInto('signInFailure').values({ email: 'effect@sample.test', address: key }).execute();
    });
    console.log('effect');
    if (hangs) await sleep(600_000);
  },
});

const pool = openJobPool(urls.jobs);
startWorker({
  database: openDatabase(urls.app, { poolSize: 2 }),
  pool,
  jobs: [job],
  services: {
    config,
    mailer: { send: () => Promise.reject(new Error('no mail here')), close: () => undefined },
    store: openJobStore(pool),
    storage: await openStorage(config),
  },
  log: { warn: (details, message) => console.error(message, details) },
});
