/** Tests that no PostgreSQL outlives its test run, however the run ends. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stopPostmaster } from '#platform/database/postmaster.ts';
import { holdCluster } from './held-cluster.ts';

// Starts processes and databases, which take long on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-held-'));
});
afterEach(async () => {
  await stopPostmaster(join(dataDir, 'postgres'));
  await rm(dataDir, { recursive: true, force: true });
});

async function ask(url: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query('select 1 as n').finally(() => client.end());
  return rows;
}

test('stop() removes server and folder', async () => {
  const { ownerUrl, stop } = await holdCluster(dataDir);
  expect(await ask(ownerUrl)).toEqual([{ n: 1 }]);
  await stop();
  await expect(ask(ownerUrl)).rejects.toThrow('ECONNREFUSED');
  expect(existsSync(dataDir)).toBe(false);
});

test('holdCluster rejects with the reason if it cannot start', async () => {
  await writeFile(join(dataDir, 'file'), '');
  await expect(holdCluster(join(dataDir, 'file'))).rejects.toThrow('EEXIST');
});

test.each(['SIGINT', 'SIGHUP', 'SIGKILL'] as const)(
  '%s to the whole group of the process that asked for it ends it too',
  async (signal) => {
    const file = JSON.stringify(join(import.meta.dirname, 'held-cluster.ts'));
    const code = `const { holdCluster } = await import(${file}); console.log((await holdCluster(${JSON.stringify(dataDir)})).ownerUrl);`;
    const run = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    const [ownerUrl] = (await once(createInterface(run.stdout), 'line')) as [string];
    expect(await ask(ownerUrl)).toEqual([{ n: 1 }]);
    process.kill(-run.pid!, signal);
    await expect.poll(() => existsSync(dataDir)).toBe(false);
    await expect(ask(ownerUrl)).rejects.toThrow('ECONNREFUSED');
  },
);
