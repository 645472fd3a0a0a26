/** Process that holds the embedded PostgreSQL of a folder like the server does; tests kill it. */
import { rm } from 'node:fs/promises';
import { openCluster } from '#platform/database/cluster.ts';

const [dataDir = '', settings = '{}'] = process.argv.slice(2);
try {
  const cluster = await openCluster({ dataDir, settings: JSON.parse(settings) });
  process.once('SIGINT', () => void cluster.stop().then(() => process.exit(0)));
  const abandoned = async () => {
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
    process.exit(0);
  };
  // The parent may have died before PostgreSQL was ready.
  if (process.connected) process.once('disconnect', () => void abandoned());
  else await abandoned();
  console.log(cluster.ownerUrl);
} catch (error) {
  console.log((error as Error).message);
  process.exit(1);
}
