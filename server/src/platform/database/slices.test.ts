/** Tests work in slices: each record once, each slice in a transaction of its own, until the signal is aborted. */
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { testDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { addUser } from '#platform/testing/user.ts';
import { asOwner, setTenant } from './as-owner.ts';
import type { Db } from './database.ts';
import { inSlices } from './slices.ts';

let target: TestDatabase;
let owner: pg.Client;
let db: Db;
/** Members of the tenant coding, in order of id. */
let ids: string[];
beforeAll(async () => {
  target = await testDatabase();
  owner = new pg.Client(target.ownerUrl);
  await owner.connect();
  db = target.database.tenant('coding');
  const add = (tenant: Tenant) => addUser(async (text, values) => (await owner.query(text, values)).rows as [], tenant);
  ids = [];
  for (let n = 0; n < 7; n += 1) ids.push(await add('coding'));
  ids.sort();
  await add('cyber');
});
afterAll(async () => {
  await owner.end();
  await target.drop();
});

/** Slices that the work gets. */
async function slicesOf(on: Db, size?: number) {
  const slices: (readonly string[])[] = [];
  await inSlices(on, 'user', async (_, slice) => void slices.push(slice), { ...(size && { size }) });
  return slices;
}

it('gives the work every record of the tenant once, in order of id', async () => {
  expect(await slicesOf(db, 3)).toEqual([ids.slice(0, 3), ids.slice(3, 6), ids.slice(6)]);
});

it('gives no empty slice when the last one is full', async () => {
  expect(await slicesOf(db, 7)).toEqual([ids]);
});

it('does nothing without records', async () => {
  expect(await slicesOf(target.database.tenant('data'))).toEqual([]);
});

it('sees only the tenant of the transaction as a superuser, and stays inside this transaction', async () => {
  const transactions = new Set<unknown>();
  const slices: (readonly string[])[] = [];
  await asOwner(target.ownerUrl, (all) =>
    all.transaction().execute(async (tx) => {
      await setTenant(tx, 'coding');
      await inSlices(
        tx,
        'user',
        async (same, slice) => {
          slices.push(slice);
          transactions.add(await transactionOf(same));
        },
        { size: 4 },
      );
    }),
  );
  expect(slices).toEqual([ids.slice(0, 4), ids.slice(4)]);
  expect(transactions.size).toBe(1);
});

it('keeps the slices before one that fails', async () => {
  const rename = async (tx: Db, slice: readonly string[]) => {
    await sql`update "user" set uoc = 'renamed' where id = any(${slice}::uuid[])`.execute(tx);
    if (slice.includes(ids[3]!)) throw new Error('The second slice fails');
  };
  await expect(inSlices(db, 'user', rename, { size: 3 })).rejects.toThrow('The second slice fails');
  expect(await renamed()).toEqual(ids.slice(0, 3));
});

it('repeats a slice after a deadlock', async () => {
  const slices: (readonly string[])[] = [];
  const work = async (tx: Db, slice: readonly string[]) => {
    slices.push(slice);
    if (slices.length === 2)
      await sql`do $$ begin raise exception 'locked' using errcode = '40P01'; end $$`.execute(tx);
  };
  await inSlices(db, 'user', work, { size: 4 });
  expect(slices).toEqual([ids.slice(0, 4), ids.slice(4), ids.slice(4)]);
});

it('stops before the next slice when the signal is aborted', async () => {
  const aborting = new AbortController();
  const slices: (readonly string[])[] = [];
  const work = async (_: Db, slice: readonly string[]) => {
    slices.push(slice);
    aborting.abort(new Error('The process ends'));
  };
  await expect(inSlices(db, 'user', work, { size: 3, signal: aborting.signal })).rejects.toThrow('The process ends');
  expect(slices).toEqual([ids.slice(0, 3)]);
});

const transactionOf = async (tx: Db) =>
  (await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(tx)).rows[0]!.id;

const renamed = async () =>
  (await owner.query<{ id: string }>(`select id from "user" where uoc = 'renamed' order by id`)).rows.map(
    ({ id }) => id,
  );
