/** Tests that no request is lost while servers behind HAProxy are restarted one after the other. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { getOwnProfile } from '#contract/kernel/auth.ts';
import { discounts } from '#contract/discount/endpoints.ts';
import { beginUpload, finishUpload } from '#contract/kernel/upload.ts';
import { findPort } from '#platform/port.ts';
import { testDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { mp4 } from '#platform/testing/files.ts';
import { type ServerProcess, spawnServer } from '#platform/testing/server-process.ts';
import { signInAt } from '#platform/testing/spawned-session.ts';
import { testJwtSecret } from '#platform/testing/template.ts';
import { missingPrograms } from './lib/debian.mjs';

vi.setConfig({ testTimeout: 400_000 });

const enough = 10_000;
const callers = 6;
/** One process, and a first process with two others. */
const processes = ['1', '2'];
/** Longer than HAProxy needs here to notice, by the configuration below. */
const drainMs = '2000';

const missing = await missingPrograms('rolling restart', ['haproxy']);

let target: TestDatabase;
let dataDir: string;
let headers: Record<string, string>;
let haproxy: ChildProcess | undefined;
let entry: string;
const ports: number[] = [];
const servers: ServerProcess[] = [];

beforeAll(async () => {
  if (missing) return;
  target = await testDatabase();
  headers = { authorization: `Bearer ${await signInAt(target.ownerUrl)}` };
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-rolling-'));
  const freePort = () => findPort({ port: 0, host: '127.0.0.1' });
  for (const [at] of processes.entries()) {
    ports[at] = await freePort();
    await start(at);
  }
  const port = await freePort();
  entry = `http://127.0.0.1:${port}`;
  haproxy = await startHaproxy(port);
  for (const [at] of processes.entries()) await untilUp(at);
});
afterAll(async () => {
  if (missing) return;
  for (const child of [haproxy, ...servers.map((server) => server.child)]) await stop(child, 'SIGKILL');
  await target.drop();
  await rm(dataDir, { recursive: true });
});

async function stop(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<number | null> {
  if (!child || child.exitCode !== null) return null;
  const gone = once(child, 'exit');
  child.kill(signal);
  const [code] = (await gone) as [number | null];
  return code;
}

async function start(at: number): Promise<void> {
  const server = spawnServer(dataDir, {
    DATABASE_URL: target.ownerUrl,
    JWT_SECRET: testJwtSecret,
    PORT: String(ports[at]),
    PROCESSES: processes[at]!,
    DRAIN_MS: drainMs,
    DATABASE_PATIENCE_MS: '30000',
    LOG_LEVEL: 'error',
  });
  servers[at] = server;
  await server.started;
  expect(server.output).toContain('Ctrl-C');
}

/** The configuration of docs/guide/operating.md, with shorter checks and a page of states. */
async function startHaproxy(port: number): Promise<ChildProcess> {
  const config = join(dataDir, 'haproxy.cfg');
  await writeFile(
    config,
    `defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  timeout check 5s
frontend entry
  bind 127.0.0.1:${port}
  default_backend lectern
backend lectern
  option httpchk GET /api/ready
  default-server check inter 300ms fall 2 rise 2
  stats enable
  stats uri /states
${ports.map((one, at) => `  server s${at} 127.0.0.1:${one}`).join('\n')}
`,
  );
  return spawn('haproxy', ['-db', '-f', config], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env['PATH'] },
  });
}

async function untilUp(at: number): Promise<void> {
  const check = async () => {
    const states = await fetch(`${entry}/states;csv`).then(
      (answer) => answer.text(),
      () => '',
    );
    const state = states.split('\n').find((line) => line.startsWith(`lectern,s${at},`));
    expect(state?.split(',')[17]).toBe('UP');
  };
  await vi.waitFor(check, { timeout: 60_000, interval: 50 });
}

/** Requests so far, and those that were not answered as expected. */
const sent = { count: 0, lost: [] as string[] };

async function call(expected: number, path: string, init: RequestInit = {}): Promise<Response | undefined> {
  sent.count += 1;
  try {
    const answer = await fetch(new URL(path, entry), { ...init, headers: { ...headers, ...init.headers } });
    const body = await answer.arrayBuffer();
    if (answer.status === expected) return new Response(body);
    sent.lost.push(`${init.method ?? 'GET'} ${path}: ${answer.status} ${Buffer.from(body).toString().slice(0, 200)}`);
  } catch (error) {
    sent.lost.push(`${init.method ?? 'GET'} ${path}: ${String((error as Error).cause ?? error)}`);
  }
  return undefined;
}

const post = (path: string, body: object = {}) =>
  ({
    path: `/api${path}`,
    init: { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  }) as const;

/** Reads, and writes with every eighth call. */
async function work(caller: number, over: AbortSignal): Promise<void> {
  for (let n = 0; !over.aborted; n += 1) {
    const { path, init } = post(discounts.create.url, {
      name: `Bergulir ${caller}.${n}`,
      discount: 10_000,
      discountType: 1,
      productType: 'courses',
    });
    if (n % 8 === 0) await call(201, path, init);
    else await call(200, `/api${getOwnProfile.url}`);
  }
}

/** Uploads one file after the other, in pieces that any server may receive. */
async function upload(over: AbortSignal): Promise<number> {
  const bytes = mp4(400_000);
  const size = Math.ceil(bytes.length / 20);
  let files = 0;
  for (; !over.aborted; files += 1) {
    const announced = post(beginUpload.url, {
      filename: 'a',
      contentType: 'video/mp4',
      prefix: '',
      size: bytes.length,
    });
    const begun = (await (await call(200, announced.path, announced.init))?.json()) as
      | { url: string; uploadId: string }
      | undefined;
    if (!begun) continue;
    for (let offset = 0; offset < bytes.length; offset += size) {
      await call(204, begun.url, {
        method: 'PATCH',
        headers: {
          'tus-resumable': '1.0.0',
          'content-type': 'application/offset+octet-stream',
          'upload-offset': String(offset),
        },
        body: new Uint8Array(bytes.subarray(offset, offset + size)),
      });
    }
    const { path, init } = post(finishUpload.url.replace(':id', begun.uploadId));
    await call(200, path, init);
  }
  return files;
}

it.skipIf(missing)('loses none of 10,000 requests while each server is restarted twice', async () => {
  const over = new AbortController();
  const callersDone = Promise.all(Array.from({ length: callers }, (_, caller) => work(caller, over.signal)));
  const uploadsDone = upload(over.signal);
  const exits: (number | null)[] = [];
  for (const at of [0, 1, 0, 1]) {
    exits.push(await stop(servers[at]!.child, 'SIGTERM'));
    await start(at);
    await untilUp(at);
  }
  while (sent.count < enough) await sleep(100);
  over.abort();
  await callersDone;
  expect(await uploadsDone).toBeGreaterThan(0);
  expect(exits).toEqual([0, 0, 0, 0]);
  expect(sent.lost).toEqual([]);
  expect(sent.count).toBeGreaterThanOrEqual(enough);
});
