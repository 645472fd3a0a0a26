/** Tests database access: names, prepared statements, separation of tenants, limits, and an unreachable database. */
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { testDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { roleName } from './app-role.ts';
import { isDatabaseAway, isDatabaseBusy, openConnection, openDatabase, type Db } from './database.ts';
import { columnsOf } from './columns.ts';
import { statementName, statementNames } from './prepared.ts';

let testDb: TestDatabase;
let db: Db;
beforeAll(async () => {
  // The files before this one in the process may have used all names.
  statementNames.clear();
  testDb = await testDatabase();
  db = testDb.database.tenant('cyber');
});
afterAll(() => testDb.drop());

const one = async (expression: string) =>
  (await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(db)).rows[0]?.value;

test('a raw condition with or is one of several conditions', async () => {
  const query = db
    .selectFrom('user')
    .select('id')
    .where(sql<boolean>`false`)
    .where(sql<boolean>`true or true`);
  expect(query.compile().sql).toContain('(false) and (true or true)');
  const all = db
    .selectFrom('user')
    .select('id')
    .where('name', '=', '-')
    .where(sql<boolean>`false or true`);
  expect(await all.execute()).toEqual([]);
});

test.each([
  [`timestamptz '2026-01-02 03:04:05.123456+07'`, '2026-01-01T20:04:05.123Z'],
  [`timestamptz '2026-01-02 03:04:05+00'`, '2026-01-02T03:04:05.000Z'],
  [`timestamptz '2026-01-02 03:04:05.1+00'`, '2026-01-02T03:04:05.100Z'],
  [`timestamptz 'infinity'`, 'infinity'],
  [`array[timestamptz '2026-01-02 03:04:05+00', null]`, ['2026-01-02T03:04:05.000Z', null]],
  [`date '2026-01-02'`, '2026-01-02'],
  ['9007199254740991::int8', 9_007_199_254_740_991],
  ['array[1, 2]::int8[]', [1, 2]],
  ['12.50::numeric', 12.5],
  [`'{"snake_case": 1}'::jsonb`, { snake_case: 1 }],
  ['null::timestamptz', null],
])('parses %s as %j', async (expression, value) => {
  expect(await one(expression)).toEqual(value);
});

test('generates ascending ids, also within a millisecond', async () => {
  const { rows } = await sql<{ id: string }>`select new_id() as id from generate_series(1, 2000)`.execute(db);
  const ids = rows.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids.map((id) => id.slice(0, 13))).size).toBeLessThan(1000);
});

test('returns columns in camelCase, and keeps keys of JSON', async () => {
  const { rows } = await sql`select 1 as total_items, '{"user_email": 1}'::jsonb as the_document`.execute(db);
  expect(rows).toEqual([{ totalItems: 1, theDocument: { user_email: 1 } }]);
});

test("signs in as the tenant's role", async () => {
  for (const tenant of ['coding', 'cyber', 'data'] as const) {
    const { rows } =
      await sql`select current_tenant() as tenant, current_user as role, session_user as session`.execute(
        testDb.database.tenant(tenant),
      );
    expect(rows).toEqual([{ tenant, role: roleName(testDb.name, tenant), session: roleName(testDb.name, tenant) }]);
  }
});

test('reads rows of the tenant and the transaction', async () => {
  const nameOf = (reader: Db, id: string) => reader.selectFrom('user').select('name').where('id', '=', id).execute();
  const sari = await db
    .insertInto('user')
    .values({ name: 'Sari', email: 'sari@sample.test', passwordHash: '-', role: 'member' })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await nameOf(testDb.database.tenant('data'), sari.id)).toEqual([]);
  await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('user').set({ name: 'Sari Dewi' }).where('id', '=', sari.id).execute();
    expect([await nameOf(transaction, sari.id), await nameOf(db, sari.id)]).toEqual([
      [{ name: 'Sari Dewi' }],
      [{ name: 'Sari' }],
    ]);
  });
});

test('columnsOf selects columns and expressions under the names of the fields', async () => {
  const shape = z.object({ userId: z.string(), phoneNumber: z.string(), isSample: z.boolean() });
  const columns = columnsOf('user', shape, { userId: 'id', isSample: sql<boolean>`email like '%@sample.test'` });
  const rows = await db.selectFrom('user').select(columns).where('email', '=', 'sari@sample.test').execute();
  expect(rows).toEqual([{ userId: expect.any(String), phoneNumber: '', isSample: true }]);
});

test('columnsOf throws for an expression with a parameter', () => {
  const shape = z.object({ isSample: z.boolean() });
  expect(() => columnsOf('user', shape, { isSample: sql<boolean>`email like ${'%@sample.test'}` })).toThrow('sql.lit');
});

test('prepares a query with values once per text', async () => {
  const texts = await db.connection().execute(async (connection) => {
    for (const number of [1, 2]) await sql`select ${number}::int as prepared_probe`.execute(connection);
    return sql<{
      name: string;
      statement: string;
    }>`select name, statement from pg_prepared_statements where statement like '%prepared_probe'`.execute(connection);
  });
  expect(texts.rows).toEqual([
    { name: statementName('select $1::int as prepared_probe'), statement: 'select $1::int as prepared_probe' },
  ]);
});

test("returns each run's own rows, also after failed and empty runs", async () => {
  const read = (text: string, number: unknown) =>
    sql<{ halfOf: number; note: string | null }>`select ${number}::int / 2 as half_of, ${text}::text as note
      from generate_series(1, ${number}::int)`.execute(db);
  await expect(read('no number', 'x')).rejects.toMatchObject({ code: '22P02' });
  expect((await read('none', 0)).rows).toEqual([]);
  const both = [
    { halfOf: 1, note: 'two' },
    { halfOf: 1, note: 'two' },
  ];
  expect((await read('two', 2)).rows).toEqual(both);
  await expect(read('none again', 'x')).rejects.toMatchObject({ code: '22P02' });
  expect((await read('two', 2)).rows).toEqual(both);
});

test('fails when columns changed, and reads them again at the next run', async () => {
  const { db: owner, close } = openConnection(testDb.ownerUrl);
  const read = () => sql`select * from changing`.execute(owner);
  await sql`create table changing as select 1 as first, 'two' as second`.execute(owner);
  expect((await read()).rows).toEqual([{ first: 1, second: 'two' }]);
  await sql`alter table changing drop column first`.execute(owner);
  await expect(read()).rejects.toMatchObject({ code: '0A000' });
  expect((await read()).rows).toEqual([{ second: 'two' }]);
  await close();
});

test('returns the number of changed rows, and can run again', async () => {
  const rename = (name: string, like: string) =>
    db.updateTable('user').set({ name }).where('email', 'like', like).executeTakeFirstOrThrow();
  for (const name of ['Tri', 'Catur', 'Panca'])
    await db
      .insertInto('user')
      .values({ name, email: `${name}@again.test`, passwordHash: '-', role: 'member' })
      .execute();
  expect((await rename('Eka', '%@again.test')).numUpdatedRows).toBe(3n);
  expect((await rename('Eka', '%@nowhere.test')).numUpdatedRows).toBe(0n);
  expect((await rename('Dwi', 'Tri@again.test')).numUpdatedRows).toBe(1n);
});

test('fails only the query with an invalid parameter', async () => {
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  const small = openDatabase(testDb.appUrl, { poolSize: 1 });
  const read = (value: unknown) => sql`select ${value}::jsonb as value`.execute(small.tenant('cyber'));
  await expect(read(circular)).rejects.toThrow('circular');
  expect((await read({ is: 'fine' })).rows).toEqual([{ value: { is: 'fine' } }]);
  await small.close();
});

test('releases the connection after an error, and adds the caller to its stack', async () => {
  const small = openDatabase(testDb.appUrl, { poolSize: 1, patienceMs: 500 });
  const nameOf = (id: string) =>
    small.tenant('cyber').selectFrom('user').select('name').where('id', '=', id).executeTakeFirst();
  for (let run = 0; run < 3; run++) {
    const error: unknown = await nameOf('no id').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: '22P02' });
    expect((error as Error).stack).toContain('database.test.ts');
  }
  expect(await nameOf('01890000-0000-7000-8000-000000000009')).toBeUndefined();
  await small.close();
});

test('does not prepare very long texts', () => {
  expect(statementName(`select ${'1,'.repeat(5_000)}1`)).toBeUndefined();
});

test('isDatabaseAway is true after waiting too long for a connection', async () => {
  const small = openDatabase(testDb.appUrl, { poolSize: 1, patienceMs: 500 });
  const cyber = small.tenant('cyber');
  const error = await cyber.connection().execute(() => sql`select 1`.execute(cyber).catch((thrown: unknown) => thrown));
  expect([isDatabaseAway(error), isDatabaseBusy(error)]).toEqual([true, true]);
  await small.close();
});

test('reserves connections for reads, and rejects a transaction that waits too long', async () => {
  const small = openDatabase(testDb.appUrl, { poolSize: 3, patienceMs: 500 });
  const cyber = small.tenant('cyber');
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const begun: number[] = [];
  const all = Array.from({ length: 6 }, (_, n) =>
    cyber
      .transaction()
      .execute(async () => {
        begun.push(n);
        await held;
      })
      .then(
        () => 'done',
        (error: unknown) => (isDatabaseBusy(error) ? 'busy' : error),
      ),
  );
  await expect.poll(() => begun.toSorted()).toEqual([0, 1]);
  expect((await sql`select 1 as one`.execute(cyber)).rows).toEqual([{ one: 1 }]);
  expect(await Promise.all(all.slice(2))).toEqual(Array(4).fill('busy'));
  expect((await sql`select 2 as two`.execute(cyber)).rows).toEqual([{ two: 2 }]);
  letGo();
  expect(await Promise.all(all.slice(0, 2))).toEqual(['done', 'done']);
  expect(await cyber.transaction().execute(async () => 'again')).toBe('again');
  await small.close();
});

test('isDatabaseAway is true, and ready rejects, for an unreachable database', async () => {
  const nowhere = openDatabase(() => 'postgres://nobody:x@127.0.0.1:1/lectern');
  const error = await nowhere.ready().catch((thrown: unknown) => thrown);
  expect([isDatabaseAway(error), isDatabaseBusy(error)]).toEqual([true, false]);
  await nowhere.close();
  await expect(testDb.database.ready()).resolves.toBeUndefined();
});

test('isDatabaseAway is true for a wrong password', async () => {
  const url = new URL(testDb.appUrl('coding'));
  url.password = 'reset by somebody';
  const shut = openDatabase(() => url.href);
  const error = await shut.ready().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: '28P01' });
  expect(isDatabaseAway(error)).toBe(true);
  await shut.close();
});

test('keeps options of the URL, which cannot change the tenant', async () => {
  const opened = openDatabase((tenant) => {
    const url = new URL(testDb.appUrl(tenant));
    url.searchParams.set('options', '-c work_mem=5MB -c app.tenant=cyber');
    return url.href;
  });
  const { rows } = await sql`select current_tenant() as tenant, current_setting('work_mem') as memory`.execute(
    opened.tenant('data'),
  );
  expect(rows).toEqual([{ tenant: 'data', memory: '5MB' }]);
  await opened.close();
});

test('reads with one process each, for the tenants and the worker', async () => {
  for (const url of [testDb.appUrl('data'), testDb.workerUrl]) {
    const client = new pg.Client(url);
    await client.connect();
    const { rows } = await client.query('show max_parallel_workers_per_gather');
    expect(rows).toEqual([{ max_parallel_workers_per_gather: '0' }]);
    await client.end();
  }
});

test('isDatabaseAway is true for a terminated connection, which is replaced', async () => {
  const owner = new pg.Client(testDb.ownerUrl);
  await owner.connect();
  const running = sql`select pg_sleep(10)`.execute(testDb.database.tenant('data')).catch((thrown: unknown) => thrown);
  const ended = await until(async () => {
    const { rows } = await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lectern data' and query like '%pg_sleep(10)' and state = 'active' and datname = current_database()`,
    );
    return rows.length > 0;
  });
  expect(ended).toBe(true);
  await owner.end();
  expect(isDatabaseAway(await running)).toBe(true);
  const { rows } = await sql`select 1 as back`.execute(testDb.database.tenant('data'));
  expect(rows).toEqual([{ back: 1 }]);
});

test('isDatabaseAway is false for ordinary errors', async () => {
  const error = await sql`select 1 / 0`.execute(db).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(isDatabaseAway(error)).toBe(false);
  expect(isDatabaseAway('timeout exceeded when trying to connect')).toBe(false);
});

async function until(check: () => Promise<boolean>): Promise<boolean> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (await check()) return true;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return false;
}
