/** Tests the messages for errors of PostgreSQL. */
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#platform/database/database.ts';
import { type TestDatabase, testDatabase } from '#platform/testing/database.ts';
import { asHttpError } from './error-handler.ts';

let testDb: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  testDb = await testDatabase();
  owner = new pg.Client(testDb.ownerUrl);
  await owner.connect();
  await owner.query(`create table ticket (tenant text, short_code text, place int, unique (tenant, short_code));
    create unique index ticket_place on ticket (tenant, place);
    insert into ticket values ('coding', 'A', 1)`);
});
afterAll(async () => {
  await owner.end();
  await testDb.drop();
});

const refused = (code: string, place: number) =>
  owner.query(`insert into ticket values ('coding', $1, $2)`, [code, place]).then(
    () => new Error('not refused'),
    (error: Error) => error,
  );

it('names the field of a violated unique constraint or index', async () => {
  const sent = { shortCode: 'A', place: 1 };
  expect(asHttpError(await refused('A', 2), sent)).toMatchObject({
    statusCode: 409,
    message: 'Another one has this short code already',
    extra: { errors: [{ path: 'shortCode' }] },
  });
  expect(asHttpError(await refused('B', 1), sent)?.extra.errors).toMatchObject([{ path: 'place' }]);
});

it('names no field that was not sent', async () => {
  for (const sent of [undefined, null, 'A', { other: 1 }])
    expect(asHttpError(await refused('A', 2), sent)).toMatchObject({ statusCode: 409, message: 'This already exists' });
});

it('reports a lock timeout as such', async () => {
  const coding = testDb.database.tenant('coding');
  const limit = await sql<{ limit: string }>`select current_setting('lock_timeout') as limit`.execute(coding);
  expect(limit.rows).toEqual([{ limit: '5s' }]);
  await owner.query('select pg_advisory_lock(7)');
  const error: unknown = await coding
    .transaction()
    .execute(async (db) => {
      await sql`set local lock_timeout = '50ms'`.execute(db);
      await sql`select pg_advisory_xact_lock(7)`.execute(db);
    })
    .catch((thrown: unknown) => thrown);
  await owner.query('select pg_advisory_unlock(7)');
  expect(asHttpError(error as Error)).toMatchObject({
    statusCode: 503,
    message: 'Somebody else is changing this right now; nothing was changed. Please try again',
    extra: { retryAfter: 5 },
  });
});

it('reports a connection timeout as such, not as an unavailable database', async () => {
  const small = openDatabase(testDb.appUrl, { poolSize: 1, patienceMs: 200 });
  const coding = small.tenant('coding');
  const error = await coding
    .connection()
    .execute(() => sql`select 1`.execute(coding).catch((thrown: unknown) => thrown as Error));
  expect(asHttpError(error as Error)).toMatchObject({
    statusCode: 503,
    message: 'Too much is being done at the moment; please try again in a few seconds',
    extra: { retryAfter: 5 },
  });
  await small.close();
});
