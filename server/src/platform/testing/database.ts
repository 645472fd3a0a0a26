/** Migrated database for one test file. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type RoleKind, type TenantRole, roleKinds, roleName, roleUrl } from '#platform/database/app-role.ts';
import { openDatabase, type Database } from '#platform/database/database.ts';
import { type JobStore, openJobPool, openJobStore } from '#platform/jobs/store.ts';
import { migrate } from '#platform/database/migrate.ts';
import { template, testJwtSecret } from './template.ts';

export interface TestDatabase {
  /** Superuser's URL, past row-level security; for setup and assertions. */
  ownerUrl: string;
  name: string;
  /** URL of the server's role for a tenant. */
  appUrl: (kind: TenantRole) => string;
  /** URL of the worker's role. */
  workerUrl: string;
  database: Database;
  jobs: JobStore;
  drop(): Promise<void>;
}

/** Clones the migrated template (about 100 ms). Call it in `beforeAll`, and `drop` in `afterAll`. */
export async function testDatabase(): Promise<TestDatabase> {
  const clusterUrl = inject('ownerUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Copies files, which takes a quarter of the time of writing each page to the log.
  await run(clusterUrl, `create database ${name} template ${template} strategy file_copy`);
  const ownerUrl = new URL(clusterUrl);
  ownerUrl.pathname = name;
  // A clone gets its own roles, as at every start of a server.
  await migrate(ownerUrl.href, { jwtSecret: testJwtSecret });
  const urlOf = (kind: RoleKind) => roleUrl(ownerUrl.href, roleName(name, kind), testJwtSecret);
  // Fifty concurrent calls may wait for five connections, however busy the machine is.
  const database = openDatabase(urlOf, { poolSize: 5, patienceMs: 30_000 });
  const workerUrl = urlOf('worker');
  const jobs = openJobStore(openJobPool(() => workerUrl));
  return {
    ownerUrl: ownerUrl.href,
    name,
    appUrl: urlOf,
    workerUrl,
    database,
    jobs,
    async drop() {
      await database.close();
      await jobs.close();
      await run(clusterUrl, `drop database ${name} with (force)`);
      await run(clusterUrl, `drop role ${roleKinds.map((kind) => roleName(name, kind)).join(', ')}`);
    },
  };
}

async function run(url: string, text: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    ownerUrl: string;
    /** Entry points of the product's processes. */
    programs: Record<'server' | 'worker', string>;
  }
}
