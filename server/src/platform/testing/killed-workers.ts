/** Workers that are killed while they work, for tests that nothing is lost or done twice. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { TestApp } from './app.ts';
import { processEnvironment } from './server-process.ts';
import { testJwtSecret } from './template.ts';

export type KilledWorkers = Awaited<ReturnType<typeof openWorkers>>;

export async function openWorkers({ sql, ownerUrl }: TestApp, env: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-killed-'));
  const workers = new Set<ChildProcess>();

  function start(): ChildProcess {
    const worker = spawn(process.execPath, [inject('programs').worker], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...processEnvironment,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'fatal',
        JWT_SECRET: testJwtSecret,
        DATABASE_URL: ownerUrl,
        ...env,
      },
    });
    workers.add(worker);
    return worker;
  }

  async function kill(worker: ChildProcess): Promise<void> {
    workers.delete(worker);
    if (worker.exitCode !== null || worker.signalCode !== null) return;
    const exited = once(worker, 'exit');
    worker.kill('SIGKILL');
    await exited;
  }

  return {
    start,
    kill,
    /** Makes the queue notice the dead worker now, and retry its jobs now. */
    async letTimePass(): Promise<void> {
      await sql(`update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`);
      await sql('update pgboss.job set retry_delay = 1, retry_delay_max = 1');
      await sql(`update pgboss.job set start_after = now() where state = 'retry'`);
    },
    close: async () => {
      for (const worker of workers) await kill(worker);
      await rm(dataDir, { recursive: true });
    },
  };
}
