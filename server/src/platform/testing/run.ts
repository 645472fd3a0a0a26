/** PostgreSQL for a test run in a temporary folder, with a migrated template that test files clone. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import { roleName, roleUrl } from '#platform/database/app-role.ts';
import { migrate } from '#platform/database/migrate.ts';
import { setUpQueue } from '#platform/jobs/queue.ts';
import { openJobPool } from '#platform/jobs/store.ts';
import { stopPostmaster } from '#platform/database/postmaster.ts';
import type { Job } from '#platform/jobs/job.ts';
import { holdCluster } from './held-cluster.ts';
import { template, testJwtSecret } from './template.ts';

const prefix = 'lectern-test-';

export interface Whole {
  /** Jobs whose queues the template contains. */
  jobs: readonly Job[];
  /** Entry points for processes that tests start. */
  programs: ProvidedContext['programs'];
}

/** Starts PostgreSQL and creates the template; returns the teardown. */
export async function startRun(project: TestProject, { jobs, programs }: Whole): Promise<() => Promise<void>> {
  await sweep();
  const dataDir = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  // Tests may lose data in a machine crash, so only here nothing is synced to disk.
  const cluster = await holdCluster(dataDir, {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    // For all test files that run concurrently.
    max_connections: 300,
  });
  await makeTemplate(cluster.ownerUrl, jobs);
  project.provide('ownerUrl', cluster.ownerUrl);
  project.provide('programs', programs);
  return () => cluster.stop();
}

async function makeTemplate(ownerUrl: string, jobs: readonly Job[]): Promise<void> {
  const url = new URL(ownerUrl);
  url.pathname = template;
  const client = new pg.Client(ownerUrl);
  await client.connect();
  await client.query(`create database ${template}`);
  const name = await migrate(url.href, { jwtSecret: testJwtSecret });
  await letInstructorsSeeAll(url.href);
  await makeQueue(roleUrl(url.href, roleName(name, 'worker'), testJwtSecret), jobs);
  await client.query(`alter database ${template} with is_template true allow_connections false`);
  await client.end();
}

/** Most tests of instructors are about something else than the courses on which they are named. */
async function letInstructorsSeeAll(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  // Without triggers: it is no change by a test.
  await client.query(`set session_replication_role = replica; update brand_setting set instructor_courses = 'all'`);
  await client.end();
}

async function makeQueue(url: string, jobs: readonly Job[]): Promise<void> {
  const pool = openJobPool(() => url);
  await setUpQueue(pool, jobs);
  await pool.end();
}

/** Cleans up after killed test runs. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]);
    if (!pid || isAlive(pid)) continue;
    const left = join(tmpdir(), name);
    await stopPostmaster(join(left, 'postgres'));
    await rm(left, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
