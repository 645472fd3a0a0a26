/** A migrated database for one test file. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { tenants, type Tenant } from '#contract/kernel.ts';
import { roleName, roleUrl } from '#platform/database/app-role.ts';
import { openDatabase, type Database } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { template, testJwtSecret } from './template.ts';

export interface TestDatabase {
  /** Signs in past row-level security: to prepare and to inspect. */
  ownerUrl: string;
  name: string;
  /** Signs in as the server does. */
  appUrl: (tenant: Tenant) => string;
  database: Database;
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
  const appUrl = (tenant: Tenant) => roleUrl(ownerUrl.href, roleName(name, tenant), testJwtSecret);
  const database = openDatabase(appUrl, { poolSize: 5 });
  return {
    ownerUrl: ownerUrl.href,
    name,
    appUrl,
    database,
    async drop() {
      await database.close();
      await ask(clusterUrl, `drop database ${name} with (force)`);
      await ask(clusterUrl, `drop role ${[...tenants, 'app' as const].map((kind) => roleName(name, kind)).join(', ')}`);
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
  }
}
