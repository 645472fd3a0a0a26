/** Process that processes one video and exits; tests kill it in the middle. */
import { readConfig } from '#platform/config.ts';
import { openDatabase } from '#platform/database/database.ts';
import { openJobPool, openJobStore } from '#platform/jobs/store.ts';
import { openStorage } from '#platform/storage/open.ts';
import { processVideo } from '../jobs.ts';

const [appUrl = '', workerUrl = '', videoId = ''] = process.argv.slice(2);
const config = readConfig(process.env);
const database = openDatabase(() => appUrl, { poolSize: 2 });

await processVideo.run({
  config,
  mailer: { send: () => Promise.reject(new Error('no mail here')), close: () => undefined },
  store: openJobStore(openJobPool(() => workerUrl)),
  storage: await openStorage(config),
  tenant: 'coding',
  db: database.tenant('coding'),
  named: (userId) => database.named('coding', userId),
  ids: { videoId },
  key: 'killed',
  askedAt: new Date().toISOString(),
  isLastTry: false,
  signal: new AbortController().signal,
});
// Open connection pools would keep the process alive.
process.exit();
