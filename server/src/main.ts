/** Starts the server: configuration, database, app; ends it in the reverse order. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { readConfig, type Config } from '#platform/config.ts';
import { openCluster, type Cluster } from '#platform/database/cluster.ts';
import { openDatabase, type Database } from '#platform/database/database.ts';
import { diskFull } from '#platform/disk.ts';
import { openJobPool, openJobStore, type JobStore } from '#platform/jobs/store.ts';
import type { Worker } from '#platform/jobs/worker.ts';
import { explainListenError, findPort, listenOptions } from '#platform/port.ts';
import { startTracing, stopTracing } from '#platform/tracing.ts';
import { announce, settingsFromParent, isChild, Processes } from '#platform/processes.ts';
import { buildApp } from './app.ts';
import { followClusterUrl, prepareDatabase, type Prepared, urlsOf } from './prepare.ts';
import { welcome } from './welcome.ts';

/** Time for running requests when the server ends. */
const graceMs = 10_000;

interface Parts {
  cluster?: Cluster | undefined;
  processes?: Processes;
  database?: Database;
  jobs?: JobStore;
  worker?: Worker;
  app?: FastifyInstance;
  drainMs?: number;
  /** This start filled the demo. */
  isFilled?: boolean;
}

/** Settings that the first process passes to the others. */
interface Shared extends Prepared {
  ownerUrl: string;
  port: number;
}

/** Connections that all processes together may open to the embedded database. */
const connectionsOf = (processes: number) => 60 + processes * 70;

async function start(parts: Parts): Promise<void> {
  const config = readConfig(process.env);
  await startTracing(process.env);
  parts.drainMs = config.drainMs;
  if (isChild) {
    const { ownerUrl, port, ...prepared } = await settingsFromParent<Shared>();
    return serve(parts, { ...config, port }, followClusterUrl(config, ownerUrl), prepared);
  }
  const ownerUrl = await openPostgres(parts, config);
  // The embedded PostgreSQL has just started.
  const prepared = await prepareDatabase(config, ownerUrl(), parts.cluster !== undefined);
  if (config.demo) parts.isFilled = await fillWhenEmpty(ownerUrl());
  if (config.processes === 1) return serve(parts, config, ownerUrl, prepared);
  const port = await findPort(config);
  const shared: Shared = { ownerUrl: ownerUrl(), port, ...prepared };
  parts.processes = new Processes(import.meta.filename, shared, (pid) =>
    console.error(`Server process ${pid} ended; another is started.`),
  );
  await parts.processes.start(config.processes);
  console.log(welcome(config, port));
}

/** Opens PostgreSQL; returns a function for the owner's URL, which may change when the embedded PostgreSQL restarts. */
async function openPostgres(parts: Parts, config: Config): Promise<() => string> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl) return () => databaseUrl;
  const settings = { max_connections: connectionsOf(config.processes) };
  const cluster = await openCluster({ dataDir, settings, onTrouble: (reason) => tellTrouble(reason, config) });
  parts.cluster = cluster;
  return () => cluster.ownerUrl;
}

async function serve(
  parts: Parts,
  config: Config,
  ownerUrl: () => string,
  { name, keepsStatements }: Prepared,
): Promise<void> {
  const urls = urlsOf(config, ownerUrl, name);
  const database = openDatabase(urls.app, { patienceMs: config.databasePatienceMs, keepsStatements });
  const pool = openJobPool(urls.jobs);
  parts.database = database;
  parts.jobs = openJobStore(pool);
  parts.app = await buildApp({ config, database, jobs: parts.jobs });
  await listen(parts.app, config);
  if (!config.worker) return;
  // pg-boss loads slowly and must not delay the first pages.
  const { runJobs } = await import('./run-jobs.ts');
  parts.worker = runJobs({ config, database, pool, storage: parts.app.deps.storage, log: parts.app.log });
  if (parts.isFilled && process.env['NODE_ENV'] !== 'test') void addDemoVideos(database, parts.app);
}

/** Reports that PostgreSQL died and cannot be restarted yet; calls answer 503 meanwhile. */
function tellTrouble(reason: string, config: Config): void {
  const disk = diskFull(config);
  const message = disk ? `${reason} (${disk})` : reason;
  if (parts.app) parts.app.log.error(message);
  else console.error(message);
}

/** Loads the demo's data only if they are needed. */
async function fillWhenEmpty(ownerUrl: string): Promise<boolean> {
  const { fillDemo, isEmpty } = await import('./demo/fill.ts');
  return (await isEmpty(ownerUrl)) && (await fillDemo(ownerUrl));
}

/** Runs once in the background, with ffmpeg processes; not in tests. */
async function addDemoVideos(database: Database, { deps, log }: FastifyInstance): Promise<void> {
  try {
    const { addLessonVideos } = await import('./demo/lesson-videos.ts');
    await addLessonVideos(database, deps.storage, ended.signal);
  } catch (error) {
    if (!ended.signal.aborted) log.warn(error, 'The demo goes without videos');
  }
}

async function listen(app: FastifyInstance, config: Config): Promise<void> {
  const { port, host } = config;
  const address = await app.listen({ port, host, ...(isChild && listenOptions) }).catch((error: unknown) => {
    throw explainListenError(error, config);
  });
  if (isChild) announce();
  else console.log(welcome(config, Number(new URL(address).port)));
}

/** Waits until balancers send no more calls, finishes the running ones, and stops everything. */
async function stop({ app, worker, jobs, database, processes, cluster, drainMs = 0 }: Parts): Promise<void> {
  await Promise.all([
    processes?.close(hurry.signal, drainMs + graceMs + 2_000),
    closeWorker(worker),
    app && closeInTime(app, drainMs),
  ]);
  await Promise.race([Promise.all([database?.close(), jobs?.close(), stopTracing()]), sleep(1_000)]);
  await cluster?.stop();
}

/** Does not wait for a database that does not answer; unfinished jobs run again elsewhere. */
const closeWorker = (worker?: Worker) => Promise.race([worker?.close(graceMs - 2_000), sleep(graceMs)]);

async function closeInTime(app: FastifyInstance, drainMs: number): Promise<void> {
  app.drain.isEnding = true;
  await sleep(drainMs, undefined, { signal: hurry.signal }).catch(() => undefined);
  // A browser's keep-alive connection counts as open even after its last response.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  const isClosed = await Promise.race([app.close().then(() => true), sleep(graceMs, false)]);
  clearInterval(sweep);
  if (!isClosed) app.server.closeAllConnections();
}

let ending: Promise<void> | undefined;
const parts: Parts = {};
/** Ends background work with the server. */
const ended = new AbortController();
/** Ends the server without waiting for balancers. */
const hurry = new AbortController();

/**
 * Runs once: Ctrl-C reaches this process from the terminal and again from npm. Waits for a start in progress, so that
 * no database is left half started, but not for one that hangs.
 */
function end(code: number): void {
  ended.abort();
  ending ??= Promise.race([started, sleep(graceMs)])
    .then(() => stop(parts))
    .catch((error: unknown) => console.error(error))
    .then(() => process.exit(code));
}

function fail(error: unknown): void {
  console.error(`\n${error instanceof Error ? error.message : String(error)}\n`);
  end(1);
}

function endSoon(): void {
  hurry.abort();
  end(0);
}

process.on('SIGTERM', () => end(0));
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, endSoon);
// Ends when the script that started this process was killed.
if (process.connected) process.once('disconnect', endSoon);
const started = start(parts).catch(fail);
