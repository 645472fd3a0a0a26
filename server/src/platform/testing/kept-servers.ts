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
  const tables = await initialTables(owner);
  return {
    database,
    app: await severalServers(database.ownerUrl, { JWT_SECRET: testJwtSecret, DATA_DIR: dataDir, ...environment }),
    empty: () => vi.waitFor(() => reset(owner, tables), { timeout: 30_000, interval: 50 }),
  };
}

interface InitialTables {
  /** Tables that neither the migrations nor the queue's setup filled. */
  empty: string[];
  /** Tables that the migrations filled, with their columns. Their rows are copied to the schema `initial`. */
  filled: { name: string; columns: string }[];
}

async function initialTables(owner: pg.Pool): Promise<InitialTables> {
  const { rows } = await owner.query<{ schema: string; name: string; columns: string }>(
    `select table_schema as schema, format('%I.%I', table_schema, table_name) as name,
        string_agg(format('%I', column_name), ', ' order by ordinal_position) filter (where is_generated = 'NEVER') as columns
      from information_schema.tables join information_schema.columns using (table_schema, table_name)
      where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE' group by 1, 2`,
  );
  const initial: InitialTables = { empty: [], filled: [] };
  await owner.query('create schema initial');
  for (const { schema, name, columns } of rows) {
    const { rowCount } = await owner.query(`select from ${name} limit 1`);
    if (!rowCount) initial.empty.push(name);
    else if (schema === 'public') {
      await owner.query(`create table ${copyOf(name)} as select ${columns} from ${name}`);
      initial.filled.push({ name, columns });
    }
  }
  return initial;
}

const copyOf = (name: string) => name.replace(/^public/, 'initial');

async function reset(owner: pg.Pool, { empty, filled }: InitialTables): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query('begin');
    // Prevents jobs from being taken meanwhile.
    await client.query('lock table pgboss.job in access exclusive mode');
    const { rows } = await client.query(`select from pgboss.job where state = 'active'`);
    if (rows.length > 0) throw new Error('A job of the file before still runs');
    await client.query(`truncate ${[...empty, ...filled.map(({ name }) => name)].join(', ')} cascade`);
    // Without triggers.
    await client.query('set local session_replication_role = replica');
    for (const { name, columns } of filled)
      await client.query(`insert into ${name} (${columns}) select ${columns} from ${copyOf(name)}`);
    await client.query('commit');
  } finally {
    // Rolls back uncommitted changes.
    client.release(true);
  }
}
