/** Tests that neither slow nor many clients block the server. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stopPostmaster } from '#platform/database/postmaster.ts';
import { spawnServer } from '#platform/testing/server-process.ts';
import { HttpError } from '../errors.ts';
import { connectionLimits, guardConnections, serverTimeouts } from './connections.ts';
import { frameworkErrorOptions, handleErrors } from './error-handler.ts';

describe('a slow client', () => {
  const limits = {
    headersMs: 400,
    bodyMs: 400,
    readingMs: 400,
    readingBytes: 4_000,
    lingerMs: 400,
    lingerBytes: 1_000_000,
    everyMs: 50,
  };
  const big = Buffer.alloc(16 * 1024 * 1024, 'x');
  let app: FastifyInstance;
  let sockets: Socket[];

  beforeEach(async () => {
    app = Fastify({ ...serverTimeouts(limits), ...frameworkErrorOptions });
    handleErrors(app);
    guardConnections(app, limits);
    app.get('/', async () => 'here');
    app.get('/big', async (_, reply) => reply.type('text/plain').send(big));
    app.post('/', async () => 'taken');
    app.addContentTypeParser('video/mp4', (_request, _body, done) => done(null));
    app.post('/refused', async ({ raw }) => {
      const refuse = async () => {
        throw new HttpError(413, 'Too large');
      };
      await pipeline(raw, refuse);
    });
    app.post('/upload', { config: { bytesPerTenSeconds: 5 } }, async () => 'taken');
    await app.listen({ port: 0, host: '127.0.0.1' });
    sockets = [];
    return async () => {
      for (const socket of sockets) socket.destroy();
      await app.close();
    };
  });

  /** Reply and duration until disconnected; sends one byte every 20 ms after `first`. */
  async function drip(first: string): Promise<{ reply: string; ms: number }> {
    const { port } = app.server.address() as AddressInfo;
    // Ignores the server's FIN.
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    sockets.push(socket);
    let reply = '';
    socket.on('data', (part) => (reply += String(part))).on('error', () => undefined);
    const begun = performance.now();
    socket.write(first);
    const dripping = setInterval(() => socket.write('x'), 20);
    await Promise.race([new Promise((resolve) => socket.once('close', resolve)), sleep(5_000)]);
    clearInterval(dripping);
    return { reply: reply, ms: performance.now() - begun };
  }

  it('gets a reply when its body is refused in mid-stream', async () => {
    const first = 'POST /refused HTTP/1.1\r\nHost: a\r\nContent-Type: video/mp4\r\nTransfer-Encoding: chunked\r\n\r\n';
    const { reply } = await drip(`${first}5\r\nhello\r\n`);
    expect(reply).toMatch(/^HTTP\/1.1 413 /);
    await expect.poll(open).toBe(0);
    await sleep(3 * limits.everyMs);
    expect((await app.inject('/')).statusCode).toBe(200);
  });

  const open = () =>
    new Promise<number>((resolve, reject) =>
      app.server.getConnections((error, n) => (error ? reject(error) : resolve(n))),
    );

  it.each([
    ['over its headers', 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ', 408],
    [
      'over a body',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n"',
      408,
    ],
    ['over a body that nobody asked for', 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n', 200],
    ['over a body for an address that is none', 'POST /%zz HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n', 400],
  ])('%s gets a reply and is disconnected', async (_, first, status) => {
    const { reply, ms } = await drip(first);
    expect(reply).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(ms).toBeLessThan(3_000);
    await expect.poll(open).toBe(0);
  });

  it('is disconnected if it sends nothing', async () => {
    const silent = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(silent);
    silent.resume();
    await expect.poll(open, { timeout: 3_000 }).toBe(1);
    await expect.poll(open, { timeout: 3_000 }).toBe(0);
  });

  it('may be slow with an upload while enough arrives', async () => {
    const slow = drip(
      'POST /upload HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n"',
    );
    await sleep(1_500);
    expect(await open()).toBe(1);
    sockets[0]?.destroy();
    await slow;
  });

  it('is disconnected if it does not read the reply', async () => {
    const reader = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(reader);
    reader.on('error', () => undefined).pause();
    reader.write('GET /big HTTP/1.1\r\nHost: a\r\n\r\n');
    await expect.poll(open, { timeout: 1_000 }).toBe(1);
    await expect.poll(open, { timeout: 10_000 }).toBe(0);
  });

  it('gets the whole reply if it reads slowly', async () => {
    const answer = await fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/big`);
    let bytes = 0;
    for await (const part of answer.body!) {
      bytes += part.length;
      await sleep(2);
    }
    expect(bytes).toBe(big.length);
  });
});

describe('a reply before the end of its request', () => {
  const limits = { ...connectionLimits, lingerMs: 10_000 };
  const megabytes = Buffer.alloc(8 * 1024 * 1024, 'x');
  let app: FastifyInstance;
  let sockets: Socket[];

  beforeEach(async () => {
    app = Fastify({ ...serverTimeouts(limits), ...frameworkErrorOptions });
    handleErrors(app);
    guardConnections(app, limits);
    app.addContentTypeParser('video/mp4', (_request, _body, done) => done(null));
    app.post('/json', async () => 'taken');
    app.post('/counted', async ({ raw }) => {
      let bytes = 0;
      for await (const part of raw) bytes += (part as Buffer).length;
      return { bytes };
    });
    const refuse = async () => {
      throw new HttpError(401, 'Please sign in');
    };
    app.post('/private', { onRequest: refuse }, async () => 'taken');
    app.post('/midway', ({ raw }) => pipeline(raw, refuse));
    await app.listen({ port: 0, host: '127.0.0.1' });
    sockets = [];
    return async () => {
      for (const socket of sockets) socket.destroy();
      await app.close();
    };
  });

  function begin(path: string, type: string, announced: string, version = '1.1'): Socket {
    const { port } = app.server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => undefined);
    sockets.push(socket);
    socket.write(`POST ${path} HTTP/${version}\r\nHost: a\r\nContent-Type: ${type}\r\n${announced}\r\n\r\n`);
    return socket;
  }

  const length = `Content-Length: ${megabytes.length}`;
  const video = 'video/mp4';
  it.each([
    ['before anything of it is read', '/private', video, length, '1.1', 401],
    ['to a proxy that asks for one answer a connection', '/private', video, length, '1.0', 401],
    ['for it has no address', '/nowhere', video, length, '1.1', 404],
    ['for its type', '/json', 'text/csv', length, '1.1', 415],
    ['for its length', '/json', 'application/json', length, '1.1', 413],
    ['in the middle', '/midway', video, length, '1.1', 401],
    ['in the middle of what says no length', '/midway', video, 'Transfer-Encoding: chunked', '1.1', 401],
    ['as it is no HTTP', '/midway', video, 'Transfer-Encoding: chunked\r\n\r\nno chunk', '1.1', 400],
  ])('%s reaches a client that reads after sending everything', async (_, path, type, announced, version, status) => {
    const socket = begin(path, type, announced, version);
    const isChunked = announced.endsWith('chunked');
    const body = isChunked
      ? Buffer.concat([Buffer.from(`${megabytes.length.toString(16)}\r\n`), megabytes])
      : megabytes;
    await new Promise<void>((resolve, reject) => {
      socket.write(body, (error) => (error ? reject(error) : resolve()));
    });
    const parts: Buffer[] = [];
    for await (const part of socket) parts.push(part as Buffer);
    const reply = Buffer.concat(parts).toString();
    expect(reply).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(reply).toMatch(/^connection: close\r$/im);
  });

  it('ends the connection: following data is no request', async () => {
    const socket = begin('/private', video, length);
    const reply = await once(socket, 'data');
    expect(String(reply)).toMatch(/^HTTP\/1.1 401 /);
    let handled = 0;
    app.server.on('request', () => (handled += 1));
    socket.end(Buffer.concat([megabytes, Buffer.from('POST /private HTTP/1.1\r\nHost: a\r\n\r\n')]));
    await once(socket, 'close');
    expect(handled).toBe(0);
  });

  it('disconnects a client that sends too much', async () => {
    const socket = begin('/private', video, 'Content-Length: 1000000000');
    let sent = 0;
    while (!socket.destroyed && sent < 1_000_000_000) {
      await new Promise((resolve) => socket.write(megabytes, resolve));
      sent += megabytes.length;
    }
    expect(sent).toBeLessThan(100_000_000);
  });

  it('does not occupy connection slots', async () => {
    app.server.maxConnections = 10;
    const refused = Array.from({ length: 10 }, () => begin('/private', video, length));
    await Promise.all(refused.map((socket) => once(socket, 'data')));
    const ask = () =>
      fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/nowhere`).then(
        ({ status }) => status,
        () => 'dropped',
      );
    await expect.poll(ask, { timeout: 5_000 }).toBe(404);
  });

  it('does not affect accepted large bodies, whose connection stays open', async () => {
    const socket = begin('/counted', video, length);
    socket.write(megabytes);
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 200 (?!.*connection: close)/is);
    socket.write('GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 404 /);
  });
});

describe('waiting connections', () => {
  const max = 30;
  let app: FastifyInstance;
  let sockets: Socket[];

  beforeEach(async () => {
    app = Fastify({ ...serverTimeouts(connectionLimits), ...frameworkErrorOptions });
    handleErrors(app);
    guardConnections(app, { ...connectionLimits, max });
    app.get('/', async () => 'here');
    await app.listen({ port: 0, host: '127.0.0.1' });
    sockets = [];
    return async () => {
      for (const socket of sockets) socket.destroy();
      await app.close();
    };
  });

  async function open(): Promise<Socket> {
    const { port } = app.server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1' }).on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
    return socket.resume();
  }
  async function ask(socket: Socket): Promise<string> {
    const answer = Promise.race([once(socket, 'data'), once(socket, 'close').then(() => ['closed'])]);
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    return String((await answer)[0]).slice(0, 12);
  }
  const count = () =>
    new Promise<number>((resolve, reject) =>
      app.server.getConnections((error, n) => (error ? reject(error) : resolve(n))),
    );

  it('are closed to make room, silent ones before idle ones', async () => {
    const kept = [await open(), await open(), await open()];
    for (const socket of kept) expect(await ask(socket)).toBe('HTTP/1.1 200');
    for (let n = 0; n < 200; n += 1) await open();
    await expect.poll(count).toBe(max);
    for (let n = 0; n < 5; n += 1) expect(await ask(await open())).toBe('HTTP/1.1 200');
    for (const socket of kept) expect(await ask(socket)).toBe('HTTP/1.1 200');
  });

  it('are closed longest idle first when none is silent', async () => {
    const idle: Socket[] = [];
    for (let n = 0; n < max; n += 1) {
      idle.push(await open());
      expect(await ask(idle[n]!)).toBe('HTTP/1.1 200');
    }
    expect(await ask(idle[0]!)).toBe('HTTP/1.1 200');
    expect(await ask(await open())).toBe('HTTP/1.1 200');
    await expect.poll(() => idle[1]!.destroyed).toBe(true);
    expect(idle.filter((socket) => socket.destroyed)).toHaveLength(1);
    expect(await ask(idle[0]!)).toBe('HTTP/1.1 200');
  });
});

describe('more connections than file descriptors', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'lectern-many-'));
  });
  afterEach(async () => {
    await stopPostmaster(join(dataDir, 'postgres'));
    await rm(dataDir, { recursive: true });
  });

  it('leave the server running, and it recovers', async () => {
    const server = spawnServer(dataDir, {}, { descriptors: 256 });
    await server.started;
    const sockets = Array.from({ length: 600 }, () => connect(server.port, '127.0.0.1').on('error', () => undefined));
    await Promise.all(
      sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))),
    );
    const isReady = () =>
      fetch(`http://127.0.0.1:${server.port}/api/ready`).then(
        ({ status }) => status === 200,
        () => false,
      );
    // Waits for two load samples, each of which needs a descriptor.
    await sleep(2_500);
    expect(server.child.exitCode).toBeNull();
    expect(sockets.filter((socket) => !socket.destroyed).length).toBeGreaterThan(50);
    // Immediate, since each new connection replaces a silent one.
    for (let n = 0; n < 5; n += 1) expect(await isReady()).toBe(true);
    for (const socket of sockets) socket.destroy();
    const exit = once(server.child, 'exit');
    server.child.kill('SIGTERM');
    expect((await exit)[0]).toBe(0);
  }, 90_000);
});
