/**
 * Tests backups: a restored database equals the backed-up one, queued jobs run once, and damaged, incomplete or
 * undecipherable files are refused.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { tenants } from '#contract/kernel/endpoint.ts';
import { z } from 'zod';
import { readConfig } from '#platform/config.ts';
import { roleName, roleUrl, type RoleKind } from '#platform/database/app-role.ts';
import { openDatabase } from '#platform/database/database.ts';
import { applyExactly, migrate } from '#platform/database/migrate.ts';
import { contentOf, formOf, ownedDatabase, type OwnedDatabase } from '#platform/testing/owned-database.ts';
import { addRecord, fillTenants } from '#shared/testing/sample.ts';
import { testJwtSecret } from '#platform/testing/template.ts';
import { readArchive, writeArchive } from '#platform/backup/archive.ts';
import { dump } from '#platform/backup/dump.ts';
import { explain } from '#platform/backup/explain.ts';
import { inspect } from '#platform/backup/inspect.ts';
import { newKey, readKey, type BackupKey } from '#platform/backup/key.ts';
import { startProgress } from '#platform/backup/progress.ts';
import { defineJob, type Job, type JobContext, type Services } from '#platform/jobs/job.ts';
import { enqueue, handOver, type OutboxRow } from '#platform/jobs/outbox.ts';
import { startQueue } from '#platform/jobs/queue.ts';
import { openJobPool } from '#platform/jobs/store.ts';
import { startWorker } from '#platform/jobs/worker.ts';
import { restore } from '#platform/backup/restore.ts';
import { openStaging } from '#platform/backup/staging.ts';

vi.setConfig({ testTimeout: 90_000 });

const silent = () => startProgress(() => undefined);
const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing failed',
    (error: unknown) => explain(error),
  );

let folder: string;
let source: OwnedDatabase;
let uploads: string;

/** Rows in every tenant, with values that are difficult for COPY, and files. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-backup-'));
  source = await ownedDatabase();
  await migrate(source.ownerUrl, { jwtSecret: testJwtSecret });
  await fillTenants(source.ask);
  const course = await addRecord(source.ask, 'course', 'cyber');
  await source.ask(
    'update course set description = $2, price = 2000000000 where id = $1',
    [course, 'tab\tline\nreturn\rback\\slash \\N \\. “quotes” 😀 \u0001'],
    'cyber',
  );
  await source.ask(`delete from course where id = $1`, [await addRecord(source.ask, 'course', 'data')], 'data');
  uploads = join(folder, 'uploads');
  mkdirSync(join(uploads, 'files/a'), { recursive: true });
  writeFileSync(join(uploads, 'files/a/picture.png'), randomBytes(300_000));
  writeFileSync(join(uploads, 'files/a/empty'), '');
  writeFileSync(join(uploads, `files/${'long name '.repeat(20)}.txt`), 'panjang');
});
afterAll(async () => {
  await source.drop();
  await rm(folder, { recursive: true });
});

let target: OwnedDatabase;
let targetUploads: string;
const dropped: OwnedDatabase[] = [];
afterAll(() => Promise.all(dropped.map((database) => database.drop())));

/** Empty database and folder, as on a new machine. */
async function emptyTarget(): Promise<OwnedDatabase> {
  target = await ownedDatabase();
  dropped.push(target);
  targetUploads = await mkdtemp(join(folder, 'target-'));
  return target;
}

async function backUp(from = source, key?: BackupKey): Promise<string> {
  const file = join(folder, randomBytes(4).toString('hex'));
  await writeArchive(createWriteStream(file), key, async (add) => {
    await dump({ ownerUrl: from.ownerUrl, uploads }, add, silent());
  });
  return file;
}

async function putBack(file: string, key?: BackupKey, replaces = false): Promise<void> {
  const backup = { ...(await inspect(file, key)), file, key };
  const staging = openStaging(targetUploads);
  await restore(backup, { ownerUrl: target.ownerUrl, jwtSecret: testJwtSecret, staging, replaces }, silent());
}

/** Migrates a database up to, but not including, the migration with this prefix. */
async function migrateTo(ownerUrl: string, before: string): Promise<void> {
  const place = join(import.meta.dirname, '../migrations');
  const names = readdirSync(place).filter((name) => name.endsWith('.sql') && name < before);
  const hash = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(place, name)))
      .digest('hex');
  const expected = names.toSorted().map((name) => ({ name, checksum: hash(name) }));
  const client = new pg.Client(ownerUrl);
  await client.connect();
  await client.query('begin');
  await applyExactly(client, expected, { jwtSecret: testJwtSecret });
  await client.query('commit');
  await client.end();
}

const filesIn = (place: string) =>
  Object.fromEntries(
    readdirSync(place, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(place.length), readFileSync(path).toString('base64')]),
  );

describe('a backup restored by an owner who is not a superuser', () => {
  beforeEach(emptyTarget);

  it.each([
    ['not encrypted', () => Promise.resolve(undefined)],
    ['encrypted with a key', async () => readKey(await newKey())],
  ])('contains every row, the form of every table and every file: %s', async (_, makeKey) => {
    const key = await makeKey();
    await putBack(await backUp(source, key), key);
    const content = await contentOf(source);
    expect(await contentOf(target)).toEqual(content);
    // A server's start binds the roles, whose names contain the database's name, and must find nothing else to do.
    await migrate(target.ownerUrl, { jwtSecret: testJwtSecret });
    expect(await contentOf(target)).toEqual(content);
    expect(await formOf(target)).toEqual(await formOf(source));
    expect(filesIn(targetUploads)).toEqual(filesIn(uploads));
    // Every table must have rows for the comparison.
    expect(Object.entries(content).filter(([, rows]) => rows.length < 3)).toEqual([]);
  });

  it('works as before: triggers count, raise versions and write audit rows, and keys are enforced', async () => {
    await putBack(await backUp());
    const before = await contentOf(target);
    const id = await addRecord(target.ask, 'user', 'cyber');
    expect(await target.ask(`select table_name, action from audit where record_id = $1`, [id])).toEqual([
      { table_name: 'user', action: 'create' },
    ]);
    await target.ask(`update "user" set name = 'Lain' where id = $1`, [id], 'cyber');
    expect(await target.ask(`select version, name_key from "user" where id = $1`, [id])).toEqual([
      { version: 2, name_key: 'lain' },
    ]);
    const users = `select sum(n)::int as n from row_count where tenant = 'cyber' and table_name = 'user'`;
    expect(await target.ask(users)).toEqual([
      { n: before['"user"']!.filter((row) => row.includes('cyber')).length + 1 },
    ]);
    await expect(
      target.ask(`insert into course_user (tenant, course_id, user_id) values ('cyber', new_id(), $1)`, [id], 'cyber'),
    ).rejects.toThrow('foreign key');
  });

  it('has its own version, and is migrated at the next start', async () => {
    const older = await ownedDatabase();
    await migrateTo(older.ownerUrl, '0012');
    for (const tenant of tenants)
      await older.ask(
        `insert into "user" (tenant, email, name, password_hash, role) values ($1, 'a@b.test', 'A', '-', 'member')`,
        [tenant],
      );
    await putBack(await backUp(older));
    expect(await contentOf(target)).toEqual(await contentOf(older));
    expect(await formOf(target)).toEqual(await formOf(older));
    for (const { ownerUrl } of [older, target]) await migrate(ownerUrl, { jwtSecret: testJwtSecret });
    // Migrations insert templates, rules and settings, which get other ids in each database.
    const {
      'migration.applied': _,
      desk_template: templates,
      chase_rule: rules,
      brand_setting: settings,
      ...content
    } = await contentOf(target);
    const expected = await contentOf(older);
    expect(expected).toMatchObject(content);
    expect(templates).toHaveLength(expected['desk_template']!.length);
    expect(rules).toHaveLength(expected['chase_rule']!.length);
    // Its brands had users.
    expect(settings).toEqual(Array(tenants.length).fill(expect.stringContaining('"instructor_courses": "all"')));
    expect(await formOf(target)).toEqual(await formOf(older));
    expect(content['"user"']).toHaveLength(3);
    await older.drop();
  });
});

it('detects a changed row', async () => {
  await emptyTarget();
  const entries = await Array.fromAsync(readArchive(await backUp(), undefined), async ({ name, content }) => ({
    name,
    text: Buffer.concat(await Array.fromAsync(content)).toString('latin1'),
  }));
  const file = join(folder, randomBytes(4).toString('hex'));
  await writeArchive(createWriteStream(file), undefined, async (add) => {
    for (const { name, text } of entries) {
      const other = name.startsWith('tables/course/') ? text.replace('2000000000', '2000000001') : text;
      await add(name, Buffer.from(other, 'latin1'));
    }
  });
  expect(await failure(putBack(file))).toBe(
    'The restored rows of course of cyber differ from those that were backed up',
  );
});

describe('jobs in the queue at the time of the backup', () => {
  const done: string[] = [];
  const job = defineJob({
    name: 'test-work',
    ids: z.object({ userId: z.uuid() }),
    run: ({ tenant, key, ids, askedAt }: JobContext<z.ZodObject<{ userId: z.ZodUUID }>>) => {
      done.push([tenant, key, ids.userId, askedAt].join(' '));
      return Promise.resolve();
    },
  }) as Job;
  let shop: OwnedDatabase;
  let handedOver: OutboxRow[];

  /** Signs in with the roles of the server and its worker. */
  async function onDatabase<Result>(
    { ownerUrl }: OwnedDatabase,
    work: (database: ReturnType<typeof openDatabase>, pool: pg.Pool) => Promise<Result>,
  ): Promise<Result> {
    const urlOf = (kind: RoleKind) =>
      roleUrl(ownerUrl, roleName(new URL(ownerUrl).pathname.slice(1), kind), testJwtSecret);
    const [database, pool] = [openDatabase(urlOf), openJobPool(() => urlOf('worker'))];
    return work(database, pool).finally(() => Promise.all([database.close(), pool.end()]));
  }

  /** One job in each pg-boss state, one that is being handed over, and one in the outbox. */
  const states = ['created', 'retry', 'active', 'failed', 'completed', 'cancelled'];
  beforeAll(async () => {
    shop = await ownedDatabase();
    await migrate(shop.ownerUrl, { jwtSecret: testJwtSecret });
    await fillTenants(shop.ask);
    await shop.ask('delete from outbox');
    const userId = await addRecord(shop.ask, 'user', 'cyber');
    await onDatabase(shop, async (database, pool) => {
      const db = database.tenant('cyber');
      const silence = () => undefined;
      const queue = await startQueue(
        pool,
        [job],
        // Takes one job and never finishes it.
        () => new Promise(silence),
        silence,
        new AbortController().signal,
      );
      for (const _ of [...states, 'handing over']) await enqueue(db, job, { userId });
      const killed = handOver(db, [job.name], async (lines) => {
        handedOver = lines;
        await queue?.take(lines.map((line) => ({ tenant: 'cyber', line })));
        throw new Error('killed');
      });
      await killed.catch(() => undefined);
      await queue?.close(0);
      await enqueue(db, job, { userId });
    });
    for (const [n, state] of states.entries()) {
      await shop.ask('update pgboss.job set state = $2::pgboss.job_state where id = $1', [handedOver[n]!.id, state]);
      await shop.ask('delete from outbox where id = $1', [handedOver[n]!.id]);
    }
    // Scheduled job: it has no request time.
    await shop.ask(`insert into pgboss.job (name, data) values ('test-work', '{"tenant": "cyber", "ids": {}}')`);
  });
  afterAll(() => shop.drop());

  it('run once in the restored system with their ids; finished ones do not run again', async () => {
    const [waiting] = await shop.ask(`select id::text from outbox where id <> $1`, [handedOver.at(-1)!.id]);
    await emptyTarget();
    await putBack(await backUp(shop));
    await migrate(target.ownerUrl, { jwtSecret: testJwtSecret });
    const unfinished = [0, 1, 2, 3, 6].map((n) => handedOver[n]!);
    const services = { config: readConfig({ JWT_SECRET: testJwtSecret }) } as Services;
    await onDatabase(target, async (database, pool) => {
      const log = { warn: (_: object, message: string) => done.push(message) };
      const worker = startWorker({ database, pool, jobs: [job], services, log });
      await expect.poll(() => done.length, { timeout: 45_000 }).toBeGreaterThan(unfinished.length);
      await worker.close(5_000);
    });
    expect(done.filter((one) => !one.includes(String(waiting?.['id']))).toSorted()).toEqual(
      unfinished.map(({ id, ids, at }) => ['cyber', id, ids['userId'], at].join(' ')).toSorted(),
    );
    expect(await target.ask('select state from pgboss.job group by 1')).toEqual([{ state: 'completed' }]);
  });

  it('are never omitted silently', async () => {
    const unseen =
      'The role of DATABASE_URL is not shown the jobs in pgboss.job; start Lectern once on this database, which gives it the right';
    const [owner, worker] = [new URL(shop.ownerUrl).username, roleName(new URL(shop.ownerUrl).username, 'worker')];
    await shop.ask('alter table pgboss.job enable row level security');
    await shop.ask('alter table pgboss.job force row level security');
    expect(await failure(backUp(shop))).toBe(unseen);
    await shop.ask('alter table pgboss.job disable row level security');
    await shop.ask(`revoke ${worker} from ${owner} granted by ${owner}`);
    expect(await failure(backUp(shop))).toBe(unseen);
    await migrate(shop.ownerUrl, { jwtSecret: testJwtSecret });
    const brand = (tenant: string, former: string) =>
      shop.ask(`update pgboss.job set data = data || $1 where state = 'failed' and data ->> 'tenant' = $2`, [
        JSON.stringify({ tenant }),
        former,
      ]);
    await brand('art', 'cyber');
    expect(await failure(backUp(shop))).toBe('The queue has 1 job of a brand that this Lectern does not know');
    await brand('cyber', 'art');
    expect(await failure(backUp(shop))).toBe('nothing failed');
  });
});

describe('a changed file', () => {
  const damaged = /is damaged|is no backup|does not open/;

  /** Positions: the beginning, the end, and some in between. */
  const placesIn = (size: number) => [
    ...Array.from({ length: 20 }, (_, n) => n),
    ...Array.from({ length: 40 }, (_, n) => Math.floor((size * (n + 1)) / 42)),
    ...Array.from({ length: 93 }, (_, n) => size - 1 - n),
  ];

  it.each([
    ['not encrypted', () => Promise.resolve(undefined)],
    ['encrypted', async () => readKey(await newKey())],
  ])('is refused wherever a bit is flipped and wherever it is cut: %s', async (_, makeKey) => {
    const key = await makeKey();
    const whole = readFileSync(await backUp(source, key));
    const copy = join(folder, 'copy');
    for (const place of placesIn(whole.length)) {
      const flipped = Buffer.from(whole);
      flipped[place]! ^= 1 << (place % 8);
      writeFileSync(copy, flipped);
      expect([place, await failure(inspect(copy, key))]).toEqual([place, expect.stringMatching(damaged)]);
    }
    for (const place of placesIn(whole.length).filter((_place, n) => n % 9 === 0)) {
      writeFileSync(copy, whole.subarray(0, place));
      expect([place, await failure(inspect(copy, key))]).toEqual([place, expect.stringMatching(damaged)]);
    }
    writeFileSync(copy, Buffer.concat([whole, Buffer.from('x')]));
    expect(await failure(inspect(copy, key))).toMatch(damaged);
    writeFileSync(copy, whole);
    expect(await failure(inspect(copy, key))).toBe('nothing failed');
  });

  it('is distinguished from another file, and a missing file is named', async () => {
    const other = join(folder, 'other');
    writeFileSync(other, 'a letter');
    expect(await failure(inspect(other, undefined))).toBe('other is no backup of Lectern, or its beginning is damaged');
    expect(await failure(inspect(join(folder, 'nowhere'), undefined))).toBe(`There is no ${folder}/nowhere`);
  });
});

test('accepts a passphrase as key', async () => {
  const file = join(folder, 'passphrase');
  const key = readKey('satu kalimat sandi yang panjang\n');
  await writeArchive(createWriteStream(file), key, (add) => add('a', Buffer.from('isi')));
  const entries = await Array.fromAsync(readArchive(file, key), async ({ name, content }) => [
    name,
    Buffer.concat(await Array.fromAsync(content)).toString(),
  ]);
  expect(entries).toEqual([['a', 'isi']]);
  expect(() => readKey('terlalu pendek')).toThrow('at least 16 characters');
  expect(() => readKey('')).toThrow('at least 16 characters');
});

test('refuses to read a backup without its key, with another key, or with a key that can only write', async () => {
  const secret = await newKey();
  const publicKey = /age1\w+/.exec(secret)![0];
  const file = await backUp(source, readKey(publicKey));
  const name = file.slice(folder.length + 1);
  expect(await failure(inspect(file, undefined))).toMatch(/is encrypted; give its key in BACKUP_KEY/);
  expect(await failure(inspect(file, readKey(await newKey())))).toBe(
    `The key does not open ${name}, or the file's beginning is damaged`,
  );
  expect(await failure(inspect(file, readKey('bukan kata sandi yang benar')))).toMatch(/does not open/);
  expect(await failure(inspect(file, readKey(publicKey)))).toMatch(/^An age1… key only writes backups/);
  expect(await failure(inspect(file, readKey(secret)))).toBe('nothing failed');
  expect(await failure(inspect(await backUp(), readKey(secret)))).toMatch(/is not encrypted; leave the key away/);
});

describe('fails when a backup would lack rows', () => {
  let filled: OwnedDatabase;
  beforeAll(async () => {
    filled = await ownedDatabase();
    await migrate(filled.ownerUrl, { jwtSecret: testJwtSecret });
    await fillTenants(filled.ask);
  });
  afterAll(() => filled.drop());

  it('that a policy hides from the owner', async () => {
    const [policy] = await filled.ask(
      `select qual from pg_policies where tablename = 'lesson' and policyname = 'owner'`,
    );
    await filled.ask(`alter policy owner on lesson using (false)`);
    expect(await failure(backUp(filled))).toBe(
      'PostgreSQL has rows in lesson that it does not show to the role of DATABASE_URL',
    );
    await filled.ask(`alter policy owner on lesson using ${String(policy?.['qual'])}`);
    expect(await failure(backUp(filled))).toBe('nothing failed');
  });

  it('according to the maintained counts only', async () => {
    const change = (by: number) =>
      filled.ask(`update row_count set n = n + ${by} where tenant = 'data' and table_name = 'user'`);
    await change(1);
    expect(await failure(backUp(filled))).toBe('Of 2 rows in user of data only 1 could be read');
    await change(-1);
  });

  it('of a tenant that this version does not know', async () => {
    await filled.ask(
      `insert into shift (tenant, id, code, description) select 'art', n, 'S' || n, '' from generate_series(1, 40) n`,
    );
    expect(await failure(backUp(filled))).toMatch(/^PostgreSQL has rows in shift that it does not show/);
    await filled.ask(`delete from shift where tenant = 'art'`);
  });

  it('but not when deleted rows are still on disk', async () => {
    await filled.ask('analyze');
    await filled.ask('delete from idempotency; delete from sign_in_failure');
    expect(await failure(backUp(filled))).toBe('nothing failed');
  });

  it('because there are none at all', async () => {
    expect(await failure(backUp(await emptyTarget()))).toMatch(/^There is nothing to back up/);
  });
});

describe('a failed restore leaves everything unchanged', () => {
  let before: [unknown, unknown, unknown];
  const now = async (): Promise<typeof before> => [
    await contentOf(target),
    await formOf(target),
    filesIn(targetUploads),
  ];
  beforeAll(async () => {
    await emptyTarget();
    await migrate(target.ownerUrl, { jwtSecret: testJwtSecret });
    await addRecord(target.ask, 'user', 'data');
    mkdirSync(join(targetUploads, 'files'));
    writeFileSync(join(targetUploads, 'files/old.txt'), 'lama');
    before = await now();
  });

  it('when rows refer to missing rows', async () => {
    const broken = await ownedDatabase();
    await migrate(broken.ownerUrl, { jwtSecret: testJwtSecret });
    await fillTenants(broken.ask);
    await broken.ask(`alter table order_item drop constraint order_item_tenant_order_id_fkey`);
    await broken.ask(`update order_item set order_id = new_id() where tenant = 'cyber'`, [], 'cyber');
    const file = await backUp(broken);
    await broken.drop();
    expect(await failure(putBack(file, undefined, true))).toMatch(
      /^The rows of the backup do not fit together .*order_item/,
    );
    expect(await now()).toEqual(before);
    expect(existsSync(join(targetUploads, '.restoring'))).toBe(false);
  });

  it('when the backup was made by a newer Lectern, by one before 1.0.0, or its migrations differ', async () => {
    const newer = await ownedDatabase();
    await migrate(newer.ownerUrl, { jwtSecret: testJwtSecret });
    await newer.ask(`insert into migration.applied (name, checksum) values ('9999_later.sql', '')`);
    const [later] = [await backUp(newer)];
    expect(await failure(putBack(later, undefined, true))).toBe(
      '9999_later.sql is a migration of a newer Lectern; use that version or a newer one',
    );
    await newer.ask(`delete from migration.applied where name = '9999_later.sql'`);
    await newer.ask(`update migration.applied set checksum = 'x' where name = '0001_platform.sql'`);
    expect(await failure(putBack(await backUp(newer), undefined, true))).toMatch(
      /^This version has another 0001_platform/,
    );
    await newer.ask(`insert into migration.applied (name, checksum) values ('0002_catalogue.sql', '')`);
    expect(await failure(putBack(await backUp(newer), undefined, true))).toBe(
      'The backup was made by a version of Lectern before 1.0.0, whose data this version cannot read; restore it with the version that made it',
    );
    await newer.drop();
    expect(await now()).toEqual(before);
  });

  it('when the database has other connections, whose applications are named', async () => {
    // Connected like a server, with a role whose rights the owner need not have.
    const role = roleName(new URL(target.ownerUrl).pathname.slice(1), 'coding');
    const connectionString = roleUrl(target.ownerUrl, role, testJwtSecret);
    const other = new pg.Client({ connectionString, application_name: 'lectern coding' });
    await other.connect();
    const file = await backUp();
    expect(await failure(putBack(file, undefined, true))).toBe(
      'Others are connected to the database (lectern coding); stop them first',
    );
    await other.end();
    expect(await now()).toEqual(before);
  });

  it('when a path in it leaves the folder', async () => {
    const staging = openStaging(targetUploads);
    for (const path of ['../out', '/etc/out', 'a/../../out', 'a//b', '.restoring/x'])
      expect([path, await failure(staging.write(path, (async function* () {})()))]).toEqual([
        path,
        expect.stringContaining('leads elsewhere'),
      ]);
    staging.discard();
  });

  it('when data exists and replacing was not confirmed', async () => {
    const file = await backUp();
    expect(await failure(putBack(file))).toMatch(/^The database is not empty/);
    expect(await now()).toEqual(before);
  });

  it('and a confirmed one removes all old data', async () => {
    await putBack(await backUp(), undefined, true);
    expect(await contentOf(target)).toEqual(await contentOf(source));
    await migrate(target.ownerUrl, { jwtSecret: testJwtSecret });
    expect(await formOf(target)).toEqual(await formOf(source));
    expect(filesIn(targetUploads)).toEqual(filesIn(uploads));
  });
});
