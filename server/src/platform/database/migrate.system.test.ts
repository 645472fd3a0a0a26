/** Tests that migrations are applied once, in order, completely or not at all, and the roles that a start creates. */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, test } from 'vitest';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { testJwtSecret } from '#platform/testing/template.ts';
import { roleName, roleUrl } from './app-role.ts';
import { migrate } from './migrate.ts';

let folder: string;
let url: string;
let admin: pg.Client;
let database: string;

beforeAll(async () => {
  admin = new pg.Client(inject('ownerUrl'));
  await admin.connect();
});
afterAll(() => admin.end());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-migrations-'));
  database = `migrate_${Date.now()}`;
  await admin.query(`create database ${database}`);
  const fresh = new URL(inject('ownerUrl'));
  fresh.pathname = database;
  url = fresh.href;
  return async () => {
    await admin.query(`drop database ${database} with (force)`);
    await rm(folder, { recursive: true });
  };
});

const write = (name: string, text: string) => writeFile(join(folder, name), text);
const run = (ownerUrl = url) => migrate(ownerUrl, { jwtSecret: testJwtSecret, folder });
const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing failed',
    (error: Error) => error.message,
  );

async function ask(text: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(text).finally(() => client.end());
  return rows;
}

test('applies files in order, each once', async () => {
  await write('0002_second.sql', 'insert into a values (2)');
  await write('0001_first.sql', 'create table a (n int); insert into a values (1);');
  await run();
  await run();
  expect(await ask('select n from a')).toEqual([{ n: 1 }, { n: 2 }]);
  expect(await ask('select name from migration.applied order by name')).toEqual([
    { name: '0001_first.sql' },
    { name: '0002_second.sql' },
  ]);
});

test('applies files once when servers start concurrently', async () => {
  await write('0001_first.sql', 'create table a (n int); insert into a values (1); select pg_sleep(0.1);');
  await Promise.all([run(), run(), run()]);
  expect(await ask('select n from a')).toEqual([{ n: 1 }]);
});

test('rolls back a failing file and names it, and keeps earlier ones', async () => {
  await write('0001_first.sql', 'create table a (n int)');
  await run();
  await write('0002_second.sql', 'create table b (n int); select 1 / 0;');
  expect(await failure(run())).toBe('0002_second.sql failed: division by zero.');
  expect(await ask(`select to_regclass('a') is not null as a, to_regclass('b') is not null as b`)).toEqual([
    { a: true, b: false },
  ]);
});

test('throws for a file changed after it was applied, naming it', async () => {
  await write('0001_first.sql', 'create table a (n int)');
  await run();
  await write('0001_first.sql', 'create table a (n bigint)');
  expect(await failure(run())).toMatch(/^0001_first\.sql was changed after it was applied/);
  await write('0001_first.sql', 'create table a (n int)');
  expect(await failure(run())).toBe('nothing failed');
});

test('ignores differences in line endings', async () => {
  await write('0001_first.sql', 'create table a\n(n int)');
  await run();
  await write('0001_first.sql', 'create table a\r\n(n int)');
  expect(await failure(run())).toBe('nothing failed');
});

test('throws for a newer database', async () => {
  await write('0001_first.sql', 'create table a (n int)');
  await write('0002_second.sql', 'create table b (n int)');
  await run();
  await rm(join(folder, '0002_second.sql'));
  expect(await failure(run())).toMatch(/^The database has 0002_second\.sql, which this version does not know/);
});

describe('a migration that contracts the schema', () => {
  const contract = () => migrate(url, { jwtSecret: testJwtSecret, folder, contracts: true });
  const waits =
    '0098_less.contract.sql waits, and this version builds on it; end all servers and workers, run npm run contract, and start them again.';
  const applied = async () => (await ask('select name from migration.applied order by name')) as { name: string }[];
  const names = async () => (await applied()).map(({ name }) => name);

  it('is applied to an empty database, like all others', async () => {
    await write('0001_first.sql', 'create table a (n int)');
    await write('0098_less.contract.sql', 'alter table a drop n');
    await write('0099_more.sql', 'alter table a add m int');
    await Promise.all([run(), run()]);
    expect(await names()).toEqual(['0001_first.sql', '0098_less.contract.sql', '0099_more.sql']);
  });

  it('waits in a database that is used, until its command; older versions start before, and not after', async () => {
    await write('0001_first.sql', 'create table a (n int)');
    await run();
    await write('0097_more.sql', 'alter table a add m int');
    await write('0098_less.contract.sql', 'alter table a drop n');
    await run();
    expect(await names()).toEqual(['0001_first.sql', '0097_more.sql']);
    await rm(join(folder, '0097_more.sql'));
    await rm(join(folder, '0098_less.contract.sql'));
    expect(await failure(run())).toBe('nothing failed');
    await write('0097_more.sql', 'alter table a add m int');
    await write('0098_less.contract.sql', 'alter table a drop n');
    await contract();
    expect(await names()).toContain('0098_less.contract.sql');
    await rm(join(folder, '0098_less.contract.sql'));
    expect(await failure(run())).toMatch(
      /^The database has 0098_less\.contract\.sql, which this version does not know/,
    );
  });

  it('must be applied before a later one expands the schema', async () => {
    await write('0001_first.sql', 'create table a (n int)');
    await run();
    await write('0098_less.contract.sql', 'alter table a drop n');
    await write('0099_more.sql', 'alter table a add n text');
    expect(await failure(run())).toBe(waits);
    expect(await names()).toEqual(['0001_first.sql']);
    await contract();
    expect(await names()).toEqual(['0001_first.sql', '0098_less.contract.sql', '0099_more.sql']);
  });
});

describe('an index that is built concurrently', () => {
  const build = `-- Half of it may be there.
drop index concurrently if exists a_n;
create unique index concurrently a_n on a (n);`;
  const index = () => ask(`select indisvalid as valid from pg_index where indexrelid = to_regclass('a_n')`);

  it('is built once by servers that start together, while others write', async () => {
    await write('0001_first.sql', 'create table a (n int)');
    await run();
    await write('0095_index.sql', build);
    const writer = new pg.Client(url);
    await writer.connect();
    await writer.query('begin; insert into a values (1)');
    const built = Promise.all([run(), run(), run()]);
    // It waits for the open transaction, while others go on.
    await expect.poll(index).toEqual([{ valid: false }]);
    await ask('insert into a values (2)');
    await writer.query('commit');
    await writer.end();
    await built;
    expect(await index()).toEqual([{ valid: true }]);
    expect(await ask(`select name from migration.applied where name like '0095%'`)).toHaveLength(1);
  });

  it('is built again after it failed halfway', async () => {
    await write('0001_first.sql', 'create table a (n int); insert into a values (1), (1)');
    await run();
    await write('0095_index.sql', build);
    expect(await failure(run())).toMatch(/^0095_index\.sql failed: could not create unique index/);
    expect(await index()).toEqual([{ valid: false }]);
    await ask('truncate a');
    await run();
    expect(await index()).toEqual([{ valid: true }]);
  });

  it('is built with the tables of an empty database', async () => {
    await write('0001_first.sql', 'create table a (n int)');
    await write('0095_index.sql', build);
    await run();
    expect(await index()).toEqual([{ valid: true }]);
  });
});

test('a migration that waits for a long transaction lets others go on', async () => {
  await write('0001_first.sql', 'create table a (n int)');
  await run();
  await write('0095_second.sql', 'alter table a add m int');
  const long = new pg.Client(url);
  await long.connect();
  await long.query('begin; lock table a in access share mode');
  const migrated = run();
  const isWaiting = () =>
    ask(`select 1 from pg_stat_activity where application_name = 'lectern migration' and wait_event_type = 'Lock'`);
  for (let n = 0; n < 3; n += 1) {
    await expect.poll(async () => (await isWaiting()).length, { interval: 10 }).toBe(1);
    // Behind the migration, and before the end of the long transaction.
    expect(await ask('select n from a')).toEqual([]);
  }
  await long.query('commit');
  await long.end();
  await migrated;
  expect(await ask('select m from a')).toEqual([]);
});

test('throws for a database of a version before 1.0.0, and leaves it as it is', async () => {
  await admin.query(`create role ${roleName(database, 'coding')} login password 'former'`);
  await ask(`create schema migration;
    create table migration.applied (name text primary key, checksum text not null, at timestamptz not null default now());
    insert into migration.applied values ('0001_platform.sql', 'x'), ('0002_catalogue.sql', 'y'), ('0086_list_reads.sql', 'z');
    create table discount (n int); grant select on discount to ${roleName(database, 'coding')}`);
  const everything = async () => [
    await ask('select * from migration.applied order by name'),
    await ask(`select rolname, rolpassword from pg_authid where rolname like 'lectern_${database}%'`),
    await ask(`select nspname, relname, relacl::text from pg_class join pg_namespace n on n.oid = relnamespace
      where nspname not like 'pg\\_%' and nspname <> 'information_schema' order by 1, 2`),
  ];
  const before = await everything();
  expect(await failure(migrate(url, { jwtSecret: testJwtSecret }))).toBe(
    'The database was made by a version of Lectern before 1.0.0, whose data this version cannot read; start with an empty database (another DATA_DIR or DATABASE_URL), or with the version that made it.',
  );
  expect(await everything()).toEqual(before);
  await ask(`drop owned by ${roleName(database, 'coding')}; drop role ${roleName(database, 'coding')}`);
});

/** Runs a query as a tenant's role in that database. */
async function askAs(tenant: Tenant, text: string, name = database): Promise<unknown[]> {
  const there = new URL(url);
  there.pathname = name;
  const client = new pg.Client(roleUrl(there.href, roleName(name, tenant), testJwtSecret));
  await client.connect();
  return (await client.query(text).finally(() => client.end())).rows;
}

test('creates a role per tenant with a derived password, which cannot bypass row-level security', async () => {
  expect(await run()).toBe(database);
  expect(
    await askAs(
      'cyber',
      'select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user',
    ),
  ).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false }]);
  expect(await askAs('data', 'select current_tenant() as tenant')).toEqual([{ tenant: 'data' }]);
});

describe('two installations on one PostgreSQL server', () => {
  /** Migrates with its own secret. */
  const install = async (name: string) => {
    await admin.query(`create database ${name}`);
    const there = new URL(url);
    there.pathname = name;
    await migrate(there.href, { jwtSecret: 'the secret of the second installation', folder });
  };

  it('do not affect each other', async () => {
    await write('0001_first.sql', `create table a (n int); grant select on a to lectern_app;`);
    await run();
    const second = `${database}_second`;
    await install(second);
    expect(await askAs('coding', 'select n from a')).toEqual([]);
    expect(await failure(askAs('coding', 'select n from a', second))).toContain('password authentication failed');
    const trespass = new pg.Client(roleUrl(url.replace(database, second), roleName(database, 'coding'), testJwtSecret));
    await trespass.connect();
    expect(await failure(trespass.query('select n from a'))).toContain('permission denied');
    await trespass.end();
    await admin.query(`drop database ${second}`);
  });

  it('take over the privileges if one is a copy of the other', async () => {
    await write('0001_first.sql', `create table a (n int, m int); grant select (n) on a to lectern_app;`);
    await run();
    const copy = `${database}_copy`;
    await admin.query(`create database ${copy} template ${database}`);
    const there = url.replace(database, copy);
    await migrate(there, { jwtSecret: testJwtSecret, folder });
    expect(await askAs('coding', 'select n from a', copy)).toEqual([]);
    expect(await askAs('coding', 'select current_tenant() as tenant', copy)).toEqual([{ tenant: 'coding' }]);
    const former = new pg.Client(roleUrl(there, roleName(database, 'coding'), testJwtSecret));
    await former.connect();
    expect(await failure(former.query('select n from a'))).toContain('permission denied');
    expect((await former.query('select current_tenant() as tenant')).rows).toEqual([{ tenant: null }]);
    await former.end();
    expect(await askAs('coding', 'select n from a')).toEqual([]);
    await admin.query(`drop database ${copy}`);
  });
});

test('throws one sentence for an owner without CREATEROLE', async () => {
  const plain = `plain_${Date.now()}`;
  await admin.query(`create role ${plain} login password 'x'; alter database ${database} owner to ${plain}`);
  const group = roleName(database, 'app');
  const owned = new URL(url);
  owned.username = plain;
  owned.password = 'x';
  expect(await failure(run(owned.href))).toBe(
    'DATABASE_URL’s role cannot make the roles of this database (permission denied to create role); give it CREATEROLE, ADMIN on those that are there, and CREATE on the database.',
  );
  await admin.query(`alter role ${plain} createrole; create role ${group}`);
  expect(await failure(run(owned.href))).toBe(
    `DATABASE_URL’s role cannot make the roles of this database (permission denied to grant role "${group}"); give it CREATEROLE, ADMIN on those that are there, and CREATE on the database.`,
  );
  await admin.query(`drop role ${group}`);
  await write('0001_first.sql', 'create table a (n int); grant select on a to lectern_app;');
  expect(await failure(run(owned.href))).toBe('nothing failed');
  expect(await like()).toEqual([{ marked: false }]);
  await admin.query(`alter database ${database} owner to current_user`);
  await ask(`reassign owned by ${plain} to current_user; drop owned by ${plain}; drop role ${plain}`);
});

const like = () => ask(`select proleakproof as marked from pg_proc where oid = 'textlike(text, text)'::regprocedure`);

test('lets searches use their index after every start, also after a restore', async () => {
  await run();
  expect(await like()).toEqual([{ marked: true }]);
  await ask('alter function textlike(text, text) not leakproof');
  await run();
  expect(await like()).toEqual([{ marked: true }]);
});

test('waits for locks, with a timeout', async () => {
  const other = new pg.Client(url);
  await other.connect();
  await write('0001_first.sql', 'create table a (n int)');
  await run();
  await write('0002_second.sql', 'alter table a add m int');
  const sentence =
    'Somebody else holds the database, perhaps another server that is changing it; start again when that is done.';
  const impatient = () => failure(migrate(url, { jwtSecret: testJwtSecret, folder, patienceMs: 2_000 }));
  await other.query('select pg_advisory_lock(5134781)');
  expect(await impatient()).toBe(sentence);
  await other.query('select pg_advisory_unlock_all(); begin; lock table a in access share mode');
  expect(await impatient()).toBe(sentence);
  await other.end();
  expect(await failure(run())).toBe('nothing failed');
});

test('gives up on a server that accepts connections without answering', async () => {
  const mute = createServer().listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const { port } = mute.address() as AddressInfo;
  expect(
    await failure(migrate(`postgres://x:x@127.0.0.1:${port}/x`, { jwtSecret: testJwtSecret, folder, patienceMs: 100 })),
  ).toMatch(/^The database cannot be used: .*timeout.*; check DATABASE_URL\.$/);
  mute.close();
});
