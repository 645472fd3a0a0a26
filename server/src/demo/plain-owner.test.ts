import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { tenants } from '#contract/kernel.ts';
import { testDatabase } from '../testing/database.ts';
import { fillDemo, isEmpty } from './fill.ts';
import { loadTenant } from './load/load.ts';

/** The tables' owner as a hosted PostgreSQL has it: no superuser, so row-level security binds it. */
it('fills and loads as an owner who is no superuser', async () => {
  const given = await testDatabase();
  const owner = `owner_${randomBytes(6).toString('hex')}`;
  const cluster = new pg.Client(inject('ownerUrl'));
  await cluster.connect();
  try {
    await giveTables(given.ownerUrl, owner);
    const url = new URL(given.ownerUrl);
    url.username = owner;
    url.password = 'x';
    expect(await isEmpty(url.href)).toBe(true);
    expect(await fillDemo(url.href)).toBe(true);
    expect(await isEmpty(url.href)).toBe(false);
    await loadTenant(url.href, 'coding', { users: 150, courses: 50, orders: 450, tracking: 650 });
    for (const tenant of tenants) {
      const found = await given.database
        .tenant(tenant)
        .selectFrom('order')
        .select((row) => row.fn.countAll().as('n'))
        .executeTakeFirst();
      expect(found).toEqual({ n: tenant === 'coding' ? 450 : 400 });
    }
  } finally {
    await given.drop();
    await cluster.query(`drop role ${owner}`);
    await cluster.end();
  }
});

async function giveTables(ownerUrl: string, owner: string): Promise<void> {
  const client = new pg.Client(ownerUrl);
  await client.connect();
  try {
    await client.query(`create role ${owner} login password 'x'; grant usage on schema public to ${owner}`);
    const { rows } = await client.query<{ name: string }>(`
      select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`);
    for (const { name } of rows) await client.query(`alter table ${name} owner to ${owner}`);
  } finally {
    await client.end();
  }
}
