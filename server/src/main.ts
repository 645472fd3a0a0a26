/** Starts the server: configuration, database, app; and ends it in the reverse order. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { readConfig, type Config } from '#platform/config.ts';
import { openCluster, type Cluster } from '#platform/database/cluster.ts';
import { openDatabase, type Database } from '#platform/database/database.ts';
import { diskFull } from '#platform/disk.ts';
import { openJobPool, openJobStore, type JobStore } from '#platform/jobs/store.ts';
import type { Worker } from '#platform/jobs/worker.ts';
import { explainListenError, findPort, listenOptions } from '#platform/port.ts';
import { announce, settingsFromParent, isChild, Processes } from '#platform/processes.ts';
import { buildApp } from './app.ts';
import { followClusterUrl, prepareDatabase, type Urls, urlsOf } from './prepare.ts';
import { welcome } from './welcome.ts';

/** How long what was begun may take when the server ends. */
const graceMs = 10_000;

interface Parts {
  cluster?: Cluster | undefined;
  processes?: Processes;
  database?: Database;
  jobs?: JobStore;
  worker?: Worker;
  app?: FastifyInstance;
  /** This start filled the demo. */
  isFilled?: boolean;
}

/** What all server processes are told by the first. */
interface Shared {
  ownerUrl: string;
  /** The database's own. */
  name: string;
  port: number;
}

/** Connections that all processes together may open at the embedded database. */
const connectionsOf = (processes: number) => 60 + processes * 40;

async function start(parts: Parts): Promise<void> {
  const config = readConfig(process.env);
  if (isChild) {
    const { ownerUrl, name, port } = await settingsFromParent<Shared>();
    return serve(parts, { ...config, port }, urlsOf(config, followClusterUrl(config, ownerUrl), name));
  }
  const ownerUrl = await openPostgres(parts, config);
  const name = await prepareDatabase(config, ownerUrl());
  if (config.demo) parts.isFilled = await fillWhenEmpty(ownerUrl());
  if (config.processes === 1) return serve(parts, config, urlsOf(config, ownerUrl, name));
  const port = await findPort(config);
  const shared: Shared = { ownerUrl: ownerUrl(), name, port };
  parts.processes = new Processes(import.meta.filename, shared, (pid) =>
    console.error(`Server process ${pid} ended; another is started.`),
  );
  await parts.processes.start(config.processes);
  console.log(welcome(config, port));
}

/** The owner's URL, which may be another after the embedded PostgreSQL died. */
async function openPostgres(parts: Parts, config: Config): Promise<() => string> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl) return () => databaseUrl;
  const settings = { max_connections: connectionsOf(config.processes) };
  const cluster = await openCluster({ dataDir, settings, onTrouble: (reason) => tellTrouble(reason, config) });
  parts.cluster = cluster;
  return () => cluster.ownerUrl;
}

async function serve(parts: Parts, config: Config, urls: Urls): Promise<void> {
  const database = openDatabase(urls.app, { patienceMs: config.databasePatienceMs });
  const pool = openJobPool(urls.jobs);
  parts.database = database;
  parts.jobs = openJobStore(pool);
  parts.app = await buildApp({ config, database, jobs: parts.jobs });
  await listen(parts.app, config);
  if (!config.worker) return;
  // pg-boss takes a while to load: nobody who opens a page waits for it.
  const { runJobs } = await import('./run-jobs.ts');
  parts.worker = runJobs({ config, database, pool, storage: parts.app.deps.storage, log: parts.app.log });
  if (parts.isFilled && process.env['NODE_ENV'] !== 'test') void addDemoVideos(database, parts.app);
}

/** PostgreSQL died and cannot be brought back yet; calls answer 503, and it is tried again. */
function tellTrouble(reason: string, config: Config): void {
  const disk = diskFull(config);
  const said = disk ? `${reason} (${disk})` : reason;
  if (parts.app) parts.app.log.error(said);
  else console.error(said);
}

/** The demo's data are loaded by those alone who want them. */
async function fillWhenEmpty(ownerUrl: string): Promise<boolean> {
  const { fillDemo, isEmpty } = await import('./demo/fill.ts');
  return (await isEmpty(ownerUrl)) && (await fillDemo(ownerUrl));
}

/** Once, beside the server, in processes of their own; tests do without. */
async function addDemoVideos(database: Database, { deps, log }: FastifyInstance): Promise<void> {
  try {
    const { giveLessonsVideos } = await import('./demo/lesson-videos.ts');
    await giveLessonsVideos(database, deps.storage, ended.signal);
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

/** Takes no more calls, finishes those it has, and leaves nothing running. */
async function stop({ app, worker, jobs, database, processes, cluster }: Parts): Promise<void> {
  await Promise.all([processes?.close(graceMs + 2_000), closeWorker(worker), app && closeInTime(app)]);
  await Promise.race([Promise.all([database?.close(), jobs?.close()]), sleep(1_000)]);
  await cluster?.stop();
}

/** A database that does not answer must not hold the end up: what was not finished runs again elsewhere. */
const closeWorker = (worker?: Worker) => Promise.race([worker?.close(graceMs - 2_000), sleep(graceMs)]);

async function closeInTime(app: FastifyInstance): Promise<void> {
  // A connection that a browser keeps open counts as open even when its last answer is sent.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  const isClosed = await Promise.race([app.close().then(() => true), sleep(graceMs, false)]);
  clearInterval(sweep);
  if (!isClosed) app.server.closeAllConnections();
}

let ending: Promise<void> | undefined;
const parts: Parts = {};
/** What goes on beside the server ends with it. */
const ended = new AbortController();

/**
 * Once, however often it is asked: Ctrl-C reaches this process from the terminal and again from npm. A start that is
 * under way
 * is waited for, so that no database is left half started; one that hangs is not.
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

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0));
// The script that started this was killed: without it nobody is left to press Ctrl-C.
if (process.connected) process.once('disconnect', () => end(0));
const started = start(parts).catch(fail);
