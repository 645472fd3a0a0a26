/** Proves a backup: restores it into a PostgreSQL made for the purpose, and starts the server on that. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { explain } from '#platform/backup/explain.ts';
import { inspect } from '#platform/backup/inspect.ts';
import type { BackupKey } from '#platform/backup/key.ts';
import { count, type Progress } from '#platform/backup/progress.ts';
import { restore } from '#platform/backup/restore.ts';
import { openStaging } from '#platform/backup/staging.ts';
import { openCluster } from '#platform/database/cluster.ts';
import { onInterrupt } from './interrupt.ts';

const jwtSecret = 'of a server that lives for a moment, on a copy';
const patienceMs = 120_000;

/** @throws Error with one sentence: why this file would not bring the data back. */
export async function verify(file: string, key: BackupKey | undefined, progress: Progress): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-verify-'));
  const clear = () => rmSync(dataDir, { recursive: true, force: true });
  onInterrupt(clear, 'nothing was proved');
  try {
    const backup = await inspect(file, key);
    progress.say('The file is whole; it is restored into a database of its own.');
    await restoreInto(dataDir, { ...backup, file, key }, progress);
    progress.say('Every row and file is as it was; the server starts on them.');
    await startServer(dataDir);
    const shares = Object.values(backup.manifest.tables).flatMap((table) => Object.values(table));
    const rows = shares.reduce((sum, share) => sum + share.rows, 0);
    progress.say(
      `${file} can be restored: ${count(rows, 'row')}, ${count(backup.manifest.uploads.files, 'uploaded file')}, made at ${backup.head.createdAt}.`,
    );
  } catch (error) {
    throw new Error(`${file} cannot be relied on: ${explain(error)}`, { cause: error });
  } finally {
    clear();
  }
}

async function restoreInto(dataDir: string, backup: Parameters<typeof restore>[0], progress: Progress): Promise<void> {
  // What is lost in a crash of the machine is this copy.
  const cluster = await openCluster({ dataDir, settings: { fsync: 'off', full_page_writes: 'off' } });
  const staging = backup.head.hasUploads ? openStaging(join(dataDir, 'uploads')) : undefined;
  const target = { ownerUrl: cluster.ownerUrl, jwtSecret, staging, replaces: false };
  await restore(backup, target, progress).finally(() => cluster.stop());
}

/** With an environment of nothing else, so that nothing of the copy goes out: no mail, no calendar, no S3. */
async function startServer(dataDir: string): Promise<void> {
  const server = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, JWT_SECRET: jwtSecret, PORT: '0', DEMO: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(server, 'exit');
  try {
    const said = await firstWords(server);
    const port = /localhost:(\d+)/.exec(said)?.[1];
    if (!port) throw new Error(`the server does not start on it and says: ${said.trim()}`);
    const { status } = await fetch(`http://127.0.0.1:${port}/api/ready`);
    if (status !== 200) throw new Error(`the server on it is not ready (${status})`);
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}

async function firstWords(server: ChildProcess): Promise<string> {
  let said = '';
  const heard = new Promise<void>((resolve) => {
    const read = (chunk: Buffer) => {
      said += chunk.toString();
      if (/localhost:\d+/.test(said)) resolve();
    };
    server.stdout?.on('data', read);
    server.stderr?.on('data', read);
    server.once('close', () => resolve());
  });
  await Promise.race([heard, sleep(patienceMs, undefined, { ref: false })]);
  return said;
}
