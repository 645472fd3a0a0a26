/** Tests for each kind of record that a stale save reports who saved first. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { TestApp } from '#platform/testing/app.ts';
import { testApp } from './app.ts';
import { fillTenant } from '#shared/testing/sample.ts';
import { lockForUpdate } from '#platform/records.ts';
import { transactionAs } from '#platform/transaction.ts';
import type { Db } from '#platform/database/database.ts';
import { snakeCase } from '#platform/list.ts';

let test: TestApp;
let db: Db;
beforeAll(async () => {
  test = await testApp();
  await fillTenant(test.sql, 'coding');
  db = test.database.tenant('coding');
});
afterAll(() => test.close());

const bagus = { userId: '01890000-0000-7000-8000-000000000001', name: 'Bagus' };
const sari = { userId: '01890000-0000-7000-8000-000000000002', name: 'Sari' };
type Table = Parameters<typeof lockForUpdate>[1];

const rename = (actor: typeof bagus, table: Table, id: string, name: string) =>
  transactionAs(actor, db, `request of ${actor.name}`, (transaction) =>
    sql`update ${sql.table(table)} set name = ${name} where id = ${id}`.execute(transaction),
  );

describe('saving a record that was changed meanwhile', () => {
  it.each<[Table, string]>([
    ['user', 'user'],
    ['course', 'course'],
    ['courseSection', 'section'],
    ['lesson', 'lesson'],
    ['learningPath', 'learning path'],
    ['discount', 'discount'],
  ])('%s: reports who changed it, also when others have changed its parts since', async (table, thing) => {
    const [row] = await test.sql(
      `select id::text from "${snakeCase(table)}" where tenant = 'coding' order by id limit 1`,
    );
    const id = String(row?.['id']);
    const locked = (version: number) => db.transaction().execute((tx) => lockForUpdate(tx, table, id, version));
    await rename(sari, table, id, `${thing} satu`);
    await rename(bagus, table, id, `${thing} dua`);
    await test.sql(`insert into lesson (tenant, section_id, name, type)
      select distinct 'coding', section_id, 'Baru', 'VIDEO' from lesson where tenant = 'coding'`);
    await expect(locked(2)).rejects.toMatchObject({
      statusCode: 412,
      message: 'Bagus saved this first',
      extra: { conflict: { by: 'Bagus', version: 3 } },
    });
    expect(await locked(3)).toBe(3);
    await expect(db.transaction().execute((tx) => lockForUpdate(tx, table, bagus.userId, null))).rejects.toMatchObject({
      statusCode: 404,
      message: `This ${thing} does not exist`,
    });
  });
});
