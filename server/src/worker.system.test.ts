/** Proves how the worker's process starts, and what it says when it may not. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { runningCluster } from '#platform/database/cluster.ts';
import { prepareDatabase, urlsOf } from './prepare.ts';
import { type HeldCluster, holdCluster } from '#platform/testing/held-cluster.ts';
import { processEnvironment } from '#platform/testing/server-process.ts';
import { testJwtSecret } from '#platform/testing/template.ts';

// A cluster of its own, whose roles are not there yet, and which may be killed.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let dataDir: string;
let cluster: HeldCluster;
let ownerUrl: string;
let worker: ChildProcess | undefined;

const asSuperuser = async (text: string) => {
  const client = new pg.Client(cluster.ownerUrl);
  await client.connect();
  await client.query(text).finally(() => client.end());
};
const asOwner = async (text: string, url = ownerUrl) => {
  const client = new pg.Client(url);
  await client.connect();
  return client
    .query<Record<string, unknown>>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
};

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-worker-'));
  cluster = await holdCluster(dataDir);
  // What a hosted PostgreSQL gives: no superuser, and a database that it owns.
  await asSuperuser(`create role plain login password 'x'`);
  await asSuperuser('create database plain owner plain');
  const url = new URL(cluster.ownerUrl);
  url.username = 'plain';
  url.password = 'x';
  url.pathname = 'plain';
  ownerUrl = url.href;
});
afterAll(async () => {
  worker?.kill('SIGKILL');
  await cluster.stop();
});

const config = () => readConfig({ DATA_DIR: dataDir, JWT_SECRET: testJwtSecret });
const mails = () =>
  readdir(join(dataDir, 'mail')).then(
    (files) => files.filter((file) => file.endsWith('.eml')),
    () => [],
  );

/** As the owner, who is bound by the policies like everybody. */
const write = (url = ownerUrl) =>
  asOwner(
    `begin; set local app.tenant = 'coding';
    with made as (insert into "user" (email, name, password_hash, role) values (new_id() || '@sample.test', 'Sari', 'none', 'admin') returning id)
    insert into outbox (job, ids) select 'send-mail', jsonb_build_object('template', 'sign-in-alert', 'userId', id) from made; commit`,
    url,
  );

async function work(env: Record<string, string> = {}): Promise<void> {
  worker = spawn(process.execPath, [join(import.meta.dirname, 'worker.ts')], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...processEnvironment, DATA_DIR: dataDir, JWT_SECRET: testJwtSecret, LOG_LEVEL: 'fatal', ...env },
  });
  await once(worker.stdout!, 'data');
}

function killPostmaster(): void {
  process.kill(Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
}

it('a role that may not make roles is told what it lacks', async () => {
  await expect(prepareDatabase(config(), ownerUrl)).rejects.toThrow(
    /^DATABASE_URL’s role cannot make the roles of this database/,
  );
});

it('an owner with CREATEROLE and no more prepares the database, a worker works on it, and the owner can dump the queue', async () => {
  await asSuperuser('alter role plain createrole');
  await prepareDatabase(config(), ownerUrl);
  // Twice, as each start does.
  await prepareDatabase(config(), ownerUrl);
  await work({ DATABASE_URL: ownerUrl });
  await write();
  await expect.poll(mails, { timeout: 60_000 }).toHaveLength(1);
  await expect
    .poll(() => asOwner(`select state from pgboss.job where name = 'send-mail'`))
    .toEqual([{ state: 'completed' }]);
});

it('PostgreSQL may be killed under the worker, which goes on by itself when it is back', async () => {
  killPostmaster();
  await expect
    .poll(
      () =>
        write().then(
          () => true,
          () => false,
        ),
      { timeout: 60_000, interval: 500 },
    )
    .toBe(true);
  await expect.poll(mails, { timeout: 60_000 }).toHaveLength(2);
  expect(worker?.exitCode).toBeNull();
});

it('the role’s queue of another secret is told apart: the worker’s password follows the secret', async () => {
  const other = readConfig({ DATA_DIR: dataDir, JWT_SECRET: 'another secret for tests, long enough as well' });
  const name = await prepareDatabase(other, ownerUrl);
  const client = new pg.Client(urlsOf(other, () => ownerUrl, name).jobs());
  await client.connect();
  expect((await client.query('select current_user as name')).rows).toEqual([{ name: 'lectern_plain_worker' }]);
  await expect(client.query('select 1 from outbox')).rejects.toThrow('permission denied');
  await client.end();
});

it('the embedded PostgreSQL that comes back on another port is found again by a worker beside its server', async () => {
  worker?.kill('SIGKILL');
  await prepareDatabase(config(), cluster.ownerUrl);
  await work();
  const [before, sent] = [await runningCluster(dataDir), await mails()];
  // No port is free at 0: any other is taken.
  writeFileSync(join(dataDir, 'postgres-port'), '0');
  killPostmaster();
  const url = async () => (await runningCluster(dataDir).catch(() => undefined)) ?? before;
  await expect.poll(url, { timeout: 60_000 }).not.toBe(before);
  const now = await url();
  const isWritten = () =>
    write(now).then(
      () => true,
      () => false,
    );
  await expect.poll(isWritten, { timeout: 60_000 }).toBe(true);
  await expect.poll(mails, { timeout: 60_000 }).toHaveLength(sent.length + 1);
  expect(worker?.exitCode).toBeNull();
});
