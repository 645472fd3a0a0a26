/** Runs work with the owner's connection string, beside a running server or on a new database. */
import type { Config } from '#platform/config.ts';
import { openCluster, runningCluster } from '#platform/database/cluster.ts';

export async function withOwnerUrl(config: Config, work: (ownerUrl: string) => Promise<void>): Promise<void> {
  const running = config.databaseUrl ?? (await runningCluster(config.dataDir));
  if (running) return work(running);
  const cluster = await openCluster({ dataDir: config.dataDir });
  try {
    await work(cluster.ownerUrl);
  } finally {
    await cluster.stop();
  }
}
