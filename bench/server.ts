/** Starts the real server on its own filled database, and a bare node:http and pg server for comparison. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { roleName, roleUrl } from '#platform/database/app-role.ts';
import { openCluster, runningCluster } from '#platform/database/cluster.ts';
import type { Settings } from '#platform/database/cluster-start.ts';
import { migrate } from '#platform/database/migrate.ts';
import { readConfig } from '#platform/config.ts';
import { issueAccessToken } from '#platform/session/access-token.ts';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import type { ApiScope } from '#contract/kernel/scopes.ts';
import { asOwner, setTenant } from '#platform/database/as-owner.ts';
import type { Db } from '#platform/database/database.ts';
import { hashOfKey, newKey } from '#platform/session/api-key.ts';
import { serverArguments, serverEnvironment } from '../scripts/lib/server.mjs';
import { vacuumAnalyze, withoutAudit } from '../server/src/demo/bulk.ts';
import { fillDemo } from '../server/src/demo/fill.ts';
import { loadTenant, type Sizes } from '../server/src/demo/load/load.ts';
import pg from 'pg';
import { attempt, printEnd } from './report.ts';

const root = join(import.meta.dirname, '..');
const dataDir = join(root, '.cache', process.env.BENCH_FOLDER ?? 'bench');
const secret = 'the secret of the benchmarks, nobody else’s';
const environment = { ...process.env, DATA_DIR: dataDir, JWT_SECRET: secret, DEMO: '1', NODE_ENV: 'test' };

/** Runs `work` on the benchmark database, migrated and with demo data, without a server of ours. */
export async function withDatabase(work: (ownerUrl: string) => Promise<void>, settings: Settings = {}): Promise<void> {
  const cluster = await openCluster({
    dataDir: readConfig({ DATA_DIR: dataDir, JWT_SECRET: secret }).dataDir,
    settings,
  });
  try {
    await migrate(cluster.ownerUrl, { jwtSecret: secret });
    await fillDemo(cluster.ownerUrl);
    // The receivers of the demo's webhooks do not exist here; the server would call them beside every measurement.
    await asOwner(cluster.ownerUrl, (db) => db.deleteFrom('webhook').execute());
    await work(cluster.ownerUrl);
  } finally {
    await cluster.stop();
  }
}

/** Fills the benchmark database up to the sizes, once. */
export const prepare = (sizes: Partial<Record<Tenant, Sizes>>): Promise<void> =>
  withDatabase(async (ownerUrl) => {
    for (const [tenant, size] of Object.entries(sizes)) await loadTenant(ownerUrl, tenant as Tenant, size);
  });

export interface Running {
  url: string;
  pid: number;
  /** Milliseconds from spawning the process to its first response. */
  startMs: number;
  stop(): Promise<void>;
}

async function untilAnswering(url: string, since: number): Promise<number> {
  for (;;) {
    const isUp = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isUp) return performance.now() - since;
    if (performance.now() - since > 60_000) throw new Error(`${url} did not answer within a minute`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function stopChild(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGINT');
  await exited;
}

async function run(args: string[], port: number, path: string, extra: Record<string, string> = {}): Promise<Running> {
  const since = performance.now();
  const child = spawn(process.execPath, args, {
    env: { ...environment, ...extra, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const startMs = await untilAnswering(url + path, since);
  return { url, pid: child.pid ?? 0, startMs, stop: () => stopChild(child) };
}

export const startLectern = (port: number): Promise<Running> =>
  run(serverArguments, port, '/api/ready', serverEnvironment);
/** Fills the database, runs one measurement on a server started for it, and prints what was missed or failed. */
export async function withOwnServer(
  measure: (lectern: Running) => Promise<void>,
  more: Partial<Record<Tenant, Sizes>> = {},
): Promise<void> {
  await prepare({
    coding: { users: 20_000, courses: 500, orders: 100_000, tracking: 100_000, vouchers: 100_000, paths: 100_000 },
    ...more,
  });
  const lectern = await startLectern(4700);
  await attempt('what was asked for', () => measure(lectern));
  await lectern.stop();
  printEnd();
}

/** Starts a second server on the running database of the first. */
export async function startSecondLectern(port: number, environment: Record<string, string>): Promise<Running> {
  const ownerUrl = await runningCluster(dataDir);
  if (!ownerUrl) throw new Error('There is no server whose database it could join');
  const extra = { ...serverEnvironment, DATABASE_URL: ownerUrl, ...environment };
  return run(serverArguments, port, '/api/ready', extra);
}
/** Fills tables that the server's own roles may not write, without audit rows; all or nothing. */
export async function fillAsOwner(tenant: Tenant, fill: (tx: Db) => Promise<void>): Promise<void> {
  const ownerUrl = await runningCluster(dataDir);
  if (!ownerUrl) throw new Error('There is no server whose database could be filled');
  await asOwner(ownerUrl, async (db) => {
    await db.transaction().execute(async (tx) => {
      await setTenant(tx, tenant);
      await withoutAudit(tx, () => fill(tx));
    });
    await vacuumAnalyze(db);
  });
}
export const startBare = (port: number, url: string): Promise<Running> =>
  run([join(root, 'bench/bare.ts')], port, '/ping', { BARE_DATABASE_URL: url, BARE_FOLDER: dataDir });

/** Connection string with the tenant's role, so that the same policies apply as for the server. */
export async function databaseUrl(tenant: Tenant): Promise<string> {
  const ownerUrl = await runningCluster(dataDir);
  if (!ownerUrl) throw new Error('The bench needs the server, and with it PostgreSQL, to run');
  return roleUrl(ownerUrl, roleName('lectern', tenant), secret);
}

/** Connected client with the tenant's role and without a time limit; the caller ends it. */
export async function connect(tenant: Tenant): Promise<pg.Client> {
  // Filling has no time limit; the server's own connections do.
  const client = new pg.Client({ connectionString: await databaseUrl(tenant), options: '-c statement_timeout=0' });
  await client.connect();
  return client;
}

/** Access token of the tenant's demo user of a role; stores its session with a password confirmed just now. */
export async function tokenOf(
  client: pg.Client,
  tenant: Tenant,
  role: 'admin' | 'superadmin' = 'admin',
): Promise<string> {
  const { rows } = await client.query('select id, name from "user" where email = $1', [`${role}@demo.test`]);
  const { id: userId, name } = rows[0] as { id: string; name: string };
  const sessionId = '01890000-0000-7000-8000-000000000001';
  // An export requires that the password was confirmed recently.
  await client.query(
    `insert into session (id, user_id, confirmed_at) values ($1, $2, now())
      on conflict (tenant, id) do update set confirmed_at = now(), user_id = excluded.user_id`,
    [sessionId, userId],
  );
  return issueAccessToken({ userId, name, tenant, role, sessionId }, secret);
}

/** Stores an API key of the client's brand; returns its secret. */
export async function keyOf(client: pg.Client, scopes: readonly ApiScope[]): Promise<string> {
  const key = newKey();
  await client.query(`insert into api_key (name, key_hash, last_four, scopes) values ('Bench', $1, $2, $3)`, [
    hashOfKey(key),
    key.slice(-4),
    scopes,
  ]);
  return key;
}
