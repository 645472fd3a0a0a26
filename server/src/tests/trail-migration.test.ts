/** Tests that the audit trail of the previous version is assigned to records by its migration. */
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { tenants } from '#contract/kernel.ts';
import { roleName, roleUrl } from '#platform/database/app-role.ts';
import { openDatabase } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { testJwtSecret } from '#platform/testing/template.ts';

/** A database of a version before this trail, with an owner who is not a superuser, and with changes by users. */
const owner = `owner_${randomBytes(6).toString('hex')}`;
const database = `trail_${randomBytes(6).toString('hex')}`;
const own = join(import.meta.dirname, '../migrations');

let cluster: pg.Client;
let url: string;
let written: unknown;
let plans: string[];
beforeAll(async () => {
  cluster = new pg.Client(inject('ownerUrl'));
  await cluster.connect();
  await cluster.query(`create role ${owner} login createrole password 'x'`);
  await cluster.query(`create database ${database} owner ${owner}`);
  const owned = new URL(inject('ownerUrl'));
  owned.pathname = database;
  owned.username = owner;
  owned.password = 'x';
  url = owned.href;
  await migrateWith((name) => name < '0012');
  for (const tenant of ['coding', 'cyber']) await work(tenant);
  written = await queryAs('coding', count);
  await migrateWith((name) => name < '0015');
  await queryAs('coding', ...lookUps.map(([table]) => `alter table ${table} set (autovacuum_enabled = off)`), ...grown);
  plans = await Promise.all(lookUps.map(planOf));
  await migrate(url, { jwtSecret: testJwtSecret });
});
afterAll(async () => {
  await cluster.query(`drop database ${database} with (force)`);
  for (const kind of [...tenants, 'app', 'worker'] as const)
    await cluster.query(`drop role if exists ${roleName(database, kind)}`);
  await cluster.query(`drop owned by ${owner}; drop role ${owner}`);
  await cluster.end();
});

/** Applies some of the migrations, as if the others did not exist yet. */
async function migrateWith(isKnown: (name: string) => boolean): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-before-trail-'));
  for (const name of await readdir(own))
    if (name.endsWith('.sql') && isKnown(name)) await cp(join(own, name), join(folder, name));
  await migrate(url, { jwtSecret: testJwtSecret, folder });
  await rm(folder, { recursive: true });
}

/** Look-ups of 0015 for each entry: the record, and its parent records. */
const lookUps: [table: string, key: string][] = [
  ['"user"', 'id'],
  ['course', 'id'],
  ['tracking_document', 'id'],
  ['course_section', 'course_id'],
  ['order_item', 'order_id'],
];
/**
 * Simulates many rows for the planner, because with few rows every index is equally good. Removes the statistics of
 * 0014, of columns and expressions, with which a tenant would be as selective as an id.
 */
const grown = [
  `select pg_restore_relation_stats('schemaname', 'public', 'relname', relname::text, 'relpages', 1, 'reltuples', 100000::real)
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`,
  `select pg_clear_attribute_stats('public', relname::text, attname::text, false)
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`,
];
/** A new index on a table with changed rows is used only after all earlier transactions have ended, in any database. */
const indexPatienceMs = 30_000;
async function planOf([table, key]: [string, string]): Promise<string> {
  for (const until = Date.now() + indexPatienceMs; ; await sleep(100)) {
    const rows = await queryAs(
      'coding',
      'set enable_seqscan = off',
      `explain select to_jsonb(own) from ${table} own where tenant = 'coding' and ${key}::text = '${id('a1')}'`,
    );
    const plan = rows.map((row) => String(row['QUERY PLAN'])).join(' ');
    if (plan.includes('key_as_text') || Date.now() > until) return plan;
  }
}

const count = 'select count(*)::int as n from audit';
const id = (end: string) => `01890000-0000-7000-8000-0000000000${end}`;

async function queryAs(tenant: string, ...texts: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, options: `-c app.tenant=${tenant} -c app.actor_name=Bagus` });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const text of texts) ({ rows } = await client.query(text));
    return rows;
  } finally {
    await client.end();
  }
}

/** Changes that the old triggers recorded under other names, or as those of another record. */
const work = (tenant: string) =>
  queryAs(
    tenant,
    `insert into "user" (id, email, name, password_hash, role) values ('${id('a1')}', 'a@x.test', 'Sari', 'h', 'member')`,
    `insert into course (id, type, name, slug) values ('${id('c1')}', 0, 'Kursus', 'kursus')`,
    `insert into course_section (id, course_id, name, position) values ('${id('b1')}', '${id('c1')}', 'Bab 1', 1), ('${id('b2')}', '${id('c1')}', 'Bab 2', 2)`,
    `insert into lesson (id, section_id, name, type, position) values ('${id('d1')}', '${id('b1')}', 'Satu', 'VIDEO', 1)`,
    `insert into lesson (id, section_id, name, type, position) values ('${id('d2')}', '${id('b2')}', 'Dua', 'VIDEO', 1)`,
    `update course_section set name = 'Bab Satu' where id = '${id('b1')}'`,
    `update course set price = 5`,
    `update lesson set duration = 9 where id = '${id('d1')}'`,
    `insert into course_user (course_id, user_id) values ('${id('c1')}', '${id('a1')}')`,
    `insert into learning_path (id, name, slug) values ('${id('f1')}', 'Jalur', 'jalur')`,
    `insert into learning_path_course (path_id, course_id, position) values ('${id('f1')}', '${id('c1')}', 1)`,
    `update learning_path_course set position = 2`,
    `delete from course_section where id = '${id('b2')}'`,
    `update "user" set password_hash = 'h2'`,
  );

const short = (text: unknown) => String(text).replaceAll(id(''), '');
const trailOf = async (tenant: string, key: string) => {
  const [table, end] = key.split(':') as [string, string];
  const rows = await queryAs(
    tenant,
    `select audit.table_name, audit.record_id, action from audit_record filed
      join audit on audit.id = line or part_of = line
      where filed.table_name = '${table}' and filed.record_id = '${id(end)}' and belongs_to @> array['${table}:${id(end)}']
      order by audit.id`,
  );
  return rows.map((row) => `${String(row['action'])} ${String(row['table_name'])} ${short(row['record_id'])}`);
};

it.each(['coding', 'cyber'])('assigns earlier changes in %s to their records', async (tenant) => {
  expect((await trailOf(tenant, 'course:c1')).toSorted()).toEqual(
    [
      'create course c1',
      'create course_section b1',
      'create course_section b2',
      'create lesson d1',
      'create lesson d2',
      'update course_section b1',
      'update course c1',
      'update lesson d1',
      'create course_user c1/a1',
      'create learning_path_course f1/c1',
      'delete lesson d2',
      'delete course_section b2',
    ].toSorted(),
  );
  expect(await trailOf(tenant, 'user:a1')).toEqual([
    'create user a1',
    'create course_user c1/a1',
    'set-password user a1',
  ]);
  expect(await trailOf(tenant, 'course_section:b1')).toEqual([
    'create course_section b1',
    'create lesson d1',
    'update course_section b1',
    'update lesson d1',
  ]);
  expect(await trailOf(tenant, 'learning_path:f1')).toEqual([
    'create learning_path f1',
    'create learning_path_course f1/c1',
    'update learning_path_course f1',
  ]);
});

it('finds the records of an entry by index, whatever the size of the tables', () => {
  for (const plan of plans)
    expect(plan).toMatch(/Index Cond: .*\(tenant = 'coding'::text\) AND .*_?id\)?(::text)? = '0189/);
});

const leftovers = () =>
  queryAs(
    'coding',
    `select relname from pg_class where relnamespace = 'public'::regnamespace
      and (relname like '%as_text%' or relkind = 'r' and not relforcerowsecurity)`,
  );

it('removes its temporary objects', async () => {
  expect(await leftovers()).toEqual([]);
});

it('keeps every entry, and assigns each to a record', async () => {
  expect(await queryAs('data', 'select 1 from audit')).toEqual([]);
  expect(await queryAs('coding', count)).toEqual(written);
  expect(written).toEqual([{ n: 16 }]);
  expect(
    await queryAs(
      'coding',
      `select 1 from audit where not exists (select from audit_record where line in (id, part_of))`,
    ),
  ).toEqual([]);
});

it('records later changes of the app, although the policies apply to the owner', async () => {
  const db = openDatabase((tenant) => roleUrl(url, roleName(database, tenant), testJwtSecret));
  const coding = db.tenant('coding');
  await coding.updateTable('courseSection').set({ name: 'Bab Kesatu' }).where('id', '=', id('b1')).execute();
  await coding.deleteFrom('courseSection').where('id', '=', id('b1')).execute();
  await db.close();
  expect((await trailOf('coding', 'course:c1')).slice(-3)).toEqual([
    'update course_section b1',
    'delete course_section b1',
    'delete lesson d1',
  ]);
});

it('changes nothing in a database that had the trail before its indexes', async () => {
  const indexes = () => queryAs('coding', `select indexdef from pg_indexes where schemaname = 'public' order by 1`);
  const before = await indexes();
  await queryAs('coding', `delete from migration.applied where name ~ 'as_text'`);
  await migrate(url, { jwtSecret: testJwtSecret });
  expect(await queryAs('coding', `select name from migration.applied where name ~ 'as_text'`)).toHaveLength(2);
  expect(await indexes()).toEqual(before);
  expect(await leftovers()).toEqual([]);
});
