/** Tests the embedded PostgreSQL: durability, access, shutdown with its server, and takeover. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runningCluster } from './cluster.ts';
import { findPostmaster, stopPostmaster } from './postmaster.ts';

// Starts processes and databases, which take long on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const holderFile = join(import.meta.dirname, '../testing/cluster-holder.ts');

interface Holder {
  child: ChildProcess;
  /** Owner's URL, or the error message. */
  output: string;
}

let parent: string;
let dataDir: string;
let children: ChildProcess[];

beforeEach(async () => {
  // Folder that only its owner may enter.
  parent = await mkdtemp(join(tmpdir(), 'lectern-cluster-'));
  dataDir = join(parent, 'data');
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await stopPostmaster(join(dataDir, 'postgres'));
  await rm(parent, { recursive: true });
});

async function hold(env: NodeJS.ProcessEnv = process.env): Promise<Holder> {
  const child = spawn(process.execPath, [holderFile, dataDir], {
    // The channel tells the process when the test ends without stopping it.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    detached: true,
    env,
  });
  children.push(child);
  const lines = createInterface(child.stdout!);
  const [line] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as [string?];
  return { child, output: line ?? 'ended without a word' };
}

async function kill(holder: Holder, signal: NodeJS.Signals, group = false): Promise<void> {
  const gone = once(holder.child, 'exit');
  process.kill(group ? -holder.child.pid! : holder.child.pid!, signal);
  await gone;
}

async function ask(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query(text).finally(() => client.end());
  return rows;
}

const postmasterPid = () => Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

test('starts a durable PostgreSQL 18 on localhost with a password', async () => {
  const { output: url } = await hold();
  const settings = await ask(
    url,
    `select name, setting from pg_settings where name in
    ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses', 'password_encryption', 'server_encoding') order by name`,
  );
  expect(settings).toEqual([
    { name: 'fsync', setting: 'on' },
    { name: 'full_page_writes', setting: 'on' },
    { name: 'listen_addresses', setting: '127.0.0.1' },
    { name: 'password_encryption', setting: 'scram-sha-256' },
    { name: 'server_encoding', setting: 'UTF8' },
    { name: 'synchronous_commit', setting: 'on' },
  ]);
  const guess = new URL(url);
  guess.password = 'guess';
  await expect(ask(guess.href, 'select 1')).rejects.toThrow('password authentication failed');
  expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
});

test('stops PostgreSQL on Ctrl-C to the process group, and finds data and address at the next start', async () => {
  const first = await hold();
  await ask(first.output, 'create table kept (n int); insert into kept values (1)');
  await kill(first, 'SIGINT', true);
  await expect(ask(first.output, 'select 1')).rejects.toThrow('ECONNREFUSED');
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
  expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('not properly shut down');
  const second = await hold();
  expect(second.output).toBe(first.output);
  expect(await ask(second.output, 'select n from kept')).toEqual([{ n: 1 }]);
});

test('refuses a second server on the folder with one sentence; the first continues', async () => {
  const first = await hold();
  const second = await hold();
  expect(second.output).toBe(
    `Another Lectern (process ${first.child.pid}) is using ${dataDir}; stop it first, or give this one its own DATA_DIR.`,
  );
  expect(await ask(first.output, 'select 1 as n')).toEqual([{ n: 1 }]);
});

test('lets only one of two concurrent starts succeed', async () => {
  const outputs = (await Promise.all([hold(), hold()])).map((holder) => holder.output).toSorted();
  expect(outputs[0]).toMatch(/^Another Lectern \(process \d+\) is using/);
  expect(outputs[1]).toMatch(/^postgres:/);
});

test('takes over a running PostgreSQL after kill -9 of its server', async () => {
  const first = await hold();
  await ask(first.output, 'create table kept (n int); insert into kept values (1)');
  const pid = postmasterPid();
  await kill(first, 'SIGKILL');
  const second = await hold();
  expect(await ask(second.output, 'select n from kept')).toEqual([{ n: 1 }]);
  expect(postmasterPid()).toBe(pid);
  await kill(second, 'SIGINT');
  expect(await runningCluster(dataDir)).toBeUndefined();
});

test('keeps committed rows after kill -9 of server and PostgreSQL', async () => {
  const first = await hold();
  await ask(first.output, 'create table kept (n int); insert into kept select generate_series(1, 1000)');
  process.kill(postmasterPid(), 'SIGKILL');
  await kill(first, 'SIGKILL');
  const second = await hold();
  expect(await ask(second.output, 'select count(*)::int as n from kept')).toEqual([{ n: 1_000 }]);
});

test.each([
  [
    'names a process of somebody else',
    () => `${process.pid}\n${dataDir}/postgres\n0\n5432\n\n127.0.0.1\n 0 0\nready   \n`,
  ],
  ['is empty', () => ''],
])('starts with a leftover postmaster.pid that %s', async (_, content) => {
  const first = await hold();
  await kill(first, 'SIGINT');
  writeFileSync(join(dataDir, 'postgres/postmaster.pid'), content());
  expect((await hold()).output).toBe(first.output);
});

test('waits for a postmaster.pid that PostgreSQL is about to write', async () => {
  const folder = join(dataDir, 'postgres');
  const { output: url } = await hold();
  const file = join(folder, 'postmaster.pid');
  const whole = readFileSync(file, 'utf8');
  writeFileSync(file, '');
  const search = findPostmaster(folder);
  setTimeout(() => writeFileSync(file, whole), 100);
  expect((await search)?.port).toBe(Number(new URL(url).port));
});

test('restarts PostgreSQL when it dies', async () => {
  const { output: url } = await hold();
  const pid = postmasterPid();
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => ask(url, 'select 1 as n').catch(() => 'away'), { timeout: 60_000 }).toEqual([{ n: 1 }]);
  expect(postmasterPid()).not.toBe(pid);
});

test.runIf(process.platform === 'linux' && process.getuid?.() === 0 && everybodyMayEnter(import.meta.dirname))(
  'as root without user namespaces PostgreSQL runs as an unprivileged account, on files made either way',
  async () => {
    const withNamespace = await hold();
    await kill(withNamespace, 'SIGINT');
    await mkdir(join(parent, 'bin'));
    for (const tool of ['id', 'chown']) await symlink(`/usr/bin/${tool}`, join(parent, 'bin', tool));
    await chmod(parent, 0o755);
    const without = await hold({ ...process.env, PATH: join(parent, 'bin') });
    expect(without.output).toBe(withNamespace.output);
    expect(statSync(`/proc/${postmasterPid()}`).uid).not.toBe(0);
    await kill(without, 'SIGINT');
    await rm(dataDir, { recursive: true });
    expect((await hold({ ...process.env, PATH: join(parent, 'bin') })).output).toMatch(/^postgres:/);
  },
);

function everybodyMayEnter(folder: string): boolean {
  const up = join(folder, '..');
  return (statSync(folder).mode & 0o001) !== 0 && (up === folder || everybodyMayEnter(up));
}
