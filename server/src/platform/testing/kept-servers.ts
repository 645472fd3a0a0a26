/**
 * Servers of several.ts with their database, reused by the test files of a process, since starting them takes longer
 * than most files. Each file finds the database in the template's state.
 */
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { vi } from 'vitest';
import { type TestDatabase, testDatabase } from './database.ts';
import { type Several, severalServers } from './several.ts';
import { testJwtSecret } from './template.ts';

/** Servers for a test file. */
export interface Servers {
  database: TestDatabase;
  app: FastifyInstance;
  giveBack(): Promise<void>;
}

interface IdleServer {
  database: TestDatabase;
  app: Several;
  /** Resets the database, once no job is running. */
  empty(): Promise<void>;
}

const unused = new Map<string, IdleServer[]>();

/** Takes servers. `app` has only what HTTP tests use. Giving them back throws if a process has ended. */
export async function takeServers(environment: Record<string, string>): Promise<Servers> {
  const key = JSON.stringify(environment);
  const available = unused.get(key) ?? [];
  unused.set(key, available);
  const kept = available.pop() ?? (await start(environment));
  await kept.empty();
  return {
    database: kept.database,
    // Only what HTTP tests use.
    app: kept.app as unknown as FastifyInstance,
    async giveBack() {
      kept.app.checkAlive();
      available.push(kept);
    },
  };
}

async function start(environment: Record<string, string>): Promise<IdleServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-files-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const database = await testDatabase();
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
  owner.on('error', () => undefined);
  const tables = await emptyTables(owner);
  return {
    database,
    app: await severalServers(database.ownerUrl, { JWT_SECRET: testJwtSecret, DATA_DIR: dataDir, ...environment }),
    empty: () => vi.waitFor(() => emptyOf(owner, tables), { timeout: 30_000, interval: 50 }),
  };
}

/** Tables that neither the migrations nor the queue's setup filled. */
async function emptyTables(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  );
  const names = rows.map(({ name }) => name);
  const filled = await Promise.all(
    names.map(async (name) => (await owner.query(`select from ${name} limit 1`)).rowCount),
  );
  // The migrations leave counts of no rows, which need no row.
  return names.filter((name, index) => !filled[index] || name === 'public.row_count');
}

async function emptyOf(owner: pg.Pool, tables: readonly string[]): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query('begin');
    // Prevents jobs from being taken meanwhile.
    await client.query('lock table pgboss.job in access exclusive mode');
    const { rows } = await client.query(`select from pgboss.job where state = 'active'`);
    if (rows.length > 0) throw new Error('A job of the file before still runs');
    await client.query(`truncate ${tables.join(', ')} cascade`);
    await client.query('commit');
  } finally {
    // Rolls back uncommitted changes.
    client.release(true);
  }
}
