/** Tests that whatever is done to the sealed trail is found, and that erasure and retention are explained. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Config } from '#platform/config.ts';
import { asOwner, setTenant } from '#platform/database/as-owner.ts';
import type { Db } from '#platform/database/database.ts';
import type { JobContext } from '#platform/jobs/job.ts';
import type { Letter } from '#platform/mail/mailer.ts';
import { EmbeddedStorage } from '#platform/storage/embedded.ts';
import { testDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { lineOf, readLines, type SignedSeal, trailKey } from './head.ts';
import { sealTrailJob } from './job.ts';
import { firstIdOf, personal } from './leaf.ts';
import { outsideHeads } from './outside.ts';
import { sealColumns, sealTrail } from './seal.ts';
import { type Checks, verifyTrail } from './verify.ts';

const tenant = 'coding';
let target: TestDatabase;
let owner: pg.Client;
let dataDir: string;
let mails: Letter[];
let storage: EmbeddedStorage;
beforeAll(async () => {
  target = await testDatabase();
  owner = new pg.Client(target.ownerUrl);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await target.drop();
});
beforeEach(async () => {
  await owner.query('truncate audit, audit_record, trail_seal, trail_change');
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-trail-test-'));
  storage = new EmbeddedStorage(dataDir, ['x'.repeat(32)]);
  mails = [];
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const db = () => target.database.tenant(tenant);
const configOf = (trail: Partial<Config['trail']> = {}) =>
  ({
    dataDir,
    brands: { coding: 'Coding Studio', cyber: '', data: '' },
    trail: { key: undefined, mail: undefined, days: 3653, ...trail },
  }) as unknown as Config;
const ask = async (text: string, values: unknown[] = []) =>
  (await owner.query(text, values)).rows as Record<string, string>[];

/** Makes entries; returns their ids in order. */
async function change(n: number, name = 'Promo'): Promise<string[]> {
  const rows = await ask(
    `with made as (insert into tag (tenant, name) select 'coding', $1 || ' ' || gen_random_uuid() from generate_series(1, $2::int) returning id)
      select id from made`,
    [name, n],
  );
  const ids = rows.map(({ id }) => id);
  return (await ask('select id from audit where record_id = any($1) order by id', [ids])).map(({ id }) => id!);
}

async function seal(size?: number, key = trailKey(configOf())): Promise<void> {
  // Entries of this millisecond are left to the next seal.
  await sleep(3);
  await sealTrail(db(), { tenant, key, signal: AbortSignal.timeout(30_000), restMs: 0, ...(size && { size }) });
}

const runJob = (config = configOf()) =>
  sealTrailJob.run({
    db: db(),
    config,
    storage,
    store: target.jobs,
    key: randomUUID(),
    tenant,
    signal: AbortSignal.timeout(30_000),
    mailer: { send: async (letter: Letter) => void mails.push(letter), close: () => undefined },
  } as unknown as JobContext);

const verify = (checks: Partial<Checks> = {}) =>
  asOwner(target.ownerUrl, (connection) =>
    connection.transaction().execute(async (tx) => {
      await setTenant(tx, tenant);
      const keys = [trailKey(configOf()).publicKey];
      const outside = outsideHeads(storage, tenant);
      return verifyTrail(tx, { tenant, keys, outside, kept: [], isRestored: false, ...checks });
    }),
  );
const faultsOf = async (checks: Partial<Checks> = {}) => (await verify(checks)).faults;
const seals = async () =>
  (await sql<SignedSeal>`select ${sealColumns} from trail_seal order by number`.execute(db())).rows;
const publish = async () => {
  for (const one of await seals()) await outsideHeads(storage, tenant).write(one);
  await ask('update trail_seal set published_at = now()');
};

it('finds nothing in a trail that nobody touched, whatever is sealed, and counts what is not sealed yet', async () => {
  expect(await verify()).toMatchObject({ entries: 0, seals: 0, faults: [] });
  await change(5);
  await seal();
  await change(3);
  await seal(2);
  await change(1);
  expect(await verify()).toMatchObject({ entries: 8, seals: 3, unsealed: 1, faults: [] });
});

describe('after an attack on five entries in one of three seals', () => {
  let ids: string[];
  beforeEach(async () => {
    await change(2);
    await seal();
    ids = await change(5);
    await seal();
    await change(2);
    await seal();
  });

  it.each([
    ['what it says', `after = after || '{"name": "Palsu"}'`],
    ['its actor', `actor_name = 'Somebody else'`],
    ['its time', `at = at - interval '1 second'`],
    ['the records that it belongs to', `belongs_to = '{}'`],
    ['its salt', `salt = null`],
  ])('names an entry when %s was altered', async (_, assignment) => {
    await ask(`update audit set ${assignment} where id = $1`, [ids[2]]);
    expect(await faultsOf()).toEqual([expect.stringContaining(`Entry ${ids[2]} was altered`)]);
  });

  it('names the first removed entry first', async () => {
    await ask('delete from audit where id = any($1)', [[ids[1], ids[3]]]);
    const faults = await faultsOf();
    expect(faults[0]).toContain(`Entry ${ids[1]} was removed (seal 2, `);
    expect(faults).toHaveLength(2);
  });

  it('names an inserted entry', async () => {
    const [row] = await ask(
      `insert into audit (tenant, id, actor_name, action, table_name, record_id) values ('coding', overlay($1::text placing 'fff' from 34)::uuid, 'x', 'update', 'tag', 'x') returning id`,
      [ids[2]],
    );
    expect(await faultsOf()).toEqual([expect.stringContaining(`Entry ${row!['id']} was inserted`)]);
    // The next seal counts it as late, which the report says.
    await seal();
    expect(await verify()).toMatchObject({ late: 1 });
  });

  it('names both entries that changed places', async () => {
    await ask(
      `update audit set after = other.after, record_id = other.record_id from audit other
        where audit.id = any($1) and other.id = any($1) and audit.id <> other.id`,
      [[ids[0], ids[4]]],
    );
    expect(await faultsOf()).toEqual([ids[0], ids[4]].map((id) => expect.stringContaining(`Entry ${id} was altered`)));
  });

  it('finds that a seal and its entries were removed', async () => {
    await ask('delete from audit where id = any($1)', [ids]);
    await ask('delete from trail_seal where number = 2');
    expect((await faultsOf())[0]).toMatch(/^Seal 3 .*: seals before it were removed$/);
  });

  it('finds by the file store that the end of a day was cut off, also when sealing went on', async () => {
    await publish();
    const [last] = await ask('select from_id from trail_seal where number = 3');
    await ask('delete from audit where id > $1', [last!['from_id']]);
    await ask('delete from trail_seal where number = 3');
    expect(await faultsOf()).toEqual([
      expect.stringMatching(/^The file store has the head of seal 3, which is missing here/),
    ]);
    await change(1);
    await runJob();
    await seal();
    await publish();
    expect(await faultsOf()).toEqual([expect.stringMatching(/^Seal 3 .* is not the one in the file store/)]);
    // What a restored backup looks like, too.
    expect(await faultsOf({ isRestored: true })).toEqual([]);
  });

  it('finds that a list of entries or a head was replaced', async () => {
    await ask(`update trail_seal set leaves = overlay(leaves placing '\\x00'::bytea from 20) where number = 2`);
    expect(await faultsOf()).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Seal 2 .*its list of entries was altered/)]),
    );
    await ask(`update trail_seal set head = sha256('x') where number = 3`);
    expect(await faultsOf()).toEqual(expect.arrayContaining([expect.stringMatching(/^Seal 3 .* was altered$/)]));
  });

  it('finds a trail that was sealed anew with another key, and accepts that key if it is named', async () => {
    const key = trailKey(configOf({ key: 'A'.repeat(43) }));
    await ask('delete from trail_seal');
    await seal(undefined, key);
    expect(await faultsOf()).toEqual([expect.stringMatching(/^Seal 1 .* is signed with another key/)]);
    expect(await faultsOf({ keys: [key.publicKey] })).toEqual([]);
  });

  it('finds a trail that was sealed anew with the right key, by a head that somebody kept', async () => {
    const lines = readLines((await seals()).map((one) => `> ${lineOf(tenant, one)}\r\n`).join(''));
    expect(await faultsOf({ kept: lines })).toEqual([]);
    await ask(`update audit set after = '{}' where id = $1`, [ids[0]]);
    await ask('delete from trail_seal');
    await seal();
    expect(await faultsOf()).toEqual([]);
    expect(await faultsOf({ kept: lines })).toHaveLength(3);
  });

  it('finds a list that was emptied without a retention, and a retention that was too early', async () => {
    await ask('delete from audit where id = any($1)', [ids]);
    await ask('update trail_seal set leaves = null where number = 2');
    expect(await faultsOf()).toEqual([expect.stringMatching(/^Seal 2 .*list of entries was removed$/)]);
    await ask(`insert into trail_change (tenant, kind, up_to, days) values ('coding', 'retention', 2, 365)`);
    await seal();
    expect((await faultsOf())[0]).toBe('Seal 2: its entries were removed too early');
  });
});

it('seals an entry that was committed after its time was sealed with the next ones', async () => {
  await change(1);
  const slow = new pg.Client(target.ownerUrl);
  await slow.connect();
  await slow.query(`begin; insert into tag (tenant, name) values ('coding', 'Lambat')`);
  const sealing = seal();
  await sleep(300);
  const before = await seals();
  await slow.query('commit');
  await slow.end();
  await sealing;
  expect(before).toEqual([]);
  expect(await verify()).toMatchObject({ entries: 2, seals: 1, late: 0, faults: [] });
  // A clock that was set back.
  await ask(
    `insert into audit (tenant, id, actor_name, action) select 'coding', audit_id((extract(epoch from clock_timestamp()) * 1000000)::bigint - 60000000), 'x', 'refused'`,
  );
  await seal();
  expect(await verify()).toMatchObject({ entries: 3, seals: 2, late: 1, faults: [] });
  await ask(`update audit set after = '{}' where action = 'refused'`);
  expect(await faultsOf()).toEqual([expect.stringMatching(/^Entry .* was altered \(sealed late\)$/)]);
});

it('goes on after it was interrupted, without a gap', async () => {
  await change(10);
  await sleep(3);
  const ending = new AbortController();
  const options = { tenant, key: trailKey(configOf()), restMs: 0, size: 2 } as const;
  const interrupted = sealTrail(db(), { ...options, signal: ending.signal });
  await expect.poll(async () => (await seals()).length, { interval: 1 }).toBeGreaterThan(0);
  ending.abort();
  await interrupted;
  await Promise.all([sealTrail(db(), { ...options, signal: AbortSignal.timeout(30_000) }), seal(2)]);
  expect(await verify()).toMatchObject({ entries: 10, unsealed: 0, faults: [] });
});

/** Erases as the job does (areas/user/privacy/erasure.ts). */
async function erase(userId: string, text: string): Promise<void> {
  const [request] = await ask(
    `insert into privacy_request (tenant, user_id, kind, asked_at, state) values ('coding', $1, 'erasure', now(), 'running') returning id`,
    [userId],
  );
  await db()
    .transaction()
    .execute(async (tx: Db) => {
      await sql`select erase_trail(${request!['id']}::uuid, '{}', 'Erased person')`.execute(tx);
      await sql`select erase_texts(${request!['id']}::uuid, 'audit', 'after', array[${text}], array[''])`.execute(tx);
      await sql`update privacy_request set state = 'done', finished_at = now() where id = ${request!['id']}`.execute(
        tx,
      );
    });
}

describe('an erasure', () => {
  let userId: string;
  let entry: string;
  beforeEach(async () => {
    const [user] = await ask(
      `insert into "user" (tenant, email, name, role, password_hash) values ('coding', 'budi' || gen_random_uuid() || '@contoh.test', 'Budi', 'member', '') returning id`,
    );
    userId = user!['id']!;
    await change(2, 'budi@contoh.test');
    await seal();
    [entry] = (await ask(`select id from audit where table_name = 'user'`)).map(({ id }) => id!) as [string];
  });

  it('is explained, again and again, before and after it is sealed', async () => {
    await erase(userId, 'budi@contoh');
    expect(await verify()).toMatchObject({ erased: 3, faults: [] });
    await seal();
    await erase(userId, 'test');
    await seal();
    expect(await faultsOf()).toEqual([]);
    expect(await ask(`select 1 from audit where after::text ~ 'budi|test'`)).toEqual([]);
  });

  it('leaves nothing that a guess can be compared with', async () => {
    const guess = async () =>
      (
        await ask(
          `select 1 from trail_change, audit where audit.id = entry and was = trail_digest(row(audit.tenant, audit.id, audit.at, audit.actor_id, 'system',
            audit.request_id, audit.table_name, audit.record_id, audit.action, audit.before, $1, audit.part_of, audit.version, audit.belongs_to, audit.minute_key, audit.salt)::audit)`,
          [JSON.stringify((await ask('select after from audit where id = $1', [entry]))[0]!['after'])],
        )
      ).length;
    await erase(userId, 'budi@contoh');
    expect(await guess()).toBe(0);
    expect(await ask(`select salt from audit where id = $1`, [entry])).toEqual([{ salt: null }]);
  });

  it('does not explain what else is done to its entries, or an erasure that was made up', async () => {
    await erase(userId, 'budi@contoh');
    await seal();
    await ask(`update audit set after = '{"name": "Palsu"}' where id = $1`, [entry]);
    expect(await faultsOf()).toEqual([expect.stringContaining(`Entry ${entry} was altered, beyond its erasure`)]);
    await ask(
      `update trail_change set becomes = trail_digest(audit) from audit where audit.id = entry and entry = $1`,
      [entry],
    );
    expect(await faultsOf()).toEqual([expect.stringMatching(/^Seal 2 .*: its erasures and retentions were altered$/)]);
    const [other] = await ask(`select id from audit where table_name = 'tag' and before is null order by id limit 1`);
    await ask(
      `with was as (select trail_digest(audit) as digest from audit where id = $1), gone as (delete from trail_change where entry = $1),
        altered as (update audit set after = '{}' where id = $1 returning trail_digest(audit) as digest)
      insert into trail_change (tenant, kind, entry, request_id, was, becomes)
        select 'coding', 'erasure', $1, new_id(), was.digest, altered.digest from was, altered`,
      [other!['id']],
    );
    expect((await faultsOf()).at(-1)).toMatch(`Entry ${other!['id']} was altered`);
  });
});

it('removes entries after their retention, which is explained, and not before', async () => {
  await ask(
    `insert into audit (tenant, id, at, actor_name, action, belongs_to) select 'coding', audit_id((extract(epoch from at) * 1000000)::bigint), at, 'x', 'refused', '{tag:1}'
      from unnest(array[now() - interval '800 days', now() - interval '500 days', now() - interval '300 days']) at`,
  );
  await ask(
    `insert into audit_record (tenant, table_name, record_id, line) select 'coding', 'tag', '1', id from audit`,
  );
  await change(1);
  await runJob();
  await seal();
  expect(await verify()).toMatchObject({ entries: 4, retired: 0, faults: [] });
  await runJob(configOf({ days: 400 }));
  expect(await ask('select 1 from audit')).toHaveLength(2);
  expect(await ask('select 1 from audit_record')).toHaveLength(2);
  expect(await verify()).toMatchObject({ entries: 2, retired: 2, faults: [] });
  await seal();
  expect(await verify()).toMatchObject({ entries: 2, retired: 2, faults: [] });
  await expect(sql`select retire_trail(364)`.execute(db())).rejects.toThrow('kept for a year at least');
  await ask(`insert into audit (tenant, id, actor_name, action) values ('coding', $1, 'x', 'refused')`, [
    firstIdOf(new Date(Date.now() - 600 * 86_400_000)),
  ]);
  expect(await faultsOf()).toEqual([expect.stringContaining('was inserted into what retention has removed')]);
});

it('writes heads outside and mails the last one of a finished day, once', async () => {
  await ask(
    `insert into audit (tenant, id, at, actor_name, action) select 'coding', audit_id((extract(epoch from at) * 1000000)::bigint), at, 'x', 'refused'
      from unnest(array[now() - interval '2 days']) at`,
  );
  const config = configOf({ mail: 'auditor@contoh.test' });
  await runJob(config);
  await runJob(config);
  const [first] = await seals();
  const stored = await readFile(join(dataDir, 'uploads/files/coding/trail/1.txt'), 'utf8');
  expect(readLines(stored)).toMatchObject([{ tenant, number: 1, head: first!.head }]);
  expect(mails).toHaveLength(1);
  expect(mails[0]!.to.address).toBe('auditor@contoh.test');
  expect(await faultsOf({ kept: readLines(mails[0]!.text) })).toEqual([]);
  await writeFile(join(dataDir, 'uploads/files/coding/trail/1.txt'), '');
  expect(await faultsOf()).toEqual([expect.stringMatching(/its head is missing in the file store$/)]);
});

it('reports that sealing has stopped', async () => {
  await ask(`insert into audit (tenant, id, actor_name, action) values ('coding', $1, 'x', 'refused')`, [
    firstIdOf(new Date(Date.now() - 2 * 86_400_000)),
  ]);
  expect(await faultsOf()).toEqual(['Entries of more than a day ago are not sealed: is a worker running?']);
});

it('lets the server write seals, and neither change nor remove them', async () => {
  await change(1);
  await seal();
  for (const text of [
    'delete from trail_seal',
    `update trail_seal set head = ''`,
    'delete from trail_change',
    `insert into trail_change (kind) values ('erasure')`,
    `update trail_change set was = ''`,
  ])
    await expect(sql.raw(text).execute(db()), text).rejects.toThrow('permission denied');
});

it('digests entries as the trigger of erasures does', async () => {
  await change(3);
  const { rows } = await sql<{
    same: boolean;
  }>`select bool_and(${personal} = trail_digest(audit)) as same from audit`.execute(db());
  expect(rows).toEqual([{ same: true }]);
});
