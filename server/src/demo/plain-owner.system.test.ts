/** Tests that the demo needs no superuser. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { tenants } from '#contract/kernel/endpoint.ts';
import { sql } from 'kysely';
import { roleKinds, roleName } from '#platform/database/app-role.ts';
import { migrate } from '#platform/database/migrate.ts';
import { testDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { testJwtSecret } from '#platform/testing/template.ts';
import { demoRows } from './demo-rows.ts';
import { fillDemo, isEmpty } from './fill.ts';
import { loadTenant } from './load/load.ts';

const now = new Date('2026-11-21T03:00:00Z');

/** Owner of the tables as in hosted PostgreSQL: not a superuser, so row-level security applies. */
// All migrations and the whole demo take 7 s on an idle machine.
it('fills and loads as an owner who is not a superuser', { timeout: 60_000 }, async () => {
  const source = await testDatabase();
  const owner = `owner_${randomBytes(6).toString('hex')}`;
  const cluster = new pg.Client(inject('ownerUrl'));
  await cluster.connect();
  try {
    await give(source, owner);
    const url = new URL(source.ownerUrl);
    url.username = owner;
    url.password = 'x';
    await migrate(url.href, { jwtSecret: testJwtSecret });
    expect(await isEmpty(url.href)).toBe(true);
    expect(await fillDemo(url.href, now)).toBe(true);
    expect(await isEmpty(url.href)).toBe(false);
    await loadTenant(url.href, 'coding', { users: 150, courses: 50, orders: 500, tracking: 650 }, now);
    for (const tenant of tenants) {
      const found = await source.database
        .tenant(tenant)
        .selectFrom('order')
        .select((row) => row.fn.countAll().as('n'))
        .executeTakeFirst();
      expect(found).toEqual({
        n: tenant === 'coding' ? 500 : demoRows(tenant, now, { demo: '-', unknown: '-' }).order.length,
      });
    }
    await writesAreKept(source);
  } finally {
    await source.drop();
    await cluster.query(`drop role ${owner}`);
    await cluster.end();
  }
});

/** Transfers the ownership of the database and everything in it. */
async function give({ ownerUrl, name }: TestDatabase, owner: string): Promise<void> {
  const client = new pg.Client(ownerUrl);
  await client.connect();
  const roles = roleKinds.map((kind) => roleName(name, kind)).join(', ');
  try {
    await client.query(`create role ${owner} login createrole password 'x'; grant ${roles} to ${owner} with admin option;
      alter database ${name} owner to ${owner}; alter schema migration owner to ${owner}; alter table migration.applied owner to ${owner};
      alter table migration.secret owner to ${owner}`);
    const { rows } = await client.query<{ statement: string }>(`
      select format('alter table %s owner to ${owner}', oid::regclass) as statement from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r'
      union all select format('alter routine %s owner to ${owner}', oid::regprocedure) from pg_proc
        where pronamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`);
    for (const { statement } of rows) await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Audit rows and counts are written with the owner's rights, to which the policies apply, also for cascading deletes.
 */
async function writesAreKept({ database, ownerUrl }: TestDatabase): Promise<void> {
  const db = database.tenant('cyber');
  const counted = async () =>
    Number(
      (await sql<{ n: number }>`select sum(n)::int as n from row_count where table_name = 'user'`.execute(db)).rows[0]
        ?.n,
    );
  const before = await counted();
  const { id: userId } = await db
    .insertInto('user')
    .values({ name: 'Sari', email: 'sari@plain.test', passwordHash: '-', role: 'member' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: courseId } = await db.selectFrom('course').select('id').limit(1).executeTakeFirstOrThrow();
  await db.insertInto('courseUser').values({ userId, courseId }).execute();
  expect(await counted()).toBe(before + 1);
  await db.deleteFrom('user').where('id', '=', userId).execute();
  expect(await counted()).toBe(before);
  const owner = new pg.Client(ownerUrl);
  await owner.connect();
  const { rows } = await owner
    .query<{ tenant: string; action: string }>(
      'select tenant, action from audit where $1 = any(belongs_to) order by action',
      [`user:${userId}`],
    )
    .finally(() => owner.end());
  expect(rows).toEqual(['create', 'create', 'delete', 'delete'].map((action) => ({ tenant: 'cyber', action })));
}
