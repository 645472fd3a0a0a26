/** Tests that a full disk is reported, ends no process, and is recovered from. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { discounts } from '#contract/discount/endpoints.ts';
import { runningCluster } from '#platform/database/cluster.ts';
import { stopPostmaster } from '#platform/database/postmaster.ts';
import { type ServerProcess, spawnServer } from '#platform/testing/server-process.ts';
import { signInOn } from '#platform/testing/spawned-session.ts';
import { testJwtSecret } from '#platform/testing/template.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

/** A disk of limited size needs root; without it these tests are skipped. */
function mayMount(): boolean {
  const place = join(tmpdir(), `lectern-mount-${process.pid}`);
  mkdirSync(place, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place], { stdio: 'ignore' });
    execFileSync('umount', [place]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(place, { recursive: true });
  }
}

const canMount = mayMount();
if (!canMount) console.log('SKIP a full disk: mounting a small one needs root');

let disk: string;
let server: ServerProcess;
let token: string | undefined;

async function start(): Promise<void> {
  server = spawnServer(disk, { JWT_SECRET: testJwtSecret });
  await server.started;
  expect(server.port).toBeGreaterThan(0);
  token ??= await signInOn(disk);
}

/** Fills the disk except for this many megabytes. */
function fill(megabytes: number): void {
  const { bavail, bsize } = statfsSync(disk);
  const filler = openSync(join(disk, 'filler'), 'a');
  const block = Buffer.alloc(64 * 1024);
  try {
    for (let left = bavail * bsize - megabytes * 1024 * 1024; left > 0; left -= block.length)
      writeSync(filler, block, 0, Math.min(left, block.length));
  } catch (error) {
    // The server and its database write too, so the disk may be full earlier.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(filler);
  }
}
const makeRoom = () => rmSync(join(disk, 'filler'));

async function get(path: string, init: RequestInit = {}): Promise<{ status: number; text: string }> {
  const answer = await fetch(`http://127.0.0.1:${server.port}/api${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  return { status: answer.status, text: await answer.text() };
}

async function create(): Promise<{ status: number; text: string; name: string }> {
  const name = `Promo ${randomUUID()}`;
  const body = JSON.stringify({ name, discount: 10, discountType: 2, productType: 'courses' });
  return { ...(await get(discounts.create.url, { method: 'POST', body })), name };
}

async function asOwner(text: string): Promise<string> {
  const client = new pg.Client(await runningCluster(disk));
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(text);
    return 'done';
  } catch (error) {
    return (error as { code?: string }).code ?? (error as Error).message;
  } finally {
    await client.end().catch(() => undefined);
  }
}

describe.runIf(canMount)('a disk that fills up', () => {
  beforeEach(async () => {
    disk = await mkdtemp(join(tmpdir(), 'lectern-disk-'));
    token = undefined;
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300m', 'tmpfs', disk]);
    return async () => {
      server.child.kill('SIGKILL');
      await stopPostmaster(join(disk, 'postgres'));
      execFileSync('umount', ['-l', disk]);
      await rm(disk, { recursive: true });
    };
  });

  it('is reported at 10 % free space: in the log, in readiness and in the metrics', async () => {
    await start();
    fill(25);
    expect(JSON.parse((await get('/ready')).text)).toEqual({
      status: 'ready',
      warning: expect.stringMatching(/^disk nearly full: [78]% \(2[345] MB\) free$/),
    });
    expect((await get('/metrics')).text).toMatch(/^disk_free_bytes\{of="wal"\} 2\d{7}$/m);
    makeRoom();
    expect(JSON.parse((await get('/ready')).text)).toEqual({ status: 'ready' });
  });

  it('under PostgreSQL’s log stops the database but not the server, which names the cause and recovers', async () => {
    await start();
    const { name } = await create();
    fill(0);
    // The current log segment has room left; a new one cannot be created.
    const write = `select pg_logical_emit_message(false, 'test', repeat('x', 1000000))`;
    for (let n = 0; n < 50 && (await get('/ready')).status === 200; n += 1) await asOwner(write);
    await expect
      .poll(async () => (await get('/ready')).text, { timeout: 30_000 })
      .toContain('The database does not answer: disk full: 0 MB free');
    expect(await get(discounts.list.url)).toMatchObject({ status: 503 });
    expect((await get('/health')).status).toBe(200);
    await expect
      .poll(() => server.output, { timeout: 30_000 })
      .toMatch(/PostgreSQL does not start; .*No space left on device \(disk full: 0 MB free\)/);
    makeRoom();
    await expect.poll(async () => (await get(discounts.list.url)).status, { timeout: 30_000 }).toBe(200);
    expect((await get(discounts.list.url)).text).toContain(name);
    expect(server.child.exitCode).toBeNull();
  });

  it('under a table is reported to the caller, and works again after space is freed', async () => {
    await start();
    fill(0);
    let answer = await create();
    // Existing pages of the tables have room for some rows.
    for (let n = 0; n < 2000 && answer.status === 201; n += 1) answer = await create();
    expect(answer).toMatchObject({ status: 503, text: expect.stringContaining('The disk of the database is full') });
    expect((await get(discounts.list.url)).status).toBe(200);
    makeRoom();
    expect((await create()).status).toBe(201);
  }, 60_000);
});
