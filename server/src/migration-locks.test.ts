/**
 * Tests that servers can go on while new migrations run: none reads or rewrites a table under a lock that others wait
 * for, changes rows, or takes away what an older version needs (docs/decisions/0145). Tables need no rows for that:
 * PostgreSQL counts scans of empty ones, too.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { roleKinds, roleName } from '#platform/database/app-role.ts';
import { applyExactly } from '#platform/database/migrate.ts';
import {
  concurrentStatements,
  firstWithPhase,
  isContract,
  ownFolder,
  readMigrations,
  withoutConcurrency,
} from '#platform/database/migration-files.ts';
import { testDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { testJwtSecret } from '#platform/testing/template.ts';

/** Tables with one row per brand. */
const small = new Set(['brand_setting']);

interface Table {
  oid: number;
  name: string;
  file: number;
  reads: number;
  /** Needed by an insert. */
  columns: Record<string, { type: string; isNeeded: boolean }>;
}

async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`select pg_class.oid, pg_class.relname as name, relfilenode as file,
    (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as reads,
    (select jsonb_object_agg(attname, jsonb_build_object('type', format_type(atttypid, atttypmod),
      'isNeeded', attnotnull and not atthasdef and attidentity = '')) from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped) as columns
    from pg_class left join pg_stat_xact_user_tables on relid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`);
  return rows;
}

/** Modes of the locks that the transaction holds, by table. */
async function locksOf(client: pg.Client): Promise<(table: Table, ...modes: string[]) => boolean> {
  const { rows } = await client.query<{ lock: string }>(
    `select relation || mode as lock from pg_locks where pid = pg_backend_pid() and locktype = 'relation' and granted`,
  );
  const held = new Set(rows.map(({ lock }) => lock));
  return (table, ...modes) => modes.some((mode) => held.has(`${table.oid}${mode}Lock`));
}

/** Changes of columns with which an older version cannot go on. */
function missedBy(older: Table, now: Table | undefined): string[] {
  if (!now) return [`removes ${older.name}`];
  const changed = Object.entries(older.columns)
    .filter(([name, { type }]) => now.columns[name]?.type !== type)
    .map(([name]) => `removes or changes ${older.name}.${name}`);
  const needed = Object.entries(now.columns)
    .filter(([name, { isNeeded }]) => isNeeded && !older.columns[name]?.isNeeded)
    .map(([name]) => `makes inserts need ${older.name}.${name}`);
  return [...changed, ...needed];
}

/** Faults of a migration, which is applied in the caller's transaction; empty: none. */
async function faultsOf(client: pg.Client, name: string, text: string): Promise<string[]> {
  const before = await tablesOf(client);
  await client.query(text.replaceAll('lectern_app', 'current_user'));
  const after = new Map((await tablesOf(client)).map((table) => [table.oid, table]));
  const holds = await locksOf(client);
  const large = before.filter((table) => !small.has(table.name));
  const isLocking = large.some((table) => holds(table, 'AccessExclusive', 'Exclusive', 'ShareRowExclusive', 'Share'));
  return before.flatMap((table) => {
    const now = after.get(table.oid);
    const missed = isContract(name) ? [] : missedBy(table, now);
    if (!now || small.has(table.name)) return missed;
    return [
      now.file !== table.file && `rewrites ${table.name}`,
      isLocking && now.reads > table.reads && `reads ${table.name} while others wait for its locks`,
      holds(table, 'RowExclusive') && `changes rows of ${table.name}`,
      ...missed,
    ].filter((fault) => fault !== false);
  });
}

/** Statements of a concurrent migration that cannot be repeated after an interruption. */
const unrepeatable = (statements: string[]) => {
  const dropped = statements.map((statement) => /^drop index concurrently if exists (\w+)$/.exec(statement)?.[1]);
  return statements.filter((statement, at) => {
    const made = /^create (?:unique )?index concurrently (\w+) /.exec(statement)?.[1];
    return !dropped[at] && !(made && dropped.slice(0, at).includes(made));
  });
};

let target: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  target = await testDatabase();
  client = new pg.Client(target.ownerUrl);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await target.drop();
});

async function tried(text: string, name = '9999_example.sql'): Promise<string[]> {
  const statements = concurrentStatements(text);
  if (statements) return unrepeatable(statements);
  await client.query('begin');
  try {
    return await faultsOf(client, name, text);
  } finally {
    await client.query('rollback');
  }
}

const waiting = (table: string) => `reads ${table} while others wait for its locks`;

describe('a migration is refused that', () => {
  it.each([
    [
      'adds a column with a volatile default',
      'alter table course add n uuid default gen_random_uuid()',
      ['rewrites course', waiting('course')],
    ],
    ['adds a stored generated column', `alter table course add n int generated always as (1) stored`, ['rewrites course', waiting('course')]], // prettier-ignore
    ['changes the type of a column', 'alter table whatsapp_window alter written_at type text', ['rewrites whatsapp_window', waiting('whatsapp_window'), 'removes or changes whatsapp_window.written_at']], // prettier-ignore
    ['builds an index', 'create index course_by_example on course (tenant, capacity)', [waiting('course')]],
    ['builds an index in a block', `do $$ begin execute 'create index on course (tenant, capacity)'; end $$`, [waiting('course')]], // prettier-ignore
    ['sets NOT NULL without a valid check', 'alter table course alter access_months set not null', [waiting('course'), 'makes inserts need course.access_months']], // prettier-ignore
    ['adds a check that is valid at once', 'alter table course add check (capacity < 1000000)', [waiting('course')]],
    [
      'adds a foreign key that is valid at once',
      'alter table whatsapp_window add foreign key (tenant, user_id) references "user"',
      [waiting('whatsapp_window')],
    ],
    ['changes rows', 'update whatsapp_window set written_at = now()', ['changes rows of whatsapp_window']],
    [
      'fills a new table from one to which it adds a trigger',
      `create table example (id uuid);
      create trigger example after insert on course_user for each statement execute function leave_waiting_list();
      insert into example select user_id from course_user`,
      [waiting('course_user')],
    ],
    ['removes a column', 'alter table course drop access_months', ['removes or changes course.access_months']],
    ['renames a table', 'drop table whatsapp_window', ['removes whatsapp_window']],
    ['adds a column that older inserts lack', 'alter table whatsapp_window add n int not null', [waiting('whatsapp_window'), 'makes inserts need whatsapp_window.n']], // prettier-ignore
    ['builds an index concurrently that is half there', 'create index concurrently a on course (tenant)', ['create index concurrently a on course (tenant)']], // prettier-ignore
  ])('%s', async (_, text, faults) => {
    expect((await tried(text)).toSorted()).toEqual(faults.toSorted());
  });
});

describe('a migration is accepted that', () => {
  it.each([
    ['adds a column', 'alter table course add n int'],
    ['adds a column with a constant default', `alter table course add n int not null default 20`],
    [
      'sets a volatile default for new rows',
      'alter table course add n uuid; alter table course alter n set default gen_random_uuid()',
    ],
    ['adds a check to be validated later', 'alter table course add constraint e check (capacity < 1000000) not valid'],
    [
      'adds a table with foreign keys and indexes',
      `create table example (tenant text not null default current_tenant(), user_id uuid not null, primary key (tenant, user_id),
        foreign key (tenant, user_id) references "user"); create index on example (user_id)`,
    ],
    ['adds a trigger', 'create trigger e after insert on course_user for each statement execute function leave_waiting_list()'], // prettier-ignore
    ['builds an index concurrently', `drop index concurrently if exists a; -- half of it
      create index concurrently a on course (tenant)`], // prettier-ignore
    ['widens the settings of the brands', 'alter table brand_setting add n int check (n > 0)'], // prettier-ignore
  ])('%s', async (_, text) => {
    expect(await tried(text)).toEqual([]);
  });

  it('validates a constraint that was added before', async () => {
    await client.query('alter table course add constraint e check (access_months is not null) not valid');
    expect(await tried('alter table course validate constraint e')).toEqual([]);
    await client.query('alter table course validate constraint e');
    expect(await tried('alter table course alter access_months set not null', '9999_e.contract.sql')).toEqual([]);
    await client.query('alter table course drop constraint e');
  });

  it('contracts the schema, if its name says so', async () => {
    expect(await tried('alter table course drop access_months', '9999_example.contract.sql')).toEqual([]);
  });
});

/** Runs each new migration on the schema before it. */
async function faultsOfNew(): Promise<Record<string, string[]>> {
  const all = await readMigrations(ownFolder);
  const fresh = all.filter(({ name }) => name >= firstWithPhase);
  if (fresh.length === 0) return {};
  const name = `locks_${process.pid}`;
  const url = new URL(inject('ownerUrl'));
  url.pathname = name;
  await client.query(`create database ${name}`);
  const own = new pg.Client(url.href);
  await own.connect();
  try {
    const former = all.slice(0, all.length - fresh.length);
    await own.query('begin');
    await applyExactly(own, former, { jwtSecret: testJwtSecret });
    await own.query('commit');
    const found: Record<string, string[]> = {};
    for (const migration of fresh) {
      const statements = concurrentStatements(migration.text);
      await own.query(`begin; select set_config('app.role', current_user, true)`);
      const faults = await faultsOf(own, migration.name, withoutConcurrency(migration).text);
      await own.query('commit');
      found[migration.name] = statements ? unrepeatable(statements) : faults;
    }
    return found;
  } finally {
    await own.end();
    await client.query(`drop database ${name} with (force)`);
    await client.query(`drop role if exists ${roleKinds.map((kind) => roleName(name, kind)).join(', ')}`);
  }
}

it('every new migration lets servers go on', async () => {
  const faults = Object.entries(await faultsOfNew()).filter(([, found]) => found.length > 0);
  expect(faults).toEqual([]);
});
