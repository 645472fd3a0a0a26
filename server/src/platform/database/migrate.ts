/** Database migrations: plain SQL files, applied in order, each once and completely. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { roleName } from './app-role.ts';
import {
  type AppliedMigration,
  type Checksums,
  concurrentStatements,
  dueMigrations,
  excludesOlder,
  isApplied,
  isContract,
  type Migration,
  ownFolder,
  readMigrations,
  withoutConcurrency,
} from './migration-files.ts';
import { bindRoles, ensureRoles, type RoleSecrets } from './roles.ts';

interface Options extends RoleSecrets {
  /** Folder of the files `NNNN_name.sql`. */
  folder?: string;
  /** Milliseconds to wait for the connection, and for locks. */
  patienceMs?: number;
  /** Applies those that contract the schema, too: no process of an older version may be running. */
  contracts?: boolean;
}

/** Arbitrary key, the same for every Lectern. */
const lockKey = 5_134_781;
const oldest = 150_000;
/** Upper limit of a wait for a lock: everybody else who needs the table waits behind a migration. */
const lockWaitMs = 200;
/** Lets those who waited behind it go on. */
const pauseMs = 300;
const connectMs = 30_000;
/** SQLSTATE codes. */
const lockNotAvailable = '55P03';
const insufficientPrivilege = '42501';
/** Every database of a version before 1.0.0 has it; their schema was another, and nothing of theirs is taken over. */
const formerMigration = '0002_catalogue.sql';

/**
 * Creates the roles and applies pending migrations; other starting servers wait. Returns the database's name, which its
 * roles are named after.
 * @throws Error with one sentence: the servers of the database have another secret, a file failed, a file changed after it was applied, a database that
 * this version must not use, PostgreSQL before 15, missing privileges, or a database that is unreachable or locked.
 */
export async function migrate(
  ownerUrl: string,
  { folder = ownFolder, patienceMs = 30_000, contracts = false, ...secrets }: Options,
): Promise<string> {
  const migrations = await readMigrations(folder);
  const client = await connect(ownerUrl, patienceMs);
  try {
    const database = await checkServer(client);
    // Before anything is written: a database that this version cannot use stays as it is.
    refuseUnknown(await appliedMigrations(client), migrations);
    const role = roleName(database, 'app');
    const step = (work: () => Promise<unknown>) => underMigrationLock(client, { patienceMs, role }, work);
    await step(() => ensureRoles(client, database, secrets));
    await step(() => fillEmpty(client, migrations, role));
    for (const migration of dueMigrations(migrations, await appliedMigrations(client), contracts))
      await step(() => apply(client, migration, role, ownerUrl));
    await step(() => bindRoles(client, database));
    await letSearchesUseIndexes(client);
    return database;
  } catch (error) {
    if (codeOf(error) !== lockNotAvailable) throw error;
    throw new Error(
      'Somebody else holds the database, perhaps another server that is changing it; start again when that is done.',
      { cause: error },
    );
  } finally {
    await client.end();
  }
}

async function connect(connectionString: string, patienceMs: number): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: 'lectern migration',
    connectionTimeoutMillis: patienceMs,
  });
  // Without a listener, a lost connection would end the process; the interrupted statement reports the error.
  client.on('error', () => undefined);
  await client.connect().catch((cause: Error) => {
    throw new Error(`The database cannot be used: ${cause.message}; check DATABASE_URL.`, { cause });
  });
  return client;
}

const codeOf = (error: unknown) => (((error as Error).cause ?? error) as { code?: string }).code;

/** Runs `work` in one transaction under the migration lock, again and again until it gets all locks. */
async function underMigrationLock(
  client: pg.Client,
  { patienceMs, role }: { patienceMs: number; role: string },
  work: () => Promise<unknown>,
): Promise<void> {
  for (const end = Date.now() + patienceMs; ;) {
    try {
      return await underLock(client, role, work);
    } catch (error) {
      if (codeOf(error) !== lockNotAvailable || Date.now() > end) throw error;
    }
    await sleep(pauseMs * (0.5 + Math.random()));
  }
}

/**
 * Lock and settings are those of the transaction, not of the session: behind a pooler, the next transaction may use
 * another connection. It does not wait for the lock: an index that is built concurrently waits for all who wait in SQL.
 */
async function underLock(client: pg.Client, role: string, work: () => Promise<unknown>): Promise<void> {
  await client.query('begin');
  try {
    await client.query(
      `set local lock_timeout = ${lockWaitMs}; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`,
    );
    const { rows } = await client.query<{ isOurs: boolean }>(
      `select pg_try_advisory_xact_lock($1) as "isOurs", set_config('app.role', $2, true)`,
      [lockKey, role],
    );
    if (!rows[0]?.isOurs) throw Object.assign(new Error('Another server migrates'), { code: lockNotAvailable });
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Applies all migrations to a database that has none, in the caller's transaction. */
async function fillEmpty(client: pg.Client, migrations: Migration[], role: string): Promise<void> {
  await ensureRecord(client);
  if ((await appliedMigrations(client)).size > 0) return;
  for (const migration of migrations) await apply(client, withoutConcurrency(migration), role);
}

/** Checks the version; returns the database's name. */
async function checkServer(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ database: string; version: number; text: string }>(
    `select current_database() as database, current_setting('server_version_num')::int as version,
      current_setting('server_version') as text`,
  );
  const { database, version, text } = rows[0]!;
  if (version < oldest) throw new Error(`Lectern needs PostgreSQL 15 or newer; DATABASE_URL leads to ${text}.`);
  return database;
}

async function ensureRecord(client: pg.Client): Promise<void> {
  if (await hasRecord(client)) return;
  await client.query(`
    create schema if not exists migration;
    create table migration.applied (name text primary key, checksum text not null, at timestamptz not null default now());`);
}

async function hasRecord(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('migration.applied') is not null as "isThere"`,
  );
  return Boolean(rows[0]?.isThere);
}

/** Checksums by name; none in a database that was never migrated. */
async function appliedMigrations(client: pg.Client): Promise<Checksums> {
  if (!(await hasRecord(client))) return new Map();
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migration.applied order by name',
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

/**
 * Names of migrations: `pending` and, until `npm run contract`, `waiting` are not applied; `changed` differ; the database
 * has `newer`, which this version does not know and can run with, and `unknown`, with which it cannot.
 */
export async function migrationState(client: pg.Client, folder = ownFolder) {
  const migrations = await readMigrations(folder);
  const applied = await appliedMigrations(client);
  const names = migrations.map(({ name }) => name);
  const pending = names.filter((name) => !applied.has(name));
  const unknown = [...applied.keys()].filter((name) => !names.includes(name));
  return {
    pending: pending.filter((name) => !isContract(name)),
    waiting: pending.filter(isContract),
    changed: migrations
      .filter(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum)
      .map(({ name }) => name),
    newer: unknown.filter((name) => !excludesOlder(name)),
    unknown: unknown.filter(excludesOlder),
  };
}

function refuseUnknown(applied: Checksums, migrations: Migration[]): void {
  if (applied.has(formerMigration))
    throw new Error(
      'The database was made by a version of Lectern before 1.0.0, whose data this version cannot read; start with an empty database (another DATA_DIR or DATABASE_URL), or with the version that made it.',
    );
  const unknown = [...applied.keys()].find(
    (name) => excludesOlder(name) && !migrations.some((migration) => migration.name === name),
  );
  if (unknown)
    throw new Error(
      `The database has ${unknown}, which this version does not know; start the version that made it, or a newer one.`,
    );
}

/**
 * Applies a migration; `lectern_app` in its text stands for the database's group role. One that builds indexes concurrently
 * runs on a connection of its own to `ownerUrl`, while the caller's transaction holds the lock.
 */
async function apply(client: pg.Client, migration: Migration, role: string, ownerUrl = ''): Promise<void> {
  // Another server may have applied it meanwhile.
  if (isApplied(migration, await appliedMigrations(client))) return;
  const { name, text, checksum } = migration;
  const statements = concurrentStatements(text);
  try {
    if (statements) await runEach(ownerUrl, statements);
    else await client.query(text.replaceAll('lectern_app', role));
  } catch (error) {
    throw new Error(`${name} failed: ${(error as Error).message}.`, { cause: error });
  }
  await client.query('insert into migration.applied (name, checksum) values ($1, $2)', [name, checksum]);
}

/** Runs each statement outside of a transaction. */
async function runEach(ownerUrl: string, statements: string[]): Promise<void> {
  const client = await connect(ownerUrl, connectMs);
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Creates the tables of an empty database as of the migrations `expected`, without later ones, in the caller's
 * transaction; starting servers wait for its end. {@link migrate} binds the roles at the next start.
 * @throws Error with one sentence if this version lacks a migration, or has a different one of that name.
 */
export async function applyExactly(
  client: pg.Client,
  expected: AppliedMigration[],
  { jwtSecret, folder = ownFolder }: Options,
): Promise<void> {
  const migrations = await resolveMigrations(expected, folder);
  const database = await checkServer(client);
  const role = roleName(database, 'app');
  await client.query(`select pg_advisory_xact_lock($1), set_config('app.role', $2, true)`, [lockKey, role]);
  await ensureRoles(client, database, { jwtSecret, keepsPasswords: true });
  await ensureRecord(client);
  refuseUnknown(await appliedMigrations(client), migrations);
  for (const migration of migrations) await apply(client, withoutConcurrency(migration), role);
}

/** Migrations of `expected`, in its order. @throws as {@link applyExactly}. */
export async function resolveMigrations(expected: AppliedMigration[], folder = ownFolder): Promise<Migration[]> {
  const known = await readMigrations(folder);
  if (expected.some(({ name }) => name === formerMigration))
    throw new Error(
      'The backup was made by a version of Lectern before 1.0.0, whose data this version cannot read; restore it with the version that made it.',
    );
  return expected.map(({ name, checksum }) => {
    const migration = known.find((one) => one.name === name);
    if (!migration) throw new Error(`${name} is a migration of a newer Lectern; use that version or a newer one.`);
    if (migration.checksum !== checksum)
      throw new Error(`This version has another ${name} than the one that was applied there.`);
    return migration;
  });
}

/**
 * Marks LIKE as leakproof: under row-level security PostgreSQL uses an index only with functions that cannot leak a
 * row's value through an error (docs/decisions/0003). Done at every start, since dumps omit the mark. Needs a
 * superuser; without one, searches are correct but scan the tenant's rows.
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
