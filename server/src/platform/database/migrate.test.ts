import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { testPassword } from '../../testing/template.ts';
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
const run = (ownerUrl = url) => migrate(ownerUrl, { appPassword: testPassword, folder });
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

test('files are applied in order, and each once', async () => {
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

test('servers that start at the same moment apply them once', async () => {
  await write('0001_first.sql', 'create table a (n int); insert into a values (1); select pg_sleep(0.1);');
  await Promise.all([run(), run(), run()]);
  expect(await ask('select n from a')).toEqual([{ n: 1 }]);
});

test('a file that fails leaves nothing and is named, and those before it stay', async () => {
  await write('0001_first.sql', 'create table a (n int)');
  await write('0002_second.sql', 'create table b (n int); select 1 / 0;');
  expect(await failure(run())).toBe('0002_second.sql failed: division by zero.');
  expect(await ask(`select to_regclass('a') is not null as a, to_regclass('b') is not null as b`)).toEqual([
    { a: true, b: false },
  ]);
});

test('a file that was changed after it was applied is refused by name', async () => {
  await write('0001_first.sql', 'create table a (n int)');
  await run();
  await write('0001_first.sql', 'create table a (n bigint)');
  expect(await failure(run())).toMatch(/^0001_first\.sql was changed after it was applied/);
  await write('0001_first.sql', 'create table a (n int)');
  expect(await failure(run())).toBe('nothing failed');
});

test('line ends of another system are no change', async () => {
  await write('0001_first.sql', 'create table a\n(n int)');
  await run();
  await write('0001_first.sql', 'create table a\r\n(n int)');
  expect(await failure(run())).toBe('nothing failed');
});

test('a database of a newer version is refused', async () => {
  await write('0001_first.sql', 'create table a (n int)');
  await write('0002_second.sql', 'create table b (n int)');
  await run();
  await rm(join(folder, '0002_second.sql'));
  expect(await failure(run())).toMatch(/^The database has 0002_second\.sql, which this version does not know/);
});

test('the app signs in with the derived password and cannot bypass row-level security', async () => {
  await run();
  const app = new URL(url);
  app.username = 'lectern_app';
  app.password = testPassword;
  const client = new pg.Client(app.href);
  await client.connect();
  const { rows } = await client.query(
    'select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user',
  );
  await client.end();
  expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false }]);
});

test('an owner without the right to make roles gets one sentence', async () => {
  const plain = `plain_${Date.now()}`;
  await admin.query(`create role ${plain} login password 'x'; alter database ${database} owner to ${plain}`);
  const owned = new URL(url);
  owned.username = plain;
  owned.password = 'x';
  expect(await failure(run(owned.href))).toBe(
    `The role ${plain} of DATABASE_URL may not alter the role lectern_app; give it CREATEROLE and ADMIN on lectern_app.`,
  );
  await admin.query(`alter role ${plain} createrole; grant lectern_app to ${plain} with admin option`);
  await write('0001_first.sql', 'create table a (n int); grant select on a to lectern_app;');
  expect(await failure(run(owned.href))).toBe('nothing failed');
  expect(await like()).toEqual([{ marked: false }]);
  await admin.query(`alter database ${database} owner to current_user`);
  await ask(`reassign owned by ${plain} to current_user; drop owned by ${plain}; drop role ${plain}`);
});

const like = () => ask(`select proleakproof as marked from pg_proc where oid = 'textlike(text, text)'::regprocedure`);

test('searches may use their index after every start, also where a restore has lost the mark', async () => {
  await run();
  expect(await like()).toEqual([{ marked: true }]);
  await ask('alter function textlike(text, text) not leakproof');
  await run();
  expect(await like()).toEqual([{ marked: true }]);
});

test('what others hold is waited for, and not for ever', async () => {
  const other = new pg.Client(url);
  await other.connect();
  await write('0001_first.sql', 'create table a (n int)');
  await run();
  await write('0002_second.sql', 'alter table a add m int');
  const sentence =
    'Somebody else holds the database, perhaps another server that is changing it; start again when that is done.';
  const impatient = () => failure(migrate(url, { appPassword: testPassword, folder, patienceMs: 100 }));
  await other.query('select pg_advisory_lock(5134781)');
  expect(await impatient()).toBe(sentence);
  await other.query('select pg_advisory_unlock_all(); begin; lock table a in access share mode');
  expect(await impatient()).toBe(sentence);
  await other.end();
  expect(await failure(run())).toBe('nothing failed');
});

test('a server that takes the connection and says nothing is given up', async () => {
  const mute = createServer().listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const { port } = mute.address() as AddressInfo;
  expect(
    await failure(
      migrate(`postgres://x:x@127.0.0.1:${port}/x`, { appPassword: testPassword, folder, patienceMs: 100 }),
    ),
  ).toMatch(/^The database cannot be used: .*timeout.*; check DATABASE_URL\.$/);
  mute.close();
});
