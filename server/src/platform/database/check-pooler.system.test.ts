/** Tests the startup check of poolers, with a real PgBouncer if available. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tenants } from '#contract/kernel/endpoint.ts';
import { type TenantRole, tenantRoles } from './app-role.ts';
import { testDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { testJwtSecret } from '#platform/testing/template.ts';
import { checkPooler } from './check-pooler.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

function versionOfPgbouncer(): number[] | undefined {
  try {
    const output = execFileSync('pgbouncer', ['--version'], {
      encoding: 'utf8',
      env: { PATH: `${process.env['PATH']}:/usr/sbin` },
    });
    return /(\d+)\.(\d+)/.exec(output)?.slice(1).map(Number);
  } catch {
    return undefined;
  }
}
const version = versionOfPgbouncer();
if (!version) console.log('SKIP poolers: there is no pgbouncer on this machine');
const hasPreparedStatements = version !== undefined && version[1]! >= 21;

let testDb: TestDatabase;
beforeAll(async () => {
  testDb = await testDatabase();
});
afterAll(() => testDb.drop());

it('resolves without a pooler', async () => {
  await expect(checkPooler(testDb.appUrl)).resolves.toBe(true);
});

it('names a role that cannot sign in', async () => {
  const wrong = (kind: TenantRole) => testDb.appUrl(kind).replace(/:[^:@]+@/, ':wrong@');
  await expect(checkPooler(wrong)).rejects.toThrow(
    /^The role lectern_test_\w+_coding cannot sign in: password authentication failed .*; a pooler in between must know it/,
  );
});

describe.runIf(version)('behind PgBouncer', () => {
  let folder: string;
  let pooler: ChildProcess;
  let port: number;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-pooler-'));
    await chmod(folder, 0o755);
  });
  afterEach(async () => {
    const exit = once(pooler, 'exit');
    pooler.kill('SIGQUIT');
    await exit;
    await rm(folder, { recursive: true });
  });

  async function start(mode: string, { of = '', users = [testDb.ownerUrl, ...tenantRoles.map(testDb.appUrl)] } = {}) {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    ({ port } = free.address() as AddressInfo);
    free.close();
    await once(free, 'close');
    const known = users.map((url) => new URL(url)).map(({ username, password }) => `"${username}" "${password}"`);
    await writeFile(join(folder, 'users'), known.join('\n'), { mode: 0o644 });
    await writeFile(
      join(folder, 'ini'),
      `[databases]
* = host=127.0.0.1 port=${new URL(testDb.ownerUrl).port} ${of}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, 'users')}
pool_mode = ${mode}
`,
      { mode: 0o644 },
    );
    const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    pooler = spawn('pgbouncer', ['-q', join(folder, 'ini')], {
      ...unprivileged,
      stdio: 'ignore',
      env: { PATH: `${process.env['PATH']}:/usr/sbin` },
    });
    await expect
      .poll(async () => {
        const socket = connect(port, '127.0.0.1');
        return Promise.race([once(socket, 'connect').then(() => true), once(socket, 'close').then(() => false)])
          .catch(() => false)
          .finally(() => socket.destroy());
      })
      .toBe(true);
  }
  const through = (direct: string) => {
    const url = new URL(direct);
    url.port = String(port);
    return url.href;
  };
  const urlOf = (kind: TenantRole) => through(testDb.appUrl(kind));

  it('works in session mode', async () => {
    await start('session');
    expect(await migrate(through(testDb.ownerUrl), { jwtSecret: testJwtSecret })).toBe(testDb.name);
    expect(await checkPooler(urlOf)).toBe(true);
    const database = openDatabase(urlOf);
    for (const tenant of tenants) {
      const { rows } =
        await sql`select current_tenant() as tenant, current_setting('statement_timeout') as limit where 1 = ${1}`.execute(
          database.tenant(tenant),
        );
      expect(rows).toEqual([{ tenant, limit: '10s' }]);
    }
    await database.close();
  });

  it('finds out in transaction mode whether statements are kept, and works either way', async () => {
    await start('transaction');
    expect(await migrate(through(testDb.ownerUrl), { jwtSecret: testJwtSecret })).toBe(testDb.name);
    // Each process checks for itself.
    for (const _ of [1, 2]) expect(await checkPooler(urlOf)).toBe(hasPreparedStatements);
    const database = openDatabase(urlOf, { keepsStatements: hasPreparedStatements });
    const db = database.tenant('coding');
    // Fifty calls share connections of PostgreSQL, and each of them holds one while it sleeps.
    const read = (n: number) => sql<{ n: number }>`select ${n}::int as n, pg_sleep(0.01) where 1 = ${1}`.execute(db);
    const results = await Promise.all(Array.from({ length: 50 }, (_, n) => read(n)));
    expect(results.map(({ rows }) => rows[0]?.n)).toEqual(Array.from({ length: 50 }, (_, n) => n));
    await database.close();
  });

  it('throws if all users are mapped to one, naming the setting', async () => {
    const { username, password } = new URL(testDb.ownerUrl);
    await start('session', { of: `user=${username} password=${password}` });
    await expect(checkPooler(urlOf)).rejects.toThrow(
      /^Who signs in as lectern_\w+_coding is taken for lectern_owner: the pooler in between must pass users on/,
    );
  });

  it('throws for unknown roles, naming the setting', async () => {
    await start('session', { users: [testDb.ownerUrl] });
    await expect(checkPooler(urlOf)).rejects.toThrow(
      /^The role lectern_\w+_coding cannot sign in: .*; a pooler in between must know it/,
    );
  });
});
