/** Tests how the worker process starts, and its messages when it cannot. */
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
import { forgetSecret } from '#platform/database/shared-secret.ts';
import { prepareDatabase, urlsOf } from './prepare.ts';
import { type HeldCluster, holdCluster } from '#platform/testing/held-cluster.ts';
import { processEnvironment } from '#platform/testing/server-process.ts';
import { testJwtSecret } from '#platform/testing/template.ts';

// Own cluster without any roles, which may be killed.
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
const withOwner = async <Result>(work: (client: pg.Client) => Promise<Result>, url = ownerUrl): Promise<Result> => {
  const client = new pg.Client(url);
  await client.connect();
  return work(client).finally(() => client.end());
};
const asOwner = (text: string, url = ownerUrl) =>
  withOwner((client) => client.query<Record<string, unknown>>(text).then(({ rows }) => rows), url);

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-worker-'));
  cluster = await holdCluster(dataDir);
  // Role as in hosted PostgreSQL: not a superuser, and owner of its database.
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

/** Writes as the owner, to whom the policies apply as well. */
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

it('reports missing rights to a role that cannot create roles', async () => {
  await expect(prepareDatabase(config(), ownerUrl)).rejects.toThrow(
    /^DATABASE_URL’s role cannot make the roles of this database/,
  );
});

it('an owner with only CREATEROLE prepares the database, a worker runs on it, and the owner can dump the queue', async () => {
  await asSuperuser('alter role plain createrole');
  await prepareDatabase(config(), ownerUrl);
  // Twice, because each start does so.
  await prepareDatabase(config(), ownerUrl);
  await work({ DATABASE_URL: ownerUrl });
  await write();
  await expect.poll(mails, { timeout: 60_000 }).toHaveLength(1);
  await expect
    .poll(() => asOwner(`select state from pgboss.job where name = 'send-mail'`))
    .toEqual([{ state: 'completed' }]);
});

it('the worker continues by itself after PostgreSQL was killed and restarted', async () => {
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

it('a worker with another secret is refused until the secret is forgotten, and then has the queue’s rights only', async () => {
  const other = readConfig({ DATA_DIR: dataDir, JWT_SECRET: 'another secret for tests, long enough as well' });
  await expect(prepareDatabase(other, ownerUrl)).rejects.toThrow(
    'The servers of this database have another JWT_SECRET',
  );
  await withOwner((client) => forgetSecret(client));
  const { name } = await prepareDatabase(other, ownerUrl);
  const client = new pg.Client(urlsOf(other, () => ownerUrl, name).jobs());
  await client.connect();
  expect((await client.query('select current_user as name')).rows).toEqual([{ name: 'lectern_plain_worker' }]);
  await expect(client.query('select 1 from outbox')).rejects.toThrow('permission denied');
  await client.end();
});

it('a worker beside its server finds the embedded PostgreSQL again on another port', async () => {
  worker?.kill('SIGKILL');
  await prepareDatabase(config(), cluster.ownerUrl);
  await work();
  const [before, sent] = [await runningCluster(dataDir), await mails()];
  // Port 0: any free port is used.
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
