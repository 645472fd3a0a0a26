/** Tests that the generated table types match the migrations. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tableTypes } from '#platform/database/table-types.ts';
import { tableNotes } from './table-notes.ts';
import { testDatabase, type TestDatabase } from '#platform/testing/database.ts';

let target: TestDatabase;
beforeAll(async () => {
  target = await testDatabase();
});
afterAll(() => target.drop());

it('tables.ts matches the migrations; otherwise run npm run tables', async () => {
  expect(readFileSync(join(import.meta.dirname, 'tables.ts'), 'utf8')).toBe(
    await tableTypes(target.ownerUrl, tableNotes),
  );
});

it('every note names an existing column', async () => {
  const noted = [...Object.keys(tableNotes.types), ...tableNotes.kept.filter((name) => name.includes('.'))];
  const client = new pg.Client(target.ownerUrl);
  await client.connect();
  const { rows } = await client
    .query<{ name: string }>(
      `select relname || '.' || attname as name from pg_attribute join pg_class on pg_class.oid = attrelid where relnamespace = 'public'::regnamespace`,
    )
    .finally(() => client.end());
  expect(noted.filter((name) => !rows.some((row) => row.name === name))).toEqual([]);
});
