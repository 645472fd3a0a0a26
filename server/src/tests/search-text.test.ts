/** Tests that the database and the contract normalize texts alike, and that copies of a search follow a rename. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { searchText } from '#contract/kernel/search-text.ts';
import { type TestDatabase, testDatabase } from '#platform/testing/database.ts';
import pg from 'pg';

let target: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  target = await testDatabase();
  owner = new pg.Client(target.ownerUrl);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await target.drop();
});

/** Texts that the database normalizes differently. Characters that it does not know yet are left out. */
const different = async (texts: readonly string[]) => {
  const { rows } = await owner.query<{ text: string; searched: string }>(
    'select text, search_text(text) as searched from unnest($1::text[]) text where unicode_assigned(text)',
    [texts],
  );
  return rows.filter(({ text, searched }) => searched !== searchText(text)).map(({ text }) => text);
};

it('normalizes every character as the contract does', async () => {
  const points = Array.from({ length: 0x110000 - 1 }, (_, n) => n + 1).filter((n) => n < 0xd800 || n > 0xdfff);
  for (let from = 0; from < points.length; from += 100_000) {
    const texts = points.slice(from, from + 100_000).map((point) => `A${String.fromCodePoint(point)}Z`);
    expect(await different(texts)).toEqual([]);
  }
});

it('normalizes texts as the contract does', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(..."aAéÉßŁςΣ´’'`-–\u0308\u200b\u202a\u00a0 1") }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        text.filter((one) => !one.includes('\0')),
        { maxLength: 100 },
      ),
      async (texts) => {
        expect(await different(texts)).toEqual([]);
      },
    ),
  );
});

it('keeps the searches of a renamed user’s submissions, subscriptions and access gaps up to date', async () => {
  const user = '01890000-0000-7000-8000-000000000001';
  const course = '01890000-0000-7000-8000-000000000002';
  await owner.query(`
    insert into "user" (id, tenant, email, name, password_hash, role, phone_number)
      values ('${user}', 'coding', 'jose@sample.test', 'José O’Brien', 'none', 'member', '+62 0812‑0000‑7557');
    insert into course (id, tenant, name, slug, type) values ('${course}', 'coding', 'Kelas Ángel', 'angel', 0);
    insert into project_submission (tenant, user_id, course_id) values ('coding', '${user}', '${course}');
    with plan as (insert into subscription_plan (tenant, name, duration_months) values ('coding', 'Ángel', 1) returning id)
      insert into subscription (tenant, user_id, plan_id, start_date, end_date)
        select 'coding', '${user}', id, '2026-01-01', '2026-02-01' from plan;
    insert into access_gap (tenant, kind, user_id, product_type, product_id, product_name, amount, since)
      values ('coding', 'access-unpaid', '${user}', 'courses', '${course}', 'Kelas Ángel', 1, now())`);
  const searches = async () => {
    const { rows } = await owner.query<{ search: string }>(`
      select search from subscription union all select search from project_submission union all select search from access_gap`);
    return rows.map(({ search }) => search);
  };
  expect((await searches())[1]).toBe('jose obrien jose@sample.test 81200007557 kelas angel');
  await owner.query(`update "user" set name = 'Zoë', phone_number = '0813' where id = $1`, [user]);
  const renamed = 'zoe jose@sample.test 813';
  expect(await searches()).toEqual([renamed, `${renamed} kelas angel`, `${renamed} kelas angel`]);
  await owner.query(`update course set name = 'Kelas Lain' where id = $1`, [course]);
  expect((await searches())[1]).toBe(`${renamed} kelas lain`);
});

it('is inlined, so that a generated column costs no call of a function', async () => {
  const { rows } = await owner.query<{ 'QUERY PLAN': string }>(
    `explain (verbose, costs off) select search_text(name || ' ' || email), search_phone(phone_number) from "user"`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('octet_length');
  expect(plan).not.toMatch(/search_(?:text|phone)\(/);
  expect((await owner.query('select search_text(null) as text, search_phone(null) as phone')).rows).toEqual([
    { text: null, phone: null },
  ]);
});
