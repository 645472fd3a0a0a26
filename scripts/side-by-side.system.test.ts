/**
 * Tests that no request fails, and that no write is lost or doubled, while servers of the version before the newest
 * migrations are replaced by this one on the same database (docs/guide/upgrades.md).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { discounts } from '#contract/discount/endpoints.ts';
import { putProgress } from '#contract/integration/learning.ts';
import { login } from '#contract/kernel/auth.ts';
import { listOrders } from '#contract/order/endpoints.ts';
import { listUsers } from '#contract/user/endpoints.ts';
import { roleKinds, roleName } from '#platform/database/app-role.ts';
import { excludesOlder, ownFolder, readMigrations } from '#platform/database/migration-files.ts';
import { hashOfKey, newKey } from '#platform/session/api-key.ts';
import { hashPassword } from '#platform/session/password.ts';
import { signInAt } from '#platform/testing/spawned-session.ts';
import { addUser, type Sql } from '#platform/testing/user.ts';
import { taughtCourse } from '#shared/testing/taught-course.ts';
import { checkOut, git } from './lib/check-out.ts';
import { missingPrograms } from './lib/debian.mjs';
import { jsonCall, RollingServers } from './lib/rolling-servers.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 });

/** Requests in each part: all old, both versions, all new. */
const partSize = 1_500;
const members = 20;
const lessons = 100;
const password = 'Dermaga-tua-1987';
const email = 'masuk@tests.test';

/** Files of the migrations of a commit, with the digests of their contents. */
const migrationsOf = (ref: string) => git('ls-tree', ref, 'server/src/migrations/').split('\n');

/** The last commit with fewer migrations than this version, all of which are as they are now; undefined: none. */
async function versionBefore(): Promise<string | undefined> {
  try {
    const [known, all] = [new Set(migrationsOf('HEAD')), (await readMigrations(ownFolder)).length];
    const changes = git('log', '--first-parent', '--format=%H', '--', 'server/src/migrations').split('\n');
    return ['HEAD', ...changes.map((commit) => `${commit}^`)].find((ref) => {
      const its = migrationsOf(ref);
      return its.length < all && its.every((file) => known.has(file));
    });
  } catch {
    // The history is cut off before.
    return undefined;
  }
}

const before = await versionBefore();
if (!before)
  console.log('SKIP side by side: the history of git does not reach the version before the newest migration');
const missing = !before || (await missingPrograms('side by side', ['haproxy']));

describe.skipIf(missing)('two servers that are replaced by those of this version', () => {
  const database = `side_by_side_${process.pid}`;
  const program = (source: string) => join(source, 'server/src/main.ts');
  const over = new AbortController();
  let folder: string;
  let cluster: pg.Client;
  let owner: pg.Client;
  let servers: RollingServers;
  let headers: Record<string, string>;
  let key: string;
  let lessonIds: string[];
  /** Acknowledged writes. */
  const made = { discounts: [] as string[], progress: 0, signIns: 0 };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-before-'));
    checkOut(before!, folder);
    cluster = new pg.Client(inject('ownerUrl'));
    await cluster.connect();
    await cluster.query(`create database ${database}`);
    const url = new URL(inject('ownerUrl'));
    url.pathname = database;
    servers = new RollingServers(url.href);
    // The first one creates the tables of that version.
    await servers.open([program(folder), program(folder)].map((own) => ({ program: own })));
    owner = new pg.Client(url.href);
    await owner.connect();
    await fill(url.href);
  });
  afterAll(async () => {
    over.abort();
    await servers?.close();
    await owner?.end();
    await cluster.query(`drop database if exists ${database} with (force)`);
    await cluster.query(`drop role if exists ${roleKinds.map((kind) => roleName(database, kind)).join(', ')}`);
    await cluster.end();
    await rm(folder, { recursive: true });
  });

  const sql: Sql = async (text, values = []) => (await owner.query(text, values)).rows;

  async function fill(ownerUrl: string): Promise<void> {
    headers = { authorization: `Bearer ${await signInAt(ownerUrl)}` };
    await addUser(sql, 'coding', { name: 'Masuk', email, role: 'admin', hash: await hashPassword(password) });
    const course = await taughtCourse(sql);
    await sql('update course set is_published = true where id = $1', [course.course]);
    lessonIds = [];
    for (let n = 0; n < lessons; n += 1) lessonIds.push(await course.lesson(`Bab ${n}`));
    for (let n = 0; n < members; n += 1)
      await sql('update "user" set external_id = $2 where id = $1', [await course.member(`Peserta ${n}`), `M-${n}`]);
    key = newKey();
    await sql(`insert into api_key (tenant, name, key_hash, last_four, scopes) values ('coding', 'Site', $1, $2, $3)`, [
      hashOfKey(key),
      key.slice(-4),
      ['progress:write'],
    ]);
  }

  async function readLists(): Promise<void> {
    const lists = [listOrders, listUsers, discounts.list].map(({ url }) => `/api${url}`);
    for (let n = 0; !over.signal.aborted; n += 1) await servers.call(lists[n % lists.length]!, { headers });
  }

  async function write(writer: number): Promise<void> {
    for (let n = 0; !over.signal.aborted; n += 1) {
      const body = { name: `Berdampingan ${writer}.${n}`, discount: 10_000, discountType: 1, productType: 'courses' };
      const keyed = { ...headers, 'idempotency-key': `${writer}-${n}` };
      if (await servers.call(`/api${discounts.create.url}`, { ...jsonCall('POST', body, keyed), expected: 201 }))
        made.discounts.push(body.name);
    }
  }

  /** Below the limit of a key. */
  async function learn(): Promise<void> {
    for (let n = 0; n < members * lessons && !over.signal.aborted; n += 1) {
      const item = { member: `M-${n % members}`, lessonId: lessonIds[Math.floor(n / members)], completedAt: '2026-11-01T10:00:00+07:00' }; // prettier-ignore
      const call = jsonCall('PUT', { items: [item] }, { authorization: `Bearer ${key}`, 'x-tenant': 'coding' });
      const answer = await servers.call(`/api${putProgress.url}`, call);
      if (((await answer?.json()) as { changed: number } | undefined)?.changed === 1) made.progress += 1;
      await sleep(120);
    }
  }

  async function signIn(): Promise<void> {
    while (!over.signal.aborted) {
      const call = jsonCall('POST', { email, password }, { 'x-tenant': 'coding' });
      if (await servers.call(`/api${login.url}`, call)) made.signIns += 1;
      await sleep(250);
    }
  }

  it('answer all requests, and keep each write once', async () => {
    const begun = performance.now();
    const load = Promise.all([readLists(), readLists(), write(0), write(1), learn(), signIn()]);
    const part = async () => {
      const end = servers.sent.count + partSize;
      while (servers.sent.count < end) await sleep(50);
    };
    const migrations = async () => (await sql('select name from migration.applied')).map(({ name }) => String(name));
    const known = new Set(await migrations());
    await part();
    const exits = [await servers.restart(0, inject('programs').server)];
    const added = (await migrations()).filter((name) => !known.has(name));
    await part();
    // The way back.
    if (!added.some(excludesOlder)) {
      exits.push(await servers.restart(0, program(folder)), await servers.restart(0, inject('programs').server));
      await part();
    }
    exits.push(await servers.restart(1, inject('programs').server));
    await part();
    over.abort();
    await load;
    const seconds = Math.round((performance.now() - begun) / 1000);
    console.log(
      `${servers.sent.count} requests in ${seconds} s, ${servers.sent.lost.length} failed, ${servers.sent.busy} repeated because the machine was busy; added ${added.join(', ')}; written: ${made.discounts.length} discounts, ${made.progress} completions, ${made.signIns} sign-ins`,
    );
    expect(servers.sent.lost).toEqual([]);
    expect(new Set(exits)).toEqual(new Set([0]));
    expect(added.length).toBeGreaterThan(0);
    const stored = await sql(`select name, count(distinct discount.id)::int as rows, count(audit.id)::int as entries
      from discount left join audit on audit.table_name = 'discount' and audit.record_id = discount.id::text group by name`);
    expect(stored.filter(({ rows, entries }) => rows !== 1 || entries !== 1)).toEqual([]);
    expect(stored.map(({ name }) => name).toSorted()).toEqual(made.discounts.toSorted());
    expect(await sql('select count(*)::int as n from lesson_completion')).toEqual([{ n: made.progress }]);
    expect(
      await sql('select count(*)::int as n from session join "user" on "user".id = user_id where email = $1', [email]),
    ).toEqual([{ n: made.signIns }]);
    expect(Math.min(made.discounts.length, made.progress, made.signIns)).toBeGreaterThan(10);
  });
});
