/** Tests that several server processes share a port and a database, and replace one another. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { discounts } from '#contract/discount/endpoints.ts';
import { stopPostmaster } from '#platform/database/postmaster.ts';
import pg from 'pg';
import { testDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { type ServerProcess, spawnServer } from '#platform/testing/server-process.ts';
import { signInAt } from '#platform/testing/spawned-session.ts';
import { testJwtSecret } from '#platform/testing/template.ts';

vi.setConfig({ testTimeout: 240_000 });

let dataDir: string;
let spawned: ChildProcess[];
let target: TestDatabase | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-processes-'));
  spawned = [];
});
afterEach(async () => {
  for (const child of spawned) child.kill('SIGKILL');
  await stopPostmaster(join(dataDir, 'postgres'));
  await target?.drop();
  target = undefined;
  await rm(dataDir, { recursive: true });
});

async function start(env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = spawnServer(dataDir, { PROCESSES: '2', JWT_SECRET: testJwtSecret, ...env });
  spawned.push(server.child);
  await server.started;
  return server;
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

/** Server processes without those of PostgreSQL. */
const serversOf = ({ child }: ServerProcess) =>
  childrenOf(child.pid!).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.ts'));

const isAlive = (pid: number) =>
  existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));

const isReady = ({ port }: ServerProcess) =>
  fetch(`http://127.0.0.1:${port}/api/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Number of different processes that answer, according to their metrics. */
async function answering({ port }: ServerProcess): Promise<number> {
  const begun = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/metrics`, { headers: { connection: 'close' } }).catch(
        () => undefined,
      );
      return /^process_start_time_seconds\{process="(\d+)"\}/m.exec((await answer?.text()) ?? '')?.[1];
    }),
  );
  return new Set(begun.filter(Boolean)).size;
}

async function end({ child }: ServerProcess, signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(child, 'exit');
  process.kill(-child.pid!, signal);
  const [code] = (await ended) as [number | null];
  return code;
}

describe.runIf(process.platform === 'linux')('PROCESSES=2', () => {
  it('runs two servers on one port and one database; Ctrl-C ends all', async () => {
    const server = await start();
    const servers = serversOf(server);
    expect(servers).toHaveLength(2);
    expect(server.output.match(/Lectern is ready/g)).toHaveLength(1);
    // A busy machine may answer a call or two with 503.
    await expect.poll(() => isReady(server)).toBe(true);
    expect(await end(server, 'SIGINT')).toBe(0);
    expect(servers.filter(isAlive)).toEqual([]);
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
  });

  it('ends with the first process, however it ends', async () => {
    target = await testDatabase();
    const server = await start({ DATABASE_URL: target.ownerUrl });
    const servers = serversOf(server);
    server.child.kill('SIGKILL');
    await expect.poll(() => servers.filter(isAlive), { timeout: 20_000 }).toEqual([]);
  });

  it('reports an error once, and ends', async () => {
    target = await testDatabase();
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const server = await start({ DATABASE_URL: target.ownerUrl, PORT: String(port) });
    other.close();
    expect(server.output.match(/is taken on 127\.0\.0\.1; set PORT to another\./g)).toHaveLength(1);
    expect(server.child.exitCode).toBe(1);
  });

  it('restarts a server that died while the other answers; no acknowledged write is lost or repeated', async () => {
    target = await testDatabase();
    const server = await start({ DATABASE_URL: target.ownerUrl });
    const token = await signInAt(target.ownerUrl);
    const write = (name: string) =>
      fetch(`http://127.0.0.1:${server.port}/api${discounts.create.url}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': name.replaceAll(' ', '-'),
        },
        body: JSON.stringify({ name, discount: 10_000, discountType: 1, productType: 'courses' }),
        signal: AbortSignal.timeout(10_000),
      }).then(
        (answer) => answer.text().then(() => answer.status),
        () => 0,
      );
    const acknowledged: string[] = [];
    const wrong: number[] = [];
    const over = new AbortController();
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let n = 0; !over.signal.aborted; n += 1) {
        const name = `Tulisan ${writer}.${n}`;
        // Without a response, repeats the key on any process.
        for (let status = 0; status !== 201;) {
          status = await write(name);
          if (![201, 0, 503].includes(status)) wrong.push(status);
        }
        acknowledged.push(name);
      }
    });
    for (let kill = 0; kill < 3; kill += 1) {
      const [victim] = serversOf(server);
      const enough = acknowledged.length + 20;
      await expect.poll(() => [acknowledged.length > enough, wrong], { timeout: 60_000 }).toEqual([true, []]);
      await sleep(kill * 7);
      process.kill(victim!, 'SIGKILL');
      await expect.poll(() => answering(server), { timeout: 60_000 }).toBe(2);
    }
    over.abort();
    await Promise.all(writers);
    expect(wrong).toEqual([]);
    const owner = new pg.Client(target.ownerUrl);
    await owner.connect();
    const { rows } = await owner.query<{ name: string; n: number }>(
      `select name, count(audit.id)::int as n from discount left join audit on table_name = 'discount' and record_id = discount.id::text group by discount.id, name`,
    );
    await owner.end();
    expect(rows.filter(({ n }) => n !== 1)).toEqual([]);
    expect(rows.map(({ name }) => name).toSorted()).toEqual(acknowledged.toSorted());
    expect(await end(server, 'SIGTERM')).toBe(0);
  });
});
