/**
 * Tests that a moment before a mistake can be restored from the archive of PostgreSQL, with the configurations and units
 * of deploy/archive (docs/guide/archiving.md), while the installation goes on.
 */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { discounts } from '#contract/discount/endpoints.ts';
import { openDatabase } from '#platform/database/database.ts';
import { roleName, roleUrl } from '#platform/database/app-role.ts';
import { type HeldCluster, holdCluster } from '#platform/testing/held-cluster.ts';
import { contentOf } from '#platform/testing/owned-database.ts';
import { runCommand } from '#platform/testing/run-command.ts';
import { type ServerProcess, spawnServer } from '#platform/testing/server-process.ts';
import { signInAt } from '#platform/testing/spawned-session.ts';
import { testJwtSecret } from '#platform/testing/template.ts';
import { trailKey } from '#platform/trail/head.ts';
import { sealTrail } from '#platform/trail/seal.ts';
import { onPath } from './lib/debian.mjs';
import { root } from './lib/files.mjs';

const minute = 60_000;
vi.setConfig({ testTimeout: 5 * minute, hookTimeout: 5 * minute });

/** Reason not to run: Debian 12 has 2.45, which does not know the version of the embedded PostgreSQL. */
function reasonToSkip(): string | undefined {
  const missing = ['pgbackrest', 'jq'].filter((program) => !onPath(program));
  if (missing.length > 0) return `without ${missing.join(', ')}`;
  const version = execFileSync('pgbackrest', ['version'], { encoding: 'utf8' }).trim();
  const [major = 0, minor = 0] = (/\d+\.\d+/.exec(version)?.[0] ?? '').split('.').map(Number);
  return major > 2 || minor >= 57 ? undefined : `${version} does not know PostgreSQL 18`;
}
const reason = reasonToSkip();
if (reason) console.log(`SKIP archive: ${reason}`);

const read = (file: string) => readFileSync(join(root, 'deploy/archive', file), 'utf8');

interface Written {
  name: string;
  /** Times of this machine, in ms. */
  begun: number;
  acknowledged: number;
}

describe.skipIf(reason)('an installation whose PostgreSQL is archived', () => {
  let folder: string;
  let dataDir: string;
  let cluster: HeldCluster;
  let restoredCluster: HeldCluster | undefined;
  let server: ServerProcess;
  let copy: ServerProcess | undefined;
  let headers: Record<string, string>;
  let env: Record<string, string>;
  let load: Promise<void>;
  const over = new AbortController();
  const written: Written[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-archive-'));
    dataDir = join(folder, 'first');
    const config = join(folder, 'pgbackrest.conf');
    // Settings of PostgreSQL on the command line: pgBackRest is called with its file's place.
    const settings = Object.fromEntries(
      Array.from(read('postgresql.conf').matchAll(/^(\w+) = '?(.*?)'?$/gm), ([, name = '', value = '']) => [
        name,
        value.replace('pgbackrest', `${onPath('pgbackrest')} --config=${config}`),
      ]),
    );
    const sockets = join(folder, 'sockets');
    mkdirSync(sockets);
    cluster = await holdCluster(dataDir, { ...settings, unix_socket_directories: sockets });
    const { port, username, password } = new URL(cluster.ownerUrl);
    writeFileSync(config, configOf({ sockets, port, username }), { mode: 0o600 });
    // As root, PostgreSQL runs in a user namespace, and its files are root's.
    env = { PATH: process.env['PATH']!, PGBACKREST_CONFIG: config, PGBACKREST_ALLOW_ROOT: 'y', PGPASSWORD: password };
    await sh('pgbackrest --stanza=lectern stanza-create');
    server = await start(dataDir, { DATABASE_URL: cluster.ownerUrl });
    headers = { authorization: `Bearer ${await signInAt(cluster.ownerUrl)}`, 'content-type': 'application/json' };
    load = write();
  });
  afterAll(async () => {
    over.abort();
    await load;
    for (const one of [server, copy]) await stop(one);
    await restoredCluster?.stop();
    await cluster?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** The documented configuration, with a repository in a folder instead of a bucket. */
  function configOf({ sockets, port, username }: { sockets: string; port: string; username: string }): string {
    const lines = read('pgbackrest.conf')
      .split('\n')
      .filter((line) => !line.startsWith('repo1-s3-'));
    return [
      ...lines.map((line) =>
        line
          .replace('repo1-type=s3', 'repo1-type=posix')
          .replace('repo1-path=/lectern', `repo1-path=${join(folder, 'repository')}`)
          .replace('CHANGE-ME', 'frasa-sandi-arsip')
          .replace('/var/lib/postgresql/lectern', join(dataDir, 'postgres'))
          .replace('/var/run/postgresql', sockets)
          .replace('5432', port)
          .replace('[global]', `[global]\nlock-path=${join(folder, 'lock')}`),
      ),
      `pg1-user=${username}`,
      'pg1-database=postgres',
      '',
    ].join('\n');
  }

  /** Output of a command; that of one that fails is its error. */
  const sh = async (command: string) => {
    const done = promisify(execFile)('sh', ['-c', command], { env });
    return (
      await done.catch((error: Error & { stdout: string; stderr: string }) => {
        throw new Error(`${error.message}${error.stdout}${error.stderr}`);
      })
    ).stdout;
  };

  /** Runs the commands of a unit as systemd would. */
  async function runUnit(unit: string, instance = ''): Promise<void> {
    const commands = Array.from(read(unit).matchAll(/^ExecStart=(.+)$/gm), ([, command = '']) => command);
    for (const command of commands) await sh(command.replaceAll('%i', instance).replaceAll('$$', '$'));
  }

  async function start(place: string, more: Record<string, string> = {}): Promise<ServerProcess> {
    const started = spawnServer(place, { JWT_SECRET: testJwtSecret, LOG_LEVEL: 'error', ...more });
    await started.started;
    if (!started.output.includes('Ctrl-C')) throw new Error(started.output);
    return started;
  }

  async function stop(one: ServerProcess | undefined): Promise<void> {
    if (!one || one.child.exitCode !== null) return;
    const gone = new Promise((resolve) => one.child.once('exit', resolve));
    one.child.kill('SIGINT');
    await gone;
  }

  async function call(method: string, url: string, body?: unknown): Promise<{ status: number; body: unknown }> {
    const answer = await fetch(`http://127.0.0.1:${server.port}/api${url}`, {
      method,
      headers: body === undefined ? { authorization: headers['authorization']! } : headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  }

  async function create(name: string): Promise<unknown> {
    const draft = { name, discount: 10_000, discountType: 1, productType: 'courses' };
    const { status, body } = await call('POST', discounts.create.url, draft);
    expect([status, body]).toEqual([201, expect.anything()]);
    return body;
  }

  async function write(): Promise<void> {
    for (let n = 0; !over.signal.aborted; n += 1) {
      const name = `Terus ${n}`;
      const begun = Date.now();
      await create(name);
      written.push({ name, begun, acknowledged: Date.now() });
      await sleep(40);
    }
  }

  const someMore = (n: number) => {
    const before = written.length;
    return expect.poll(() => written.length, { timeout: minute }).toBeGreaterThan(before + n);
  };

  async function ask<Row extends object>(url: string, text: string): Promise<Row[]> {
    const client = new pg.Client(url);
    await client.connect();
    return (await client.query<Row>(text).finally(() => client.end())).rows;
  }

  async function seal(): Promise<void> {
    const urlOf = (kind: Parameters<typeof roleName>[1]) =>
      roleUrl(cluster.ownerUrl, roleName('lectern', kind), testJwtSecret);
    const database = openDatabase(urlOf);
    const options = { key: trailKey({ dataDir, trail: {} as never }), signal: AbortSignal.timeout(minute), restMs: 0 };
    await sealTrail(database.tenant('coding'), { tenant: 'coding', ...options }).finally(() => database.close());
  }

  it('can be restored to one second before a deletion, beside the one that goes on', async () => {
    await create('Akan terhapus');
    await someMore(20);
    const begin = performance.now();
    await runUnit('lectern-archive@.service', 'full');
    const full = performance.now();
    await someMore(20);
    await seal();
    await runUnit('lectern-archive@.service', 'incr');
    await someMore(20);
    await sleep(2_000);

    // Deletes it through the API, as somebody would by mistake, and goes on.
    const [row] = await ask<{ id: string; version: number }>(
      cluster.ownerUrl,
      `select id, version from discount where name = 'Akan terhapus'`,
    );
    const moment = Date.now() - 1_000;
    const removal = await call('DELETE', discounts.remove.url.replace(/:\w+|\{\w+\}/, row!.id));
    expect(removal).toMatchObject({ status: 200 });
    await someMore(20);
    await runUnit('lectern-archive-check.service');

    const restored = join(folder, 'second');
    mkdirSync(restored, { mode: 0o700 });
    // What a machine has besides the database: files (in production those of S3), secrets and settings.
    for (const name of ['uploads', 'trail-key', 'postgres-password'])
      cpSync(join(dataDir, name), join(restored, name), { recursive: true, force: true });
    const target = new Date(moment).toISOString().replace('T', ' ').replace('Z', '+00');
    const before = performance.now();
    await sh(
      `pgbackrest --stanza=lectern --type=time --target="${target}" --target-action=promote --archive-mode=off \
        --config="$PGBACKREST_CONFIG" --pg1-path=${join(restored, 'postgres')} restore`,
    );
    const after = performance.now();
    restoredCluster = await holdCluster(restored);
    const copyUrl = restoredCluster.ownerUrl;
    // It can be read while it recovers.
    const state = () => ask(copyUrl, 'select pg_is_in_recovery() as recovers');
    await expect.poll(state, { timeout: minute }).toEqual([{ recovers: false }]);
    copy = await start(restored, { DATABASE_URL: copyUrl });
    const ready = performance.now();

    const names = new Set((await ask<{ name: string }>(copyUrl, 'select name from discount')).map(({ name }) => name));
    expect(names).toContain('Akan terhapus');
    const earlier = written.filter(({ acknowledged }) => acknowledged < moment);
    const later = written.filter(({ begun }) => begun > moment);
    expect(earlier.filter(({ name }) => !names.has(name))).toEqual([]);
    expect(later.filter(({ name }) => names.has(name))).toEqual([]);
    expect([earlier.length > 60, later.length > 20]).toEqual([true, true]);
    // Reads every row of every table.
    const content = await contentOf({ ask: (text) => ask(copyUrl, text) });
    expect(Object.keys(content).length).toBeGreaterThan(100);
    const trail = await runCommand(join(root, 'server/src/commands/trail-verify.ts'), {
      env: { DATABASE_URL: copyUrl, DATA_DIR: restored, JWT_SECRET: testJwtSecret },
      args: ['--tenant', 'coding', '--restored'],
    });
    expect(trail.output).toMatch(/^coding: the trail is as it was sealed: [1-9]/);
    expect(trail.code).toBe(0);
    const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
    console.log(
      `Full backup ${seconds(begin, full)} s; restore ${seconds(before, after)} s and recovery with start ${seconds(after, ready)} s; ` +
        `${earlier.length} writes before the moment are there, ${later.length} after it are not`,
    );
    const [size] = await ask<{ size: string }>(
      copyUrl,
      'select pg_size_pretty(pg_database_size(current_database())) as size',
    );
    console.log(
      `Database ${size?.size}, repository ${(await sh(`du -sh ${join(folder, 'repository')}`)).split('\t')[0]}`,
    );
  });

  it('says so when the WAL does not reach the repository', async () => {
    const repository = join(folder, 'repository');
    await sh(`mv ${repository} ${repository}-away`);
    await expect(runUnit('lectern-archive-check.service')).rejects.toThrow();
    await sh(`rm -rf ${repository}; mv ${repository}-away ${repository}`);
    await runUnit('lectern-archive-check.service');
  });
});
