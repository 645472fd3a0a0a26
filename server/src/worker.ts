/** `npm run worker`: runs jobs in its own process, beside the servers of one database. */
import Fastify from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '#platform/config.ts';
import { runningCluster } from '#platform/database/cluster.ts';
import { openDatabase } from '#platform/database/database.ts';
import { noCompilers } from '#platform/http/validation.ts';
import { openJobPool } from '#platform/jobs/store.ts';
import { startTracing, stopTracing, traceOfLogs } from '#platform/tracing.ts';
import { openStorage } from '#platform/storage/open.ts';
import { followClusterUrl, prepareDatabase, urlsOf } from './prepare.ts';
import { runJobs } from './run-jobs.ts';

/** Time for running jobs when the process ends. */
const graceMs = 8_000;

async function start(): Promise<() => Promise<void>> {
  const config = readConfig(process.env);
  await startTracing(process.env);
  const ownerUrl = config.databaseUrl ?? (await runningCluster(config.dataDir));
  if (!ownerUrl) throw new Error('No database is running here: start the server first, or set DATABASE_URL.');
  const { name, keepsStatements } = await prepareDatabase(config, ownerUrl);
  const urls = urlsOf(config, followClusterUrl(config, ownerUrl), name);
  const database = openDatabase(urls.app, { keepsStatements });
  const pool = openJobPool(urls.jobs);
  const { log } = Fastify({ logger: { level: config.logLevel, ...traceOfLogs() }, schemaController: noCompilers });
  const worker = runJobs({ config, database, pool, storage: await openStorage(config), log });
  console.log('\n  Working off jobs. Ctrl-C ends it.\n');
  return async () => {
    // Does not wait for a database that does not answer; unfinished jobs run again elsewhere.
    await Promise.race([worker.close(graceMs), sleep(graceMs + 2_000)]);
    await Promise.race([Promise.all([database.close(), pool.end(), stopTracing()]), sleep(1_000)]);
  };
}

let ending: Promise<void> | undefined;

function end(code: number): void {
  ending ??= Promise.race([started, sleep(graceMs)])
    .then((stop) => stop?.())
    .catch((error: unknown) => console.error(error))
    .then(() => process.exit(code));
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0));
// Ends when the script that started this process was killed.
if (process.connected) process.once('disconnect', () => end(0));
const started = start().catch((error: unknown) => {
  console.error(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
