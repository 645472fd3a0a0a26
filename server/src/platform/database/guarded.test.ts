/** Tests that invalid data from the server closes the connection but does not end the process. */
import type pg from 'pg';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openJobPool } from '#platform/jobs/store.ts';
import { testDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { type LossyProxy, lossyProxy } from '#platform/testing/lossy-proxy.ts';
import { type Database, isDatabaseAway, openDatabase } from './database.ts';

let testDb: TestDatabase;
let proxy: LossyProxy;
let database: Database;
let jobs: pg.Pool;
beforeAll(async () => {
  testDb = await testDatabase();
  const { hostname, port } = new URL(testDb.ownerUrl);
  proxy = await lossyProxy({ host: hostname, port: Number(port) });
  const throughProxy = (address: string) => Object.assign(new URL(address), { port: String(proxy.port) }).href;
  database = openDatabase((tenant) => throughProxy(testDb.appUrl(tenant)), { poolSize: 1 });
  jobs = openJobPool(() => throughProxy(testDb.workerUrl), 1);
});
afterAll(async () => {
  await jobs.end();
  await database.close();
  proxy.close();
  await testDb.drop();
});

const message = (code: string, body = '') => {
  const bytes = Buffer.from(`${code}\0\0\0\0${body}`, 'latin1');
  bytes.writeInt32BE(4 + body.length, 1);
  return bytes;
};

it.each([
  ['a portal that waits', message('s')],
  ['an empty query', message('I')],
  ['a wish for a copy', message('G', '\0\0\0')],
  ['a piece of a copy', message('d', 'x')],
  ['a row of more fields than it has bytes', message('D', '\0\u0009')],
])('fails the query after %s, and the next one succeeds', async (_, inserted) => {
  const db = database.tenant('coding');
  const named = () => sql<{ one: number }>`select ${1}::int as one`.execute(db);
  const plain = () => jobs.query('select 1 as one');
  for (const ask of [named, plain]) {
    expect((await ask()).rows).toEqual([{ one: 1 }]);
    proxy.inserts = inserted;
    await expect(ask().catch(isDatabaseAway)).resolves.toBe(true);
    expect((await ask()).rows).toEqual([{ one: 1 }]);
  }
});
