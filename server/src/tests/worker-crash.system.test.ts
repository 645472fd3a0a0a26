/** Tests that killing a worker loses no job and repeats no effect. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { roleName } from '#platform/database/app-role.ts';
import { enqueue } from '#platform/jobs/outbox.ts';
import { sendMail } from '#shared/mail/send-mail.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { jobs } from '../jobs.ts';
import { testApp } from './app.ts';
import { processEnvironment } from '#platform/testing/server-process.ts';
import { type Received, type TestSmtp, testSmtp } from '#platform/testing/smtp.ts';
import { testJwtSecret } from '#platform/testing/template.ts';

// Starting and killing processes takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let test: TestApp;
let dataDir: string;
let server: TestSmtp;
let beforeTaken: (mail: Received) => Promise<void> | void = () => undefined;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  test = await testApp();
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-worker-'));
  server = await testSmtp({}, (mail) => beforeTaken(mail));
});
afterEach(async () => {
  for (const child of children) await kill(child);
  beforeTaken = () => undefined;
  server.taken.length = 0;
  for (const table of ['outbox', 'effect', 'pgboss.job']) await test.sql(`delete from ${table}`);
});
afterAll(async () => {
  await server.close();
  await test.close();
  await rm(dataDir, { recursive: true });
});

function spawned(args: string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...processEnvironment, DATA_DIR: dataDir, LOG_LEVEL: 'fatal', JWT_SECRET: testJwtSecret, ...env },
  });
  child.stdout?.resume();
  children.add(child);
  return child;
}

/** Starts `npm run worker` unchanged. */
const startWorker = () =>
  spawned([join(import.meta.dirname, '../worker.ts')], {
    DATABASE_URL: test.ownerUrl,
    SMTP_URL: server.url,
    MAIL_FROM: 'no-reply@studio.test',
  });

async function kill(child: ChildProcess): Promise<void> {
  children.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** With all workers dead: makes the heartbeat timeout and the retry delay elapse. */
async function letTimePass(): Promise<void> {
  await test.sql(`update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`);
  await test.sql(`update pgboss.job set retry_delay = 1, retry_delay_max = 1`);
  await test.sql(`update pgboss.job set start_after = now() where state = 'retry'`);
}

async function write(count = 1): Promise<string[]> {
  const rows = await test.sql(
    `insert into "user" (tenant, email, name, password_hash, role)
    select 'coding', new_id() || '@sample.test', 'Sari', 'none', 'admin' from generate_series(1, $1) returning id, email`,
    [count],
  );
  for (const { id } of rows)
    await enqueue(test.database.tenant('coding'), sendMail, { template: 'sign-in-alert', userId: String(id) });
  return rows.map(({ email }) => String(email));
}

/** Scheduled jobs run at any time. */
const scheduled = jobs.filter(({ cron }) => cron).map(({ name }) => name);
const states = async () =>
  (await test.sql('select state from pgboss.job where name <> all($1)', [[...scheduled, '__pgboss__send-it']])).map(
    ({ state }) => state,
  );

it('killed before the mail server answered 250: sends the mail again, and it is accepted once', async () => {
  await write();
  let first: ChildProcess | undefined = startWorker();
  beforeTaken = async () => {
    const victim = first;
    first = undefined;
    if (!victim) return;
    await kill(victim);
    throw new Error('The client is gone');
  };
  await expect.poll(() => first, { timeout: 30_000 }).toBeUndefined();
  await expect.poll(() => children.size).toBe(0);
  expect(await states()).toEqual(['active']);
  await letTimePass();
  startWorker();
  await expect.poll(states, { timeout: 60_000 }).toEqual(['completed']);
  expect(server.taken).toHaveLength(1);
});

it('killed after the mail was accepted and before the queue knew: does not send it again', async () => {
  await write();
  const lock = new pg.Client(test.ownerUrl);
  await lock.connect();
  let locked: Promise<unknown> | undefined;
  // The queue's row is locked from here on, so that the worker records the effect and then waits to complete the job.
  beforeTaken = async () => {
    locked ??= lock
      .query('begin')
      .then(() => lock.query(`select 1 from pgboss.job where name = 'send-mail' for update`));
    await locked;
  };
  const first = startWorker();
  await expect.poll(() => test.sql('select key from effect'), { timeout: 30_000 }).toHaveLength(1);
  await kill(first);
  // A crashed machine would lose its connections; here the last statement could still be executed.
  await test.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = $1`,
    [roleName(test.name, 'worker')],
  );
  await lock.query('rollback');
  await lock.end();
  expect(await states()).toEqual(['active']);
  await letTimePass();
  startWorker();
  await expect.poll(states, { timeout: 60_000 }).toEqual(['completed']);
  expect(await test.sql(`select retry_count from pgboss.job where name = 'send-mail'`)).toEqual([{ retry_count: 1 }]);
  expect(server.taken).toHaveLength(1);
});

it('killed repeatedly while it sends many: sends every mail, and repeated ones are equal', async () => {
  const kills = 3;
  const emails = await write(40);
  for (let n = 1; n <= kills; n += 1) {
    const before = server.taken.length;
    const worker = startWorker();
    await expect.poll(() => server.taken.length, { timeout: 30_000, interval: 3 }).toBeGreaterThan(before + 1);
    await sleep(n * 11);
    await kill(worker);
    await letTimePass();
  }
  startWorker();
  const open = () => states().then((all) => all.filter((state) => state !== 'completed'));
  await expect.poll(open, { timeout: 60_000 }).toEqual([]);
  expect(await test.sql('select 1 from outbox')).toEqual([]);
  expect(new Set(server.taken.flatMap(({ to }) => to))).toEqual(new Set(emails));
  // One Message-ID for each mail, derived from the job, however often it was sent.
  expect(new Set(server.taken.map(({ messageId }) => messageId)).size).toBe(emails.length);
  // Only mails between the server's 250 and the recorded effect can be sent twice: one for each concurrent job.
  expect(server.taken.length - emails.length).toBeLessThanOrEqual(kills * sendMail.concurrency);
  console.log(`${server.taken.length - emails.length} of ${emails.length} mails came twice over ${kills} kills`);
});

it('killed after an effect in the database: runs again and the effect happens once', async () => {
  const file = join(import.meta.dirname, 'effect-worker.ts');
  await test.sql(`insert into outbox (tenant, job, ids) values ('coding', 'test-effect', '{}')`);
  const first = spawned([file, test.ownerUrl, test.name, 'hangs']);
  await once(first.stdout!, 'data');
  await kill(first);
  await letTimePass();
  const second = spawned([file, test.ownerUrl, test.name]);
  await once(second.stdout!, 'data');
  await expect.poll(states, { timeout: 30_000 }).toEqual(['completed']);
  expect(await test.sql(`select 1 from sign_in_failure where email = 'effect@sample.test'`)).toHaveLength(1);
});

it('finishes its current job on SIGTERM', async () => {
  await write();
  const worker = startWorker();
  beforeTaken = async () => {
    beforeTaken = () => undefined;
    worker.kill('SIGTERM');
    await sleep(500);
  };
  const [code] = (await once(worker, 'exit')) as [number];
  expect(code).toBe(0);
  expect(server.taken).toHaveLength(1);
  expect(await states()).toEqual(['completed']);
});
