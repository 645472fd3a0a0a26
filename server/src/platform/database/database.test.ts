/** Proves the way to the database: names, prepared statements, and a connection for one tenant only. */
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { roleName } from './app-role.ts';
import { isDatabaseAway, isDatabaseBusy, openConnection, openDatabase, type Db } from './database.ts';
import { compiled, oneById } from './compiled.ts';
import { statementName } from './prepared.ts';

let given: TestDatabase;
let db: Db;
beforeAll(async () => {
  given = await testDatabase();
  db = given.database.tenant('cyber');
});
afterAll(() => given.drop());

const one = async (expression: string) =>
  (await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(db)).rows[0]?.value;

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
])('%s reads as %j', async (expression, value) => {
  expect(await one(expression)).toEqual(value);
});

test('ids made one after the other are in that order, those of one millisecond too', async () => {
  const { rows } = await sql<{ id: string }>`select new_id() as id from generate_series(1, 2000)`.execute(db);
  const ids = rows.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids.map((id) => id.slice(0, 13))).size).toBeLessThan(1000);
});

test('columns are camelCase in TypeScript, and keys inside documents stay as they are', async () => {
  const { rows } = await sql`select 1 as total_items, '{"user_email": 1}'::jsonb as the_document`.execute(db);
  expect(rows).toEqual([{ totalItems: 1, theDocument: { user_email: 1 } }]);
});

test('a connection belongs to its tenant: it signs in as its role', async () => {
  for (const tenant of ['coding', 'cyber', 'data'] as const) {
    const { rows } =
      await sql`select current_tenant() as tenant, current_user as role, session_user as session`.execute(
        given.database.tenant(tenant),
      );
    expect(rows).toEqual([{ tenant, role: roleName(given.name, tenant), session: roleName(given.name, tenant) }]);
  }
});

test('a reading by id is built once, and reads as who asks: another id, another tenant, an open transaction', async () => {
  let builds = 0;
  const nameOf = oneById((asked, id) => {
    builds++;
    return asked.selectFrom('user').select('name').where('id', '=', id);
  });
  const make = (name: string) =>
    db
      .insertInto('user')
      .values({ name, email: `${name}@sample.test`, passwordHash: '-', role: 'member' })
      .returning('id')
      .executeTakeFirstOrThrow();
  const [sari, budi] = [await make('Sari'), await make('Budi')];
  expect(await Promise.all([sari, budi, sari].map(({ id }) => nameOf(db, id)))).toEqual([
    { name: 'Sari' },
    { name: 'Budi' },
    { name: 'Sari' },
  ]);
  expect(await nameOf(given.database.tenant('data'), sari.id)).toBeUndefined();
  await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('user').set({ name: 'Sari Dewi' }).where('id', '=', sari.id).execute();
    expect([await nameOf(transaction, sari.id), await nameOf(db, sari.id)]).toEqual([
      { name: 'Sari Dewi' },
      { name: 'Sari' },
    ]);
  });
  expect(builds).toBe(1);
});

test('a query that is built once cannot be built of what one call asked for', async () => {
  const read = compiled((asked, { name }: { name: string }) =>
    asked.selectFrom('user').select('id').where('search', 'like', `%${name}%`),
  );
  await expect(read(db, { name: 'sari' }, undefined)).rejects.toThrow('name has no value while its query is built');
});

test('a query with values becomes a named prepared statement, once for one text', async () => {
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

test('a statement answers every run with its own rows, also after runs that fail or find nothing', async () => {
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

test('what was known of columns that have changed since is refused, not misread, and learnt anew', async () => {
  const { db: owner, close } = openConnection(given.ownerUrl);
  const read = () => sql`select * from changing`.execute(owner);
  await sql`create temporary table changing as select 1 as first, 'two' as second`.execute(owner);
  expect((await read()).rows).toEqual([{ first: 1, second: 'two' }]);
  await sql`alter table changing drop column first`.execute(owner);
  await expect(read()).rejects.toMatchObject({ code: '0A000' });
  expect((await read()).rows).toEqual([{ second: 'two' }]);
  await close();
});

test('a statement without rows says how many it changed, and can be run again', async () => {
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

test('a value that is no parameter fails its own query alone', async () => {
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  const small = openDatabase(given.appUrl, { poolSize: 1 });
  const read = (value: unknown) => sql`select ${value}::jsonb as value`.execute(small.tenant('cyber'));
  await expect(read(circular)).rejects.toThrow('circular');
  const nameOf = oneById((asked, id) => asked.selectFrom('user').select('name').where('id', '=', id));
  await expect(nameOf(small.tenant('cyber'), circular as never)).rejects.toThrow('circular');
  expect((await read({ is: 'fine' })).rows).toEqual([{ value: { is: 'fine' } }]);
  await small.close();
});

test('a reading that fails gives its connection back, and says where it was asked', async () => {
  const small = openDatabase(given.appUrl, { poolSize: 1, patienceMs: 500 });
  const nameOf = oneById((asked, id) => asked.selectFrom('user').select('name').where('id', '=', id));
  for (let run = 0; run < 3; run++) {
    const error: unknown = await nameOf(small.tenant('cyber'), 'no id').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: '22P02' });
    expect((error as Error).stack).toContain('compiled.ts');
  }
  expect(await nameOf(small.tenant('cyber'), '01890000-0000-7000-8000-000000000009')).toBeUndefined();
  await small.close();
});

test('a very long text is not kept', () => {
  expect(statementName(`select ${'1,'.repeat(5_000)}1`)).toBeUndefined();
});

test('when every connection is taken the wait is short and counts as database away', async () => {
  const small = openDatabase(given.appUrl, { poolSize: 1, patienceMs: 500 });
  const cyber = small.tenant('cyber');
  const error = await cyber.connection().execute(() => sql`select 1`.execute(cyber).catch((thrown: unknown) => thrown));
  expect([isDatabaseAway(error), isDatabaseBusy(error)]).toEqual([true, true]);
  await small.close();
});

test('transactions leave connections to readings, however many wait, and one that gets no place is told so', async () => {
  const small = openDatabase(given.appUrl, { poolSize: 3, patienceMs: 500 });
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

test('a database that is not there is away, and not ready', async () => {
  const nowhere = openDatabase(() => 'postgres://nobody:x@127.0.0.1:1/lectern');
  const error = await nowhere.ready().catch((thrown: unknown) => thrown);
  expect([isDatabaseAway(error), isDatabaseBusy(error)]).toEqual([true, false]);
  await nowhere.close();
  await expect(given.database.ready()).resolves.toBeUndefined();
});

test('a database that no longer takes our password is away', async () => {
  const url = new URL(given.appUrl('coding'));
  url.password = 'reset by somebody';
  const shut = openDatabase(() => url.href);
  const error = await shut.ready().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: '28P01' });
  expect(isDatabaseAway(error)).toBe(true);
  await shut.close();
});

test('options in the URL are kept, and cannot take the tenant away', async () => {
  const opened = openDatabase((tenant) => {
    const url = new URL(given.appUrl(tenant));
    url.searchParams.set('options', '-c work_mem=5MB -c app.tenant=cyber');
    return url.href;
  });
  const { rows } = await sql`select current_tenant() as tenant, current_setting('work_mem') as memory`.execute(
    opened.tenant('data'),
  );
  expect(rows).toEqual([{ tenant: 'data', memory: '5MB' }]);
  await opened.close();
});

test('a connection that the server ends is away for its query and replaced for the next', async () => {
  const owner = new pg.Client(given.ownerUrl);
  await owner.connect();
  const running = sql`select pg_sleep(10)`.execute(given.database.tenant('data')).catch((thrown: unknown) => thrown);
  const ended = await until(async () => {
    const { rows } = await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lectern data' and query like '%pg_sleep(10)' and state = 'active' and datname = current_database()`,
    );
    return rows.length > 0;
  });
  expect(ended).toBe(true);
  await owner.end();
  expect(isDatabaseAway(await running)).toBe(true);
  const { rows } = await sql`select 1 as back`.execute(given.database.tenant('data'));
  expect(rows).toEqual([{ back: 1 }]);
});

test('an ordinary failure is not taken for a database that is away', async () => {
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
