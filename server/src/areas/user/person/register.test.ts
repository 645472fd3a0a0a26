/** Tests the register of a person's data against the catalogue: a new table or reference has to be named. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import pg from 'pg';
import { type TestDatabase, testDatabase } from '#platform/testing/database.ts';
import { impersonal, inTexts } from './other-tables.ts';
import { places } from './register.ts';

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

const namesIn = async (text: string) => (await owner.query<{ name: string }>(text)).rows.map(({ name }) => name);

it('names every table of a tenant once: with a person, with texts about people, or with neither', async () => {
  const tables = await namesIn(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by relname collate "C"`,
  );
  const named = [new Set(places.map(({ table }) => table)), Object.keys(inTexts), impersonal].flatMap((some) => [
    ...some,
  ]);
  expect(named.toSorted()).toEqual(tables);
});

it('names every reference to a user', async () => {
  const references = await namesIn(`select relname || '.' || attname as name from pg_constraint
    join pg_class on pg_class.oid = conrelid
    join pg_attribute on attrelid = conrelid and attnum = any(conkey) and attname <> 'tenant'
    where contype = 'f' and confrelid = '"user"'::regclass order by 1`);
  const named = new Set(places.map(({ table, column }) => `${table}.${column}`));
  expect(references.filter((reference) => !named.has(reference))).toEqual([]);
});

it('names columns that exist, and all but four have an index', async () => {
  const indexed = new Set(
    await namesIn(`select relname || '.' || attname as name from pg_index join pg_class on pg_class.oid = indrelid
      join pg_attribute on attrelid = indrelid and attnum = any(indkey) where attname <> 'tenant'`),
  );
  expect(
    places
      .map(({ table, column }) => `${table}.${column}`)
      .filter((column) => !indexed.has(column))
      .toSorted(),
  ).toEqual([
    // Kept for days, or small: read by an erasure alone.
    'api_key.created_by',
    'batch.undo_user_id',
    'chase_document.user_email',
    'data_export.user_id',
  ]);
});
