/** Tests that the command resets the second factor of a user, in its own process. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { runCommand } from '#platform/testing/run-command.ts';
import { testJwtSecret } from '#platform/testing/template.ts';

let target: TestDatabase;
let userId: string;
const db = () => target.database.tenant('cyber');
beforeAll(async () => {
  target = await testDatabase();
  const added = { email: 'Siti@example.com', name: 'Siti', role: 'superadmin', passwordHash: 'x' } as const;
  ({ id: userId } = await db().insertInto('user').values(added).returning('id').executeTakeFirstOrThrow());
});
afterAll(() => target.drop());

async function run(...args: string[]): Promise<string> {
  const env = { DATABASE_URL: target.ownerUrl, JWT_SECRET: testJwtSecret };
  return (await runCommand(join(import.meta.dirname, 'factor-reset.ts'), { args, env })).output;
}

const factors = () => db().selectFrom('authenticatorApp').select('userId').execute();

test('removes the factors and the sessions of the user, and tells so in the trail', async () => {
  await db().insertInto('authenticatorApp').values({ userId, secret: 'x', lastStep: 0, lastUsedAt: null }).execute();
  await db().insertInto('session').values({ userId }).execute();
  expect(await run('--tenant', 'cyber', '--email', 'siti@example.com')).toBe(
    'siti@example.com signs in to cyber with the password alone, and adds a second factor if the role needs one.',
  );
  expect(await factors()).toEqual([]);
  expect(await db().selectFrom('session').select('id').execute()).toEqual([]);
  const events = db().selectFrom('audit').select('after').where('action', '=', 'second-factor-reset');
  expect(await events.execute()).toEqual([{ after: { network: 'npm run factor:reset' } }]);
});

test('refuses an unknown user and a missing option in one sentence, and changes nothing', async () => {
  await db().insertInto('authenticatorApp').values({ userId, secret: 'x', lastStep: 0, lastUsedAt: null }).execute();
  expect(await run('--tenant', 'coding', '--email', 'tiada@sample.test')).toBe(
    'There is no user tiada@sample.test in coding.',
  );
  expect(await run('--tenant', 'cyber')).toContain('Usage: npm run factor:reset');
  expect(await factors()).toHaveLength(1);
});
