/** Tests the report of the doctor on a healthy and on a broken installation. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { roleName } from '#platform/database/app-role.ts';
import { testDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { runCommand } from '#platform/testing/run-command.ts';
import { testJwtSecret } from '#platform/testing/template.ts';

let target: TestDatabase;
let dataDir: string;
let owner: pg.Client;
beforeAll(async () => {
  target = await testDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-doctor-test-'));
  owner = new pg.Client(target.ownerUrl);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await target.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const run = (env: Record<string, string> = {}) =>
  runCommand(join(import.meta.dirname, 'doctor.ts'), {
    env: { DATABASE_URL: target.ownerUrl, DATA_DIR: dataDir, JWT_SECRET: testJwtSecret, ...env },
  });

test('a healthy installation has no faults, and the report shows no secret', async () => {
  await writeFile(join(dataDir, 'last-backup'), '');
  const { code, output } = await run();
  expect(output).not.toMatch(/^FAULT/m);
  for (const line of [
    /^ok +Clock/m,
    /^ok +Migrations +all applied/m,
    /^ok +Roles/m,
    /^ok +Indexes/m,
    /^ok +File store/m,
    /^off +Mail/m,
    /^ok +Backup +made 0\.0 hours ago/m,
  ])
    expect(output).toMatch(line);
  expect(output).not.toContain(testJwtSecret);
  expect(output).not.toContain(new URL(target.ownerUrl).password || testJwtSecret);
  expect(code).toBe(0);
});

test('a broken installation: each fault with what to do', async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as { port: number };
  await new Promise((resolve) => closed.close(resolve));
  await owner.query(`insert into outbox (tenant, job, ids, at) values ('data', 'x', '{}', now() - interval '1 hour')`);
  await owner.query(`alter role ${roleName(target.name, 'coding')} bypassrls`);
  await owner.query(`update pg_index set indisvalid = false where indexrelid = 'audit_actor'::regclass`);
  const { code, output } = await run({ SMTP_URL: `smtp://someone:hidden@127.0.0.1:${port}`, MAIL_FROM: 'a@b.co' });
  expect(code).toBe(1);
  expect(output).toMatch(/^FAULT +Roles .*_coding may see the rows of all brands\n +→ alter role/m);
  expect(output).toMatch(/^FAULT +Indexes +audit_actor not valid\n +→ reindex index concurrently audit_actor/m);
  expect(output).toMatch(/^FAULT +Worker +work waits for 60 minutes/m);
  expect(output).toMatch(/^FAULT +Mail .*\n +→ Check SMTP_URL/m);
  expect(output).not.toContain('hidden');
  await owner.query(`alter role ${roleName(target.name, 'coding')} nobypassrls`);
  expect((await run({ JWT_SECRET: 'another secret, long enough to be one' })).output).toMatch(
    /^FAULT +Roles .* cannot sign in/m,
  );
});

test('names what a newer version added to the database, and refuses what it took away', async () => {
  const contract = () =>
    runCommand(join(import.meta.dirname, 'contract.ts'), {
      env: { DATABASE_URL: target.ownerUrl, DATA_DIR: dataDir, JWT_SECRET: testJwtSecret },
    });
  await owner.query(`insert into migration.applied (name, checksum) values ('9998_more.sql', '')`);
  expect((await run()).output).toMatch(/^WARNING +Migrations +the database has 9998_more\.sql of a newer version/m);
  expect(await contract()).toEqual({ code: 0, output: 'The database is as this version has it.' });
  await owner.query(`insert into migration.applied (name, checksum) values ('9999_less.contract.sql', '')`);
  expect((await run()).output).toMatch(/^FAULT +Migrations +the database has 9999_less\.contract\.sql/m);
  expect(await contract()).toEqual({
    code: 1,
    output:
      'The database has 9999_less.contract.sql, which this version does not know; start the version that made it, or a newer one.',
  });
  await owner.query(`delete from migration.applied where name like '999%'`);
});

test('names migrations that were not applied, a database that is away, and a wrong setting', async () => {
  await owner.query(`delete from migration.applied where name like '0094%'`);
  expect((await run()).output).toMatch(/^FAULT +Migrations +0094_trail_seal\.sql not applied\n +→ Start a server/m);
  expect(await run({ DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none' })).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^FAULT +Database .*\n +→ Check DATABASE_URL/m),
  });
  expect(await run({ PORT: 'high' })).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^FAULT +Settings +PORT must be/m),
  });
});
