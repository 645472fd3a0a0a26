/** Tests that the server recovers when its PostgreSQL ends and restarts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { discounts } from '#contract/discount/endpoints.ts';
import { runningCluster } from '#platform/database/cluster.ts';
import { stopPostmaster } from '#platform/database/postmaster.ts';
import { type ServerProcess, spawnServer } from '#platform/testing/server-process.ts';
import { signInOn } from '#platform/testing/spawned-session.ts';
import { testJwtSecret } from '#platform/testing/template.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let dataDir: string;
let server: ServerProcess;
let token: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-recovery-'));
  server = spawnServer(dataDir, { JWT_SECRET: testJwtSecret });
  await server.started;
  token = await signInOn(dataDir);
});
afterEach(async () => {
  server.child.kill('SIGKILL');
  await stopPostmaster(join(dataDir, 'postgres'));
  await rm(dataDir, { recursive: true });
});

async function create(): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${server.port}/api${discounts.create.url}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Promo', discount: 10, discountType: 2, productType: 'courses' }),
  });
  await answer.text();
  return answer.status;
}

const postmaster = () => Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

test('finds PostgreSQL again when it restarts on another port', async () => {
  await expect.poll(create).toBe(201);
  const before = await runningCluster(dataDir);
  // Port 0: any free port is used.
  writeFileSync(join(dataDir, 'postgres-port'), '0');
  process.kill(postmaster(), 'SIGKILL');
  await expect.poll(create, { timeout: 30_000 }).toBe(201);
  expect(await runningCluster(dataDir)).not.toBe(before);
});

test.each(['SIGINT', 'SIGQUIT', 'SIGKILL'] as const)(
  'answers 503 after PostgreSQL ends under load by %s, and recovers within seconds',
  async (signal) => {
    const seen = new Set<number>();
    const over = new AbortController();
    const load = Array.from({ length: 20 }, async () => {
      while (!over.signal.aborted) seen.add(await create().catch(() => 0));
    });
    await expect.poll(() => seen.has(201), { timeout: 20_000 }).toBe(true);
    process.kill(postmaster(), signal);
    await expect.poll(() => seen.has(503), { interval: 5, timeout: 10_000 }).toBe(true);
    const gone = performance.now();
    await expect.poll(create, { timeout: 20_000 }).toBe(201);
    expect(performance.now() - gone).toBeLessThan(10_000);
    over.abort();
    await Promise.all(load);
    expect([...seen].toSorted()).toEqual([201, 503]);
    expect(server.child.exitCode).toBeNull();
  },
);
