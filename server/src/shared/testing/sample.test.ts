/** Tests that new tables are included in the sample automatically. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#platform/testing/database.ts';
import type { Sql } from '#platform/testing/user.ts';
import { addRecord, fillTenant, linkTables } from './sample.ts';

let testDb: TestDatabase;
let owner: pg.Client;
let sql: Sql;
beforeAll(async () => {
  testDb = await testDatabase();
  owner = new pg.Client(testDb.ownerUrl);
  await owner.connect();
  sql = async (text, values = []) => (await owner.query<Record<string, unknown>>(text, values)).rows;
  await sql(`
    create table ticket (tenant text not null, id uuid not null default new_id(), name text not null, code text not null,
      "left" int not null check ("left" > 5), most int not null check (most >= 20 and most <= 30),
      step int not null check (step in (-3, 4)), spent int not null check (spent >= 0),
      kind text not null check (kind in ('whole', 'half')), sign text not null check (sign = '+'), is_used boolean not null,
      start_at timestamptz not null, end_at timestamptz not null, day date not null, seal bytea not null, facts jsonb not null,
      words text[] not null, note text, primary key (tenant, id), unique (tenant, code), check (start_at < end_at));
    create table ticket_course (tenant text not null, ticket_id uuid not null, course_id uuid not null, primary key (tenant, ticket_id, course_id),
      foreign key (tenant, ticket_id) references ticket, foreign key (tenant, course_id) references course)`);
  await fillTenant(sql, 'coding');
});
afterAll(async () => {
  await owner.end();
  await testDb.drop();
});

describe('a new table', () => {
  it('gets a row that satisfies its checks, with values above zero and nulls where allowed', async () => {
    expect(await sql('select tenant, "left", most, step, spent, kind, sign, note from ticket')).toEqual([
      { tenant: 'coding', left: 6, most: 20, step: -3, spent: 1, kind: 'whole', sign: '+', note: null },
    ]);
  });

  it('that links two others links records of the shop', async () => {
    expect(
      await sql('select id from ticket join ticket_course on ticket_id = id join course_user using (course_id)'),
    ).toHaveLength(1);
  });

  it('counts as a link table only if both ends are record kinds', async () => {
    const tables = (await linkTables(sql)).map(({ table }) => table);
    expect(tables).toContain('course_user');
    expect(tables).not.toContain('ticket_course');
  });
});

describe('addRecord', () => {
  it('uses the given parent, and otherwise creates one', async () => {
    const course = await addRecord(sql, 'course', 'coding', { name: 'Dasar' });
    const section = await addRecord(sql, 'section', 'coding', { course_id: course });
    const other = await addRecord(sql, 'section', 'coding');
    const courseOf = async (id: string) =>
      (await sql('select name from course where id = (select course_id from course_section where id = $1)', [id]))[0];
    expect(await courseOf(section)).toEqual({ name: 'Dasar' });
    expect(await courseOf(other)).toEqual({ name: expect.stringMatching(/^course \d+$/) });
  });

  it('throws for a kind without a table, naming it', async () => {
    await sql('drop table saved_view cascade');
    const anew: Sql = (...args) => sql(...args);
    await expect(addRecord(anew, 'saved-view', 'coding')).rejects.toThrow('A record of saved_view is asked for');
  });
});
