/** Workers with the accounts of the test, which are killed while they settle or refund. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processEnvironment } from '#platform/testing/server-process.ts';
import { testJwtSecret } from '#platform/testing/template.ts';
import type { Payments } from './payments.ts';

export async function openWorkers({ test, simulator }: Payments) {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-settling-'));
  return {
    start: () =>
      spawn(process.execPath, [join(import.meta.dirname, '../../../../worker.ts')], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: {
          ...processEnvironment,
          DATA_DIR: dataDir,
          LOG_LEVEL: 'fatal',
          JWT_SECRET: testJwtSecret,
          DATABASE_URL: test.ownerUrl,
          PAYMENT_ENDPOINT: simulator.url,
          PAYMENT_CODING_MIDTRANS_SERVER_KEY: 'midtrans-key',
        },
      }),
    async kill(worker: ChildProcess): Promise<void> {
      const exited = once(worker, 'exit');
      worker.kill('SIGKILL');
      await exited;
    },
    /** Makes the queue notice the dead worker now, and retry its jobs now. */
    async letTimePass(): Promise<void> {
      await test.sql(`update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`);
      await test.sql('update pgboss.job set retry_delay = 1, retry_delay_max = 1');
      await test.sql(`update pgboss.job set start_after = now() where state = 'retry'`);
    },
    close: () => rm(dataDir, { recursive: true }),
  };
}
