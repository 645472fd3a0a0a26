/** Tests that a set-up that fails is repeated with a new database, and reported. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestDatabase, testDatabase } from './database.ts';

const names: string[] = [];
const warnings: unknown[] = [];
const warn = vi.spyOn(console, 'warn').mockImplementation((text) => void warnings.push(text));
let testDb: TestDatabase;

beforeAll(async () => {
  testDb = await testDatabase();
  names.push(testDb.name);
  const owner = new pg.Client(testDb.ownerUrl);
  owner.on('error', () => undefined);
  await owner.connect();
  if (names.length === 1) await owner.query('select pg_terminate_backend(pg_backend_pid())');
  await owner.end();
});
afterAll(async () => {
  warn.mockRestore();
  await testDb.drop();
});

test('a set-up whose connection is lost runs again with a new database, and its error is reported', ({ task }) => {
  expect(new Set(names).size).toBe(2);
  const error = 'terminating connection due to administrator command';
  expect(task.file.meta).toEqual({ repeatedSetUp: error });
  // Expected here, so not to be listed under `Flaky:`.
  delete task.file.meta.repeatedSetUp;
  expect(warnings).toEqual([expect.stringMatching(`repeated-set-up.test.ts failed and is repeated: ${error}`)]);
});
