/** A migrated database for one test file. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { appUrl } from '#platform/database/app-role.ts';
import { openDatabase, type Database } from '#platform/database/database.ts';
import { type JobStore, openJobPool, openJobStore } from '#platform/jobs/store.ts';
import { workerUrl } from '#platform/jobs/worker-role.ts';
import { template, testPassword, testWorkerPassword } from './template.ts';

export interface TestDatabase {
  /** Signs in past row-level security: to prepare and to inspect. */
  ownerUrl: string;
  /** Signs in as the server does. */
  appUrl: string;
  /** Signs in as the worker does. */
  workerUrl: string;
  database: Database;
  jobs: JobStore;
  drop(): Promise<void>;
}

/** A clone of the migrated template (some 30 ms): call it in `beforeAll`, and `drop` in `afterAll`. */
export async function testDatabase(): Promise<TestDatabase> {
  const clusterUrl = inject('ownerUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await ask(clusterUrl, `create database ${name} template ${template}`);
  const ownerUrl = new URL(clusterUrl);
  ownerUrl.pathname = name;
  const url = appUrl(ownerUrl.href, testPassword);
  const database = openDatabase(url, { poolSize: 5 });
  const queueUrl = workerUrl(ownerUrl.href, testWorkerPassword);
  const jobs = openJobStore(openJobPool(queueUrl));
  return {
    ownerUrl: ownerUrl.href,
    appUrl: url,
    workerUrl: queueUrl,
    database,
    jobs,
    async drop() {
      await database.close();
      await jobs.close();
      await ask(clusterUrl, `drop database ${name} with (force)`);
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
