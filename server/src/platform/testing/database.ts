/** A migrated database for one test file. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { tenants, type Tenant } from '#contract/kernel.ts';
import { type RoleKind, roleName, roleUrl } from '#platform/database/app-role.ts';
import { openDatabase, type Database } from '#platform/database/database.ts';
import { type JobStore, openJobPool, openJobStore } from '#platform/jobs/store.ts';
import { migrate } from '#platform/database/migrate.ts';
import { template, testJwtSecret } from './template.ts';

export interface TestDatabase {
  /** Signs in past row-level security: to prepare and to inspect. */
  ownerUrl: string;
  name: string;
  /** Signs in as the server does. */
  appUrl: (tenant: Tenant) => string;
  /** Signs in as the worker does. */
  workerUrl: string;
  database: Database;
  jobs: JobStore;
  drop(): Promise<void>;
}

/** A clone of the migrated template (some 100 ms): call it in `beforeAll`, and `drop` in `afterAll`. */
export async function testDatabase(): Promise<TestDatabase> {
  const clusterUrl = inject('ownerUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await ask(clusterUrl, `create database ${name} template ${template}`);
  const ownerUrl = new URL(clusterUrl);
  ownerUrl.pathname = name;
  // A clone gets roles of its own, as at every start of a server.
  await migrate(ownerUrl.href, { jwtSecret: testJwtSecret });
  const urlOf = (kind: RoleKind) => roleUrl(ownerUrl.href, roleName(name, kind), testJwtSecret);
  // Fifty calls at once wait for five connections, however busy the machine is.
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
      await ask(clusterUrl, `drop database ${name} with (force)`);
      await ask(
        clusterUrl,
        `drop role ${([...tenants, 'app', 'worker'] as const).map((kind) => roleName(name, kind)).join(', ')}`,
      );
    },
  };
}

async function ask(url: string, text: string): Promise<void> {
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
    /** The files that start the product's processes. */
    programs: Record<'server' | 'worker', string>;
  }
}
