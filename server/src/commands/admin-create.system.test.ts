/** Tests that the command creates a user, in its own process beside a server or without one. */
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { roleName, roleUrl } from '#platform/database/app-role.ts';
import { isRightPassword } from '#platform/session/password.ts';
import { testDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { runCommand } from '#platform/testing/run-command.ts';
import { testJwtSecret } from '#platform/testing/template.ts';

let target: TestDatabase;
beforeAll(async () => {
  target = await testDatabase();
});
afterAll(() => target.drop());

/** Runs the command with the password on standard input; returns its output. */
async function run(args: string[], password: string, secret = testJwtSecret): Promise<string> {
  const env = { DATABASE_URL: target.ownerUrl, JWT_SECRET: secret };
  const script = join(import.meta.dirname, 'admin-create.ts');
  return (await runCommand(script, { args, env, input: `${password}\n` })).output;
}

const user = (email: string, tenant = 'cyber', role = 'superadmin') => [
  '--tenant',
  tenant,
  '--email',
  email,
  '--role',
  role,
];
const find = (email: string) =>
  target.database.tenant('cyber').selectFrom('user').selectAll().where('email', '=', email).execute();

test('creates a user in the tenant with the typed password, and names itself as the author', async () => {
  expect(await run(user('siti@example.com'), 'Kelas-Malam-7')).toBe(
    'siti@example.com can sign in to cyber as superadmin.',
  );
  const [made] = await find('siti@example.com');
  expect(made).toMatchObject({ role: 'superadmin', name: 'siti' });
  expect(await isRightPassword(made?.passwordHash, 'Kelas-Malam-7')).toBe(true);
  expect(await target.database.tenant('coding').selectFrom('user').selectAll().execute()).toEqual([]);
  const { rows } = await sql<{ actorName: string }>`select actor_name from audit where table_name = 'user'`.execute(
    target.database.tenant('cyber'),
  );
  expect(rows).toEqual([{ actorName: 'npm run admin:create' }]);
});

test('creates the user with another secret than the server’s, and the server can still connect', async () => {
  expect(await run(user('rina@example.com'), 'Kelas-Malam-7', 'another secret, long enough to be one')).toContain(
    'can sign in',
  );
  expect(await find('rina@example.com')).toHaveLength(1);
  const fresh = new pg.Client(roleUrl(target.ownerUrl, roleName(target.name, 'cyber'), testJwtSecret));
  await fresh.connect();
  await fresh.end();
});

test.each([
  [user('budi@example.com'), 'short1', "The new user's password: At least 8 characters."],
  [user('budi@example.com'), 'Password1', "The new user's password: This password is too common."],
  [user('budi1945@example.com'), 'Budi1945', 'The password is the name in the e-mail address.'],
])('refuses %j with the password %s in one sentence and creates nothing', async (args, password, sentence) => {
  expect(await run(args, password)).toBe(sentence);
  expect(await find(String(args[3]))).toEqual([]);
});

const help = `
Usage: npm run admin:create -- --tenant TENANT --email EMAIL --role ROLE [--name NAME]
For example: npm run admin:create -- --tenant coding --email siti@example.com --role admin
It asks for the new user's password; without a terminal it reads the first line of standard input.`;

test.each([
  [[], '--tenant must be one of coding, cyber, data.'],
  [
    user('budi@example.com'),
    'The new user needs a password of at least 8 characters with a letter and a digit, and none was given.',
  ],
  [user('budi'), '--email: Not an e-mail address.'],
  [user('budi@example.com', 'academy'), '--tenant must be one of coding, cyber, data.'],
  [
    user('budi@example.com', 'cyber', 'boss'),
    '--role must be one of superadmin, admin, instructor, customer-service, member.',
  ],
])('refuses %j without a password in one sentence with an example, and creates nothing', async (args, sentence) => {
  expect(await run(args, '')).toBe(sentence + help);
  expect(await find('budi@example.com')).toEqual([]);
});

test('keeps the password of an existing user', async () => {
  await run(user('dewi@example.com'), 'Kelas-Malam-7');
  const before = await find('dewi@example.com');
  expect(await run(user('dewi@example.com'), 'Kelas-Malam-8')).toBe(
    'There is a user dewi@example.com in cyber already; nothing was changed.',
  );
  expect(await find('dewi@example.com')).toEqual(before);
});
