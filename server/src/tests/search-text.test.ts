/** Tests that the database and the contract normalize texts alike, and that every kind of list finds them. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { searchText } from '#contract/search-text.ts';
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
