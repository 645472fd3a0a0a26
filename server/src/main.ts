/** Starts the server: configuration, database, app; and ends it in the reverse order. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Tenant } from '#contract/kernel.ts';
import { readConfig, type Config } from '#platform/config.ts';
import { roleName, roleUrl } from '#platform/database/app-role.ts';
import { checkPooler } from '#platform/database/check-pooler.ts';
import { openCluster, type Cluster } from '#platform/database/cluster.ts';
import { openDatabase, type Database } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { diskFull } from '#platform/disk.ts';
import { buildApp } from './app.ts';
import { welcome } from './welcome.ts';

/** How long what was begun may take when the server ends. */
const graceMs = 10_000;

interface Parts {
  cluster?: Cluster | undefined;
  database?: Database;
  app?: FastifyInstance;
}

async function start(parts: Parts): Promise<void> {
  const config = readConfig(process.env);
  if (!config.databaseUrl) parts.cluster = await openCluster({ dataDir: config.dataDir, onTrouble: tellTrouble });
  const { jwtSecret } = config;
  const ownerUrl = () => config.databaseUrl ?? parts.cluster?.ownerUrl ?? '';
  const name = await migrate(ownerUrl(), { jwtSecret });
  if (config.demo) await fillWhenEmpty(ownerUrl());
  const urlOf = (tenant: Tenant) => roleUrl(ownerUrl(), roleName(name, tenant), jwtSecret);
  if (config.databaseUrl) await checkPooler(urlOf);
  parts.database = openDatabase(urlOf);
  parts.app = await buildApp({ config, database: parts.database });
  await listen(parts.app, config);
}

/** PostgreSQL died and cannot be brought back yet; calls answer 503, and it is tried again. */
function tellTrouble(reason: string): void {
  const disk = parts.app && diskFull(parts.app.deps.config);
  const said = disk ? `${reason} (${disk})` : reason;
  if (parts.app) parts.app.log.error(said);
  else console.error(said);
}

/** The demo's data are loaded by those alone who want them. */
async function fillWhenEmpty(ownerUrl: string): Promise<void> {
  const { fillDemo, isEmpty } = await import('./demo/fill.ts');
  if (await isEmpty(ownerUrl)) await fillDemo(ownerUrl);
}

async function listen(app: FastifyInstance, config: Config): Promise<void> {
  try {
    const address = await app.listen({ port: config.port, host: config.host });
    console.log(welcome(config, Number(new URL(address).port)));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new Error(`Port ${config.port} is taken on ${config.host}; set PORT to another.`, { cause: error });
    if (code === 'EACCES')
      throw new Error(`Port ${config.port} may not be opened by this user; set PORT to another.`, { cause: error });
    throw error;
  }
}

/** Takes no more calls, finishes those it has, and leaves nothing running. */
async function stop({ app, database, cluster }: Parts): Promise<void> {
  if (app) await closeInTime(app);
  await Promise.race([database?.close(), sleep(1_000)]);
  await cluster?.stop();
}

async function closeInTime(app: FastifyInstance): Promise<void> {
  // A connection that a browser keeps open counts as open even when its last answer is sent.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  const isClosed = await Promise.race([app.close().then(() => true), sleep(graceMs, false)]);
  clearInterval(sweep);
  if (!isClosed) app.server.closeAllConnections();
}

let ending: Promise<void> | undefined;
const parts: Parts = {};

/**
 * Once, however often it is asked: Ctrl-C reaches this process from the terminal and again from npm. A start that is
 * under way
 * is waited for, so that no database is left half started; one that hangs is not.
 */
function end(code: number): void {
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
