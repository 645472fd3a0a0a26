/** `npm run tables`: writes server/src/tables.ts from the migrations, with a temporary database. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCluster } from '#platform/database/cluster.ts';
import { migrate } from '#platform/database/migrate.ts';
import { tableTypes } from '#platform/database/table-types.ts';
import { tableNotes } from '../table-notes.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'lectern-tables-'));
const cluster = await openCluster({ dataDir, settings: { fsync: 'off', synchronous_commit: 'off' } });
try {
  await migrate(cluster.ownerUrl, { jwtSecret: 'not used' });
  await writeFile(join(import.meta.dirname, '../tables.ts'), await tableTypes(cluster.ownerUrl, tableNotes));
  console.log('Written: server/src/tables.ts');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await cluster.stop();
  await rm(dataDir, { recursive: true });
}
