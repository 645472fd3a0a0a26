/** Brings a database to the shape this version needs: plain SQL files, in order, each once and whole. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { ensureAppRole } from './app-role.ts';

interface Options {
  /** Password of the role lectern_app ({@link appPassword}). */
  appPassword: string;
  /** For a command beside a server, which may know another secret: the role keeps the password that it has. */
  keepsPassword?: boolean;
  /** Where the files are: `NNNN_name.sql`. */
  folder?: string;
  /** How long to wait for the connection, and for others to let go of what is changed. */
  patienceMs?: number;
}

export interface AppliedMigration {
  name: string;
  checksum: string;
}

interface Migration extends AppliedMigration {
  text: string;
}

const ownFolder = join(import.meta.dirname, '../../migrations');
/** Any number, the same for every Lectern. */
const lockKey = 5_134_781;
const oldest = 150_000;
/** SQLSTATEs. */
const lockNotAvailable = '55P03';
const insufficientPrivilege = '42501';

/**
 * Applies what is not applied yet, while other servers that start wait their turn.
 * @throws Error with one sentence: the file that failed, a file that was changed after it was applied, a database of a
 * newer version, a PostgreSQL before 15, a role without the rights, a database that does not answer or is held by
 * others.
 */
export async function migrate(
  ownerUrl: string,
  { appPassword, keepsPassword = false, folder = ownFolder, patienceMs = 30_000 }: Options,
): Promise<void> {
  const migrations = await readMigrations(folder);
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'lectern migration',
    connectionTimeoutMillis: patienceMs,
    lock_timeout: patienceMs,
  });
  await client.connect().catch((cause: Error) => {
    throw new Error(`The database cannot be used: ${cause.message}; check DATABASE_URL.`, { cause });
  });
  try {
    await checkVersion(client);
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await ensureAppRole(client, appPassword, keepsPassword);
    const applied = await appliedMigrations(client);
    for (const name of applied.keys()) {
      if (!migrations.some((migration) => migration.name === name)) {
        throw new Error(
          `The database has ${name}, which this version does not know; start the version that made it, or a newer one.`,
        );
      }
    }
    for (const migration of migrations) await apply(client, migration, applied.get(migration.name));
    await letSearchesUseIndexes(client);
  } catch (error) {
    const { code } = ((error as Error).cause ?? error) as { code?: string };
    if (code !== lockNotAvailable) throw error;
    throw new Error(
      'Somebody else holds the database, perhaps another server that is changing it; start again when that is done.',
      { cause: error },
    );
  } finally {
    await client.end();
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      // Line ends may differ from one checkout to another.
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

async function checkVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number; text: string }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as text`,
  );
  if (rows[0] && rows[0].version < oldest)
    throw new Error(`Lectern needs PostgreSQL 15 or newer; DATABASE_URL leads to ${rows[0].text}.`);
}

/** Name → checksum. */
async function appliedMigrations(client: pg.Client): Promise<Map<string, string>> {
  const {
    rows: [found],
  } = await client.query<{ exists: boolean }>(`select to_regclass('migration.applied') is not null as exists`);
  if (!found?.exists) {
    await client.query(`
      create schema if not exists migration;
      create table migration.applied (name text primary key, checksum text not null, at timestamptz not null default now());`);
  }
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migration.applied',
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

async function apply(
  client: pg.Client,
  { name, text, checksum }: Migration,
  applied: string | undefined,
): Promise<void> {
  if (applied === checksum) return;
  if (applied)
    throw new Error(
      `${name} was changed after it was applied to this database; put it back and write a new migration.`,
    );
  await client.query('begin');
  try {
    await run(client, { name, text, checksum });
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function run(client: pg.Client, { name, text, checksum }: Migration): Promise<void> {
  try {
    await client.query(text);
    await client.query('insert into migration.applied (name, checksum) values ($1, $2)', [name, checksum]);
  } catch (error) {
    throw new Error(`${name} failed: ${(error as Error).message}.`, { cause: error });
  }
}

/**
 * Makes the tables of an empty database as a database of `wanted` has them, no later migration among them, in the
 * caller's transaction; servers that start meanwhile wait for its end.
 * @throws Error with one sentence when this version does not have a migration, or has another one of that name.
 */
export async function applyExactly(
  client: pg.Client,
  wanted: AppliedMigration[],
  { appPassword, folder = ownFolder }: Options,
): Promise<void> {
  const migrations = await knownAmong(wanted, folder);
  await client.query('select pg_advisory_xact_lock($1)', [lockKey]);
  await ensureAppRole(client, appPassword, true);
  await appliedMigrations(client);
  for (const migration of migrations) await run(client, migration);
}

/** The files of `wanted`, in its order. @throws as {@link applyExactly}. */
export async function knownAmong(wanted: AppliedMigration[], folder = ownFolder): Promise<Migration[]> {
  const known = await readMigrations(folder);
  return wanted.map(({ name, checksum }) => {
    const migration = known.find((one) => one.name === name);
    if (!migration) throw new Error(`${name} is a migration of a newer Lectern; use that version or a newer one.`);
    if (migration.checksum !== checksum)
      throw new Error(`This version has another ${name} than the one that was applied there.`);
    return migration;
  });
}

/**
 * Under row-level security PostgreSQL applies an index with functions alone that cannot leak a row's value through an
 * error,
 * and LIKE is not marked so (docs/decisions/0003). Asked at every start: a dump does not carry the mark. It takes a
 * superuser;
 * without one searches stay right and scan the tenant's rows.
 */
async function letSearchesUseIndexes(client: pg.Client): Promise<void> {
  const {
    rows: [like],
  } = await client.query<{ marked: boolean }>(
    `select proleakproof as marked from pg_proc where oid = 'textlike(text, text)'::regprocedure`,
  );
  if (like?.marked) return;
  await client.query('alter function textlike(text, text) leakproof').catch((error: { code?: string }) => {
    if (error.code !== insufficientPrivilege) throw error;
  });
}
