/** Tests which transactions are retried, and how often. */
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transactionAs } from '../transaction.ts';
import { testDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { addUser } from '#platform/testing/user.ts';
import type { Db } from './database.ts';
import { retrying } from './retry.ts';

let testDb: TestDatabase;
let owner: pg.Client;
let db: Db;
beforeAll(async () => {
  testDb = await testDatabase();
  owner = new pg.Client(testDb.ownerUrl);
  await owner.connect();
  db = testDb.database.tenant('coding');
});
afterAll(async () => {
  await owner.end();
  await testDb.drop();
});

const add = () => addUser(async (text, values) => (await owner.query(text, values)).rows as [], 'coding');
const rename = (tx: Db, id: string) =>
  sql`update "user" set name = name || '!' where id = ${id} returning name`.execute(tx);

it('retries the victim of a deadlock, and runs it once', async () => {
  const [one, other] = [await add(), await add()];
  // The other side detects deadlocks later, so this side is the victim.
  await owner.query(`set deadlock_timeout = '30s'`);
  await owner.query('begin');
  await owner.query('select 1 from "user" where id = $1 for update', [other]);
  let tries = 0;
  let met: Promise<unknown> | undefined;
  const { rows } = await transactionAs(null, db, '', async (tx) => {
    tries += 1;
    // A released row goes to whoever gets it first, so the retry must not run before the waiting transaction.
    await met;
    await rename(tx, one);
    met ??= owner.query('select 1 from "user" where id = $1 for update', [one]).then(() => owner.query('commit'));
    return rename(tx, other);
  });
  await met;
  expect(tries).toBe(2);
  expect(rows).toEqual([{ name: expect.stringMatching(/^[^!]+!$/) }]);
  expect((await owner.query('select name from "user" where id = $1', [one])).rows).toEqual([
    { name: expect.stringMatching(/^[^!]+!$/) },
  ]);
});

it('gives up after repeated failures, and does not retry other errors', async () => {
  const triesOf = async (code: string) => {
    let tries = 0;
    const raise = sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`);
    await expect(
      retrying(() => {
        tries += 1;
        return raise.execute(db);
      }),
    ).rejects.toMatchObject({ code });
    return tries;
  };
  expect([await triesOf('40001'), await triesOf('40P01'), await triesOf('23505')]).toEqual([3, 3, 1]);
});
