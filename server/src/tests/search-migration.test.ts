/** Tests that the rows of an earlier version are found after the migration of their searches. */
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { tenants } from '#contract/kernel.ts';
import { roleName } from '#platform/database/app-role.ts';
import { migrate } from '#platform/database/migrate.ts';
import { testJwtSecret } from '#platform/testing/template.ts';

const migrations = join(import.meta.dirname, '../migrations');
const name = `search_${randomBytes(6).toString('hex')}`;
const url = new URL(inject('ownerUrl'));
const cluster = new pg.Client(url.href);
const ownUrl = Object.assign(new URL(url), { pathname: name }).href;
const owner = new pg.Client(ownUrl);
let folder: string;

const user = '01890000-0000-7000-8000-000000000001';
const course = '01890000-0000-7000-8000-000000000002';
const plan = '01890000-0000-7000-8000-000000000003';
/** Rows of each kind of search: of a record, with a phone, with a code, and kept by triggers. */
const rows = [
  `insert into "user" (id, tenant, email, name, password_hash, role, phone_number)
    values ('${user}', 'coding', 'jose@sample.test', 'José O’Brien', 'none', 'member', '+62 0812‑0000‑7557')`,
  `insert into course (id, tenant, name, slug, type) values ('${course}', 'coding', 'Kelas Ángel', 'angel', 0)`,
  `insert into voucher (tenant, name, code, discount_type, value, start_date) values ('coding', 'Diskon Ángel', 'ANGEL1', 1, 1, now())`,
  `insert into project_submission (tenant, user_id, course_id) values ('coding', '${user}', '${course}')`,
  `insert into subscription_plan (id, tenant, name, duration_months) values ('${plan}', 'coding', 'Ángel', 1)`,
  `insert into subscription (tenant, user_id, plan_id, start_date, end_date) values ('coding', '${user}', '${plan}', '2026-01-01', '2026-02-01')`,
  `insert into access_gap (tenant, kind, user_id, product_type, product_id, product_name, amount, since, search)
    values ('coding', 'access-unpaid', '${user}', 'courses', '${course}', 'Kelas Ángel', 1, now(), 'josé o’brien kelas ángel')`,
];
/** Search columns, and their indexes, by table. */
const searches = async () => {
  const tables = (
    await owner.query<{ name: string }>(
      `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'search' order by 1`,
    )
  ).rows.map((row) => row.name);
  const { rows: indexes } = await owner.query<{ indexdef: string }>(
    `select indexdef from pg_indexes where schemaname = 'public' and indexdef ~ '\\msearch\\M' order by 1`,
  );
  return [tables, indexes.map(({ indexdef }) => indexdef)];
};
const searchOf = async (table: string) =>
  (await owner.query<{ search: string }>(`select search from ${table}`)).rows.map(({ search }) => search);

let before: unknown;
beforeAll(async () => {
  await cluster.connect();
  await cluster.query(`create database ${name}`);
  folder = await mkdtemp(join(tmpdir(), 'lectern-before-search-'));
  for (const file of await readdir(migrations))
    if (file.endsWith('.sql') && file < '0077') await cp(join(migrations, file), join(folder, file));
  await migrate(ownUrl, {
    jwtSecret: testJwtSecret,
    folder,
  });
  await owner.connect();
  for (const row of rows) await owner.query(row);
  before = await searches();
  await migrate(ownUrl, { jwtSecret: testJwtSecret });
});
afterAll(async () => {
  await owner.end();
  await cluster.query(`drop database ${name} with (force)`);
  const roles = [...tenants, 'app' as const, 'worker' as const].map((kind) => roleName(name, kind));
  await cluster.query(`drop role ${roles.join(', ')}`);
  await cluster.end();
  await rm(folder, { recursive: true });
});

it.each([
  ['"user"', 'jose obrien jose@sample.test 81200007557'],
  ['course', 'kelas angel'],
  ['voucher', 'diskon angel angel1'],
  ['project_submission', 'jose obrien jose@sample.test 81200007557 kelas angel'],
  ['subscription', 'jose obrien jose@sample.test 81200007557'],
  ['access_gap', 'jose obrien jose@sample.test 81200007557 kelas angel'],
])('a row of %s is searched as %j', async (table, search) => {
  expect(await searchOf(table)).toEqual([search]);
});

it('keeps every search and its indexes', async () => {
  expect(await searches()).toEqual(before);
});

it('keeps the searches of a renamed user’s submissions, subscriptions and access gaps up to date', async () => {
  await owner.query(`update "user" set name = 'Zoë', phone_number = '0813' where id = $1`, [user]);
  expect(await searchOf('subscription')).toEqual(['zoe jose@sample.test 813']);
  expect(await searchOf('project_submission')).toEqual(['zoe jose@sample.test 813 kelas angel']);
  expect(await searchOf('access_gap')).toEqual(['zoe jose@sample.test 813 kelas angel']);
});
