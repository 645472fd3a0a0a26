/** A process that holds the embedded PostgreSQL of the folder it is told, as the server does; tests kill it. */
import { openCluster } from '#platform/database/cluster.ts';

const [dataDir = ''] = process.argv.slice(2);
try {
  const cluster = await openCluster({ dataDir });
  process.once('SIGINT', () => void cluster.stop().then(() => process.exit(0)));
  setInterval(() => undefined, 60_000);
  console.log(cluster.ownerUrl);
} catch (error) {
  console.log((error as Error).message);
  process.exit(1);
}
