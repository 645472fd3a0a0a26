/** Verifies a backup: restores it into a temporary PostgreSQL and starts the server on it. */
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

/** Verifies a backup file. @throws Error with one sentence: why this file could not be restored. */
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
  // The copy is temporary and need not survive a crash.
  const cluster = await openCluster({ dataDir, settings: { fsync: 'off', full_page_writes: 'off' } });
  const staging = backup.head.hasUploads ? openStaging(join(dataDir, 'uploads')) : undefined;
  const target = { ownerUrl: cluster.ownerUrl, jwtSecret, staging, replaces: false };
  await restore(backup, target, progress).finally(() => cluster.stop());
}

/** Starts the server with an otherwise empty environment, so that it sends no mail and reaches no calendar or S3. */
async function startServer(dataDir: string): Promise<void> {
  const server = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, JWT_SECRET: jwtSecret, PORT: '0', DEMO: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(server, 'exit');
  try {
    const output = await readUntilStarted(server);
    const port = /localhost:(\d+)/.exec(output)?.[1];
    if (!port) throw new Error(`the server does not start on it and says: ${output.trim()}`);
    const status = await readyStatus(`http://127.0.0.1:${port}/api/ready`);
    if (status !== 200) throw new Error(`the server on it is not ready (${status})`);
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}

async function readUntilStarted(server: ChildProcess): Promise<string> {
  let output = '';
  const started = new Promise<void>((resolve) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (/localhost:\d+/.test(output)) resolve();
    };
    server.stdout?.on('data', read);
    server.stderr?.on('data', read);
    server.once('close', () => resolve());
  });
  await Promise.race([started, sleep(patienceMs, undefined, { ref: false })]);
  return output;
}

/** Status of a server that has just started; a busy machine may answer 503 at first. */
async function readyStatus(url: string, attempts = 30): Promise<number> {
  const { status } = await fetch(url);
  if (status !== 503 || attempts === 1) return status;
  await sleep(1_000);
  return readyStatus(url, attempts - 1);
}
