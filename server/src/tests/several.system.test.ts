/** Tests two servers and a worker on one database, killed in turn: every acknowledged write is stored, once. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { discounts } from '#contract/discount/endpoints.ts';
import { enqueue } from '#platform/jobs/outbox.ts';
import { sendMail } from '#shared/mail/send-mail.ts';
import { beginUpload, finishUpload } from '#contract/kernel/upload.ts';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { testApp } from './app.ts';
import { mp4 } from '#platform/testing/files.ts';
import { processEnvironment, type ServerProcess, spawnServer } from '#platform/testing/server-process.ts';
import { balance } from '#platform/testing/several.ts';
import { testJwtSecret } from '#platform/testing/template.ts';

vi.setConfig({ testTimeout: 180_000 });

const rounds = 6;
const writers = 4;

let test: TestApp;
let admin: TestCaller;
let env: Record<string, string>;
let balancer: Server;
let worker: ChildProcess;
const servers: ServerProcess[] = [];

beforeAll(async () => {
  test = await testApp();
  admin = await test.as('admin');
  const { dataDir } = test.app.deps.config;
  env = { DATABASE_URL: test.ownerUrl, DATA_DIR: dataDir, JWT_SECRET: testJwtSecret, LOG_LEVEL: 'error' };
  await Promise.all([startServer(0), startServer(1)]);
  worker = startWorker();
  balancer = await balance(() => servers.map(({ port }) => port).filter(Boolean));
});
afterAll(async () => {
  balancer.close();
  await Promise.all([...servers.map(({ child }) => child), worker].map(kill));
  await test.close();
});

async function startServer(place: number): Promise<void> {
  const server = spawnServer(test.app.deps.config.dataDir, { ...env, WORKER: '0' });
  servers[place] = server;
  await server.started;
}

function startWorker(): ChildProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../worker.ts')], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...processEnvironment, ...env },
  });
  // Killed with its IPC channel open, it cannot receive messages.
  child.on('error', () => undefined);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

async function killAndStartAgain(what: 0 | 1 | 'worker'): Promise<void> {
  if (what !== 'worker') {
    await kill(servers[what]!.child);
    return startServer(what);
  }
  await kill(worker);
  // Makes the queue's heartbeat timeout elapse.
  await test.sql(`update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`);
  await test.sql(
    `update pgboss.job set retry_delay = 1, retry_delay_max = 1, start_after = now() where state = 'retry'`,
  );
  worker = startWorker();
}

const through = (port: number) => `http://127.0.0.1:${port}`;
const headers = () => ({ authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' });

/** Writes like the browser: repeats the same key until a server answers. */
async function write(name: string): Promise<void> {
  const { port } = balancer.address() as AddressInfo;
  for (;;) {
    const answer = await fetch(`${through(port)}/api${discounts.create.url}`, {
      method: 'POST',
      headers: { ...headers(), 'idempotency-key': name.replaceAll(' ', '-'), connection: 'close' },
      body: JSON.stringify({ name, discount: 10_000, discountType: 1, productType: 'courses' }),
      signal: AbortSignal.timeout(5_000),
    }).catch(() => undefined);
    const body = await answer?.text().catch(() => undefined);
    if (answer && body !== undefined && answer.status !== 503) {
      // 409: the interrupted call still runs on the other server.
      if (answer.status !== 409)
        return expect([answer.status, body]).toEqual([201, expect.stringContaining('discountId')]);
    }
    await sleep(20);
  }
}

async function askForLetter(): Promise<void> {
  const [row] = await test.sql(
    `insert into "user" (tenant, email, name, password_hash, role)
    values ('coding', new_id() || '@sample.test', 'Sari', 'none', 'admin') returning id`,
  );
  await enqueue(test.database.tenant('coding'), sendMail, { template: 'sign-in-alert', userId: String(row?.['id']) });
}

it('keeps writes and jobs while each process is killed in turn, and repeats none', async () => {
  const done: string[] = [];
  let letters = 0;
  const over = new AbortController();
  const stream = Array.from({ length: writers }, async (_, writer) => {
    for (let n = 0; !over.signal.aborted; n += 1) {
      const name = `Bersama ${writer}.${n}`;
      await write(name);
      done.push(name);
    }
  });
  for (let round = 0; round < rounds; round += 1) {
    const enough = done.length + 40;
    for (; letters < (round + 1) * 5; letters += 1) await askForLetter();
    await expect.poll(() => done.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(enough);
    await sleep(round * 7);
    await killAndStartAgain(([0, 'worker', 1] as const)[round % 3]!);
  }
  over.abort();
  await Promise.all(stream);
  const found = await test.sql(
    `select name, count(distinct discount.id)::int as rows, count(audit.id)::int as entries
    from discount left join audit on audit.table_name = 'discount' and audit.record_id = discount.id::text group by name`,
  );
  expect(found.filter(({ rows, entries }) => rows !== 1 || entries !== 1)).toEqual([]);
  expect(new Set(found.map(({ name }) => name))).toEqual(new Set(done));
  const written = async () =>
    (await readdir(join(test.app.deps.config.dataDir, 'mail'))).filter((name) => name.endsWith('.eml')).length;
  await expect.poll(written, { timeout: 90_000 }).toBe(letters);
  const states = () => test.sql(`select distinct state from pgboss.job where name = 'send-mail'`);
  await expect.poll(states, { timeout: 60_000 }).toEqual([{ state: 'completed' }]);
  expect(await test.sql('select 1 from outbox')).toEqual([]);
});

it('accepts pieces of a file on either server, and one of them on both', async () => {
  const bytes = mp4(4_000_000);
  const half = bytes.length / 2;
  const begun = await admin.call(beginUpload, {
    body: { filename: 'a', contentType: 'video/mp4', prefix: '', size: bytes.length },
  });
  const piece = (server: number, offset: number, body: Buffer) =>
    fetch(`${through(servers[server]!.port)}${begun.body.url}`, {
      method: 'PATCH',
      headers: {
        ...headers(),
        'tus-resumable': '1.0.0',
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
      },
      body: new Uint8Array(body),
    }).then(({ status }) => status);
  const first = await Promise.all([0, 1].map((server) => piece(server, 0, bytes.subarray(0, half))));
  // The same bytes at the same offset: the second request is refused, or writes the same.
  expect(first).toContain(204);
  expect(first.filter((status) => status !== 204 && status !== 409)).toEqual([]);
  expect(await piece(1, half, bytes.subarray(half))).toBe(204);
  const finished = await fetch(
    `${through(servers[0]!.port)}/api${finishUpload.url.replace(':id', begun.body.uploadId)}`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}` },
    },
  );
  const { file } = (await finished.json()) as { file: { url: string } };
  for (const { port } of servers) {
    const read = await fetch(`${through(port)}${new URL(file.url, through(port)).pathname}`);
    expect(Buffer.from(await read.arrayBuffer()).equals(bytes)).toBe(true);
  }
});
