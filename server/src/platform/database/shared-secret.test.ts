/** Tests that servers of one database agree on JWT_SECRET, and keep their access to it while the secret is rotated. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { testDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { roleName, roleUrl } from './app-role.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { fingerprint, forgetSecret, secretOfRoles } from './shared-secret.ts';

const secrets = {
  old: 'the former secret of the servers',
  new: 'the next secret of all the servers',
  third: 'x'.repeat(32),
};
type Name = keyof typeof secrets;

const accepting = (jwtSecret: Name, other?: Name) => ({
  jwtSecret: secrets[jwtSecret],
  acceptedSecrets: [jwtSecret, ...(other ? [other] : [])].map((name) => secrets[name]),
});
const print = (name: Name) => fingerprint(secrets[name]);

const another = /^The servers of this database have another JWT_SECRET/;
const unfinished = /^The last rotation of JWT_SECRET is not finished/;

/** Last start (`signs`, `also accepts`), secret of the roles, next start, and the secret of the roles after it. */
test.each<[[Name, Name?], Name, [Name, Name?], Name | RegExp]>([
  [['old'], 'old', ['old'], 'old'],
  [['old'], 'old', ['new'], another],
  [['old'], 'old', ['old', 'new'], 'old'],
  [['old'], 'old', ['new', 'old'], 'old'],
  [['old', 'new'], 'old', ['old'], 'old'],
  [['old', 'new'], 'old', ['new', 'old'], 'old'],
  [['old', 'new'], 'old', ['new'], another],
  [['new', 'old'], 'old', ['old', 'new'], 'old'],
  [['new', 'old'], 'old', ['old'], 'old'],
  [['new', 'old'], 'old', ['new'], 'new'],
  [['new', 'old'], 'old', ['new', 'third'], unfinished],
  [['new', 'old'], 'new', ['old'], another],
  [['new'], 'new', ['new', 'old'], 'new'],
  [['new'], 'new', ['old'], another],
  [['new'], 'new', ['new', 'third'], 'new'],
])('after a start with %j and passwords by %s, a start with %j has passwords by %s', (last, roles, next, expected) => {
  const stored = { current: print(last[0]), other: last[1] ? print(last[1]) : null, roles: print(roles) };
  const start = () => secretOfRoles(stored, accepting(...next));
  if (expected instanceof RegExp) expect(start).toThrow(expected);
  else expect(start()).toBe(secrets[expected]);
});

let target: TestDatabase;
const opened: Database[] = [];
beforeAll(async () => {
  target = await testDatabase();
  await asOwner(forgetSecret);
});
afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()));
  await target.drop();
});

async function asOwner(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(target.ownerUrl);
  await client.connect();
  await work(client).finally(() => client.end());
}

/** Starts a server with these secrets; returns its database. */
async function start(...names: [Name, Name?]): Promise<Database> {
  const { jwtSecret, acceptedSecrets } = accepting(...names);
  await migrate(target.ownerUrl, { jwtSecret, acceptedSecrets });
  const database = openDatabase(
    (tenant, attempt = 0) =>
      roleUrl(target.ownerUrl, roleName(target.name, tenant), acceptedSecrets[attempt % acceptedSecrets.length]!),
    { poolSize: 3 },
  );
  opened.push(database);
  return database;
}

/** Opens all connections of the pools anew, several at once; rejects if a login is refused. */
async function signInAgain(database: Database): Promise<void> {
  await asOwner((client) =>
    client.query(`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()
      and datname = current_database() and usename like 'lectern\\_%'`),
  );
  const db = database.tenant('cyber');
  // A connection that was just ended may fail once more.
  await sql`select 1`.execute(db).catch(() => undefined);
  await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.05)`.execute(db)));
}

test('keeps the logins of all servers through a rotation, and refuses the former secret after it', async () => {
  const [before, prepared] = [await start('old'), await start('old', 'new')];
  const during = await start('new', 'old');
  for (const server of [before, prepared, during]) await signInAgain(server);
  const after = await start('new');
  for (const server of [prepared, during, after]) await signInAgain(server);
  await expect(signInAgain(before)).rejects.toThrow('password authentication failed');
  await expect(start('old')).rejects.toThrow(another);
  await signInAgain(after);
});

test('a refused start changes nothing', async () => {
  const last = await start('new');
  await expect(start('third')).rejects.toThrow(another);
  await expect(start('third', 'old')).rejects.toThrow(another);
  await signInAgain(last);
});

test('is not ready when PostgreSQL refuses new logins, although open connections answer', async () => {
  const database = await start('new');
  await sql`select 1`.execute(database.tenant('coding'));
  await asOwner(forgetSecret);
  await start('third');
  await sql`select 1`.execute(database.tenant('coding'));
  await expect(database.ready()).rejects.toThrow('password authentication failed');
});
