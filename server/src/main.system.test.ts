/** Tests how the server's process starts, ends and restarts, run as in production. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runningCluster } from '#platform/database/cluster.ts';
import { stopPostmaster } from '#platform/database/postmaster.ts';
import { testDatabase } from '#platform/testing/database.ts';
import { type ServerProcess, spawnServer } from '#platform/testing/server-process.ts';
import { testJwtSecret } from '#platform/testing/template.ts';

// Starting processes and creating databases takes long on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

let dataDir: string;
let children: ChildProcess[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-main-'));
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await stopPostmaster(join(dataDir, 'postgres'));
  await rm(dataDir, { recursive: true });
});

async function start(env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = spawnServer(dataDir, env);
  children.push(server.child);
  await server.started;
  return server;
}

async function end({ child }: ServerProcess, signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(child, 'exit');
  process.kill(-child.pid!, signal);
  const [code] = (await ended) as [number | null];
  return code;
}

const isReady = async ({ port }: ServerProcess) => (await fetch(`http://127.0.0.1:${port}/api/ready`)).status === 200;

test('without data creates its database and prints its address; Ctrl-C ends both', async () => {
  const server = await start({ DEMO: '1', NODE_ENV: 'test' });
  expect(server.output).toContain(`http://cyber.localhost:${server.port}`);
  expect(server.output).toContain('admin@demo.test');
  expect(await isReady(server)).toBe(true);
  expect(await end(server, 'SIGINT')).toBe(0);
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
});

test('starts again after kill -9', async () => {
  await end(await start(), 'SIGKILL');
  expect(await isReady(await start())).toBe(true);
});

test('Ctrl-C ends a hanging start after the grace period', async () => {
  const mute = createServer().listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const server = spawnServer(dataDir, {
    DATABASE_URL: `postgres://x:x@127.0.0.1:${(mute.address() as AddressInfo).port}/x`,
  });
  children.push(server.child);
  await once(mute, 'connection');
  const begun = performance.now();
  expect(await end(server, 'SIGINT')).toBe(0);
  // The start itself would wait for half a minute.
  expect(performance.now() - begun).toBeLessThan(20_000);
  mute.close();
});

test('a server without the demo does not load it', async () => {
  const hook = `import { registerHooks } from 'node:module'; registerHooks({ resolve(name, context, next) {
    if (name.includes('/demo/')) throw new Error('the demo was loaded'); return next(name, context); } });`;
  const target = await testDatabase();
  const env = {
    DATABASE_URL: target.ownerUrl,
    JWT_SECRET: testJwtSecret,
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(hook)}`,
  };
  const server = await start(env);
  expect(await isReady(server)).toBe(true);
  await end(server, 'SIGTERM');
  expect((await start({ ...env, DEMO: '1', NODE_ENV: 'test' })).output).toContain('the demo was loaded');
  await target.drop();
});

test('finishes requests that began before the signal, and accepts no new ones', async () => {
  const target = await testDatabase();
  const server = await start({ DATABASE_URL: target.ownerUrl, JWT_SECRET: testJwtSecret });
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'wrong' });
  const socket = await slowRequest(server.port, body.length);
  const begun = performance.now();
  const exit = end(server, 'SIGTERM');
  await expect.poll(() => refusesConnections(server.port)).toBe(true);
  const answer = once(socket, 'data');
  socket.write(body);
  expect(String(await answer)).toMatch(/^HTTP\/1\.1 401 /);
  expect(await exit).toBe(0);
  // The caller keeps its connection open, which must not delay the end for the whole grace period of 10 s.
  expect(performance.now() - begun).toBeLessThan(9_500);
  await target.drop();
});

test('on SIGTERM is not ready but serves and closes every connection; Ctrl-C then ends it', async () => {
  const target = await testDatabase();
  const server = await start({ DATABASE_URL: target.ownerUrl, JWT_SECRET: testJwtSecret, DRAIN_MS: '900000' });
  const health = 'GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'wrong' });
  const [idle, running] = [connect(server.port, '127.0.0.1'), await slowRequest(server.port, body.length)];
  idle.write(health);
  expect(String(await once(idle, 'data'))).toContain('Connection: keep-alive');
  server.child.kill('SIGTERM');
  await expect.poll(() => isReady(server)).toBe(false);
  idle.write(health);
  running.write(body);
  const [next, last] = await Promise.all([text(idle), text(running)]);
  for (const reply of [next, last, await text(connect(server.port, '127.0.0.1').end(health))])
    expect(reply).toContain('Connection: close');
  expect([next.slice(0, 12), last.slice(0, 12)]).toEqual(['HTTP/1.1 200', 'HTTP/1.1 401']);
  expect(await end(server, 'SIGINT')).toBe(0);
  await target.drop();
});

test.each([
  [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535.'],
  [
    { DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none' },
    'The database cannot be used: connect ECONNREFUSED 127.0.0.1:1; check DATABASE_URL.',
  ],
])('%j stops the start with one sentence, no stack trace, and exit code 1', async (env, sentence) => {
  const server = await start(env);
  expect(server.output).toContain(sentence);
  expect(server.output).not.toContain('    at ');
  expect(server.child.exitCode).toBe(1);
});

test('names a port in use, and leaves no database running', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const server = await start({ PORT: String(port) });
  other.close();
  expect(server.output.trim()).toBe(`Port ${port} is taken on 127.0.0.1; set PORT to another.`);
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
});

/** Temporary results of a start that must not remain: a half-created database, its password file, PostgreSQL itself. */
const leftovers = async () => [
  ...readdirSync(dataDir).filter((name) => /^postgres-\d/.test(name)),
  ...((await runningCluster(dataDir)) ? ['PostgreSQL'] : []),
];

test.each([
  ['while it makes the database', () => readdirSync(dataDir).some((name) => /^postgres-\d+$/.test(name))],
  ['while PostgreSQL starts', () => existsSync(join(dataDir, 'postgres/postmaster.pid'))],
])('a start that is ended %s leaves nothing behind, and the next one succeeds', async (_, isReached) => {
  const server = spawnServer(dataDir);
  children.push(server.child);
  await expect.poll(isReached, { interval: 5, timeout: 30_000 }).toBe(true);
  const exit = once(server.child, 'exit');
  server.child.kill('SIGTERM');
  await exit;
  expect(await leftovers()).toEqual([]);
  expect(await isReady(await start())).toBe(true);
});

test('removes what a killed start left behind', async () => {
  const server = spawnServer(dataDir);
  children.push(server.child);
  await expect.poll(leftovers, { interval: 5, timeout: 30_000 }).not.toEqual([]);
  await end(server, 'SIGKILL');
  const next = await start();
  expect(await isReady(next)).toBe(true);
  expect(await leftovers()).toEqual(['PostgreSQL']);
  await end(next, 'SIGTERM');
  expect(await leftovers()).toEqual([]);
});

test.each([
  [
    'no database',
    () => mkdirSync(join(dataDir, 'postgres'), { mode: 0o700 }),
    /PostgreSQL does not start; its log says: /,
  ],
  [
    'a database whose password is lost',
    () => writeFileSync(join(dataDir, 'postgres-password'), 'not what it was made with'),
    /password authentication failed/,
  ],
])('broken data (%s) stop the start with one sentence, and leave no PostgreSQL', async (_, spoil, sentence) => {
  if (sentence.source.includes('password')) await end(await start(), 'SIGTERM');
  spoil();
  const server = await start();
  expect(server.output.trim()).toMatch(sentence);
  expect(server.output).not.toContain('    at ');
  expect(server.child.exitCode).toBe(1);
  expect(await leftovers()).toEqual([]);
});

test('servers on one PostgreSQL agree on the password of their role', async () => {
  const target = await testDatabase();
  const env = { DATABASE_URL: target.ownerUrl, JWT_SECRET: testJwtSecret };
  const servers = await Promise.all([start(env), start(env)]);
  expect(await Promise.all(servers.map(isReady))).toEqual([true, true]);
  await Promise.all(servers.map((server) => end(server, 'SIGTERM')));
  await target.drop();
});

test('a server with another secret does not start, and the first keeps its database', async () => {
  const target = await testDatabase();
  const first = await start({ DATABASE_URL: target.ownerUrl, JWT_SECRET: testJwtSecret });
  const second = await start({ DATABASE_URL: target.ownerUrl, JWT_SECRET: 'the secret of quite another server' });
  expect(second.output.trim()).toMatch(/^The servers of this database have another JWT_SECRET: [^.]+\.$/);
  expect(second.child.exitCode).toBe(1);
  expect(await isReady(first)).toBe(true);
  await target.drop();
});

/** Sends a sign-in whose body has not arrived yet. */
async function slowRequest(port: number, length: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `POST /api/auth/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  // The server sends `100 Continue` once it handles the request.
  await once(socket, 'data');
  return socket;
}

async function refusesConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return Promise.race([once(socket, 'connect').then(() => false), once(socket, 'error').then(() => true)])
    .catch(() => true)
    .finally(() => socket.destroy());
}
